// What a run tells while it works: for progress lines, never needed for the result.

/// A moment of a run.
package enum RunEvent: Sendable {
    /// Another fox-sync has the device; these are its own words about itself.
    case waiting(holder: String)
    /// Another new fox may be getting the one free draft; its fox-sync's own words about itself.
    case waitingForDraft(holder: String)
    /// The draft was chosen.
    case chose(draft: String)
    /// The plan was made.
    case planned(SyncPlan)
    /// The device's files are safe on the host.
    case backedUp(Backup)
    /// So many of a file's bytes have reached the medium.
    case wrote(file: String, bytes: Int, of: Int)
    /// A file was proven and has its name.
    case finished(file: String, method: ReadMethod?)
}
