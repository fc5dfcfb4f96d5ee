// How a run can end.

/// The outcome of a run, as the log lists it.
package enum RunResult: String, Sendable, Codable, CaseIterable {
    /// The run has begun and not ended: it is under way, or was cut.
    case running
    /// The draft is on the device, verified.
    case pushed
    /// Nothing differed; nothing was written.
    case upToDate = "up-to-date"
    /// Device and draft had come to the same content by themselves; only the base was recorded.
    case converged
    /// The device's files are in the draft; nothing was written to the device.
    case pulled
    /// A backup is on the device again, verified.
    case restored
    /// Somebody has to decide; nothing was written.
    case held
    /// A command of a person was refused or declined; nothing was written. It tells of the command,
    /// and nothing of the fox.
    case refused
    /// A known fox has no readable settings.txt, or its files cannot be read; nothing was written.
    case damaged
    /// The draft is not valid for its firmware; nothing was written.
    case invalid
    /// No draft is meant for this device.
    case noDraft = "no-draft"
    /// What was read back is not what was written.
    case verificationFailed = "verification-failed"
    /// The run ended early; the message says where.
    case failed
    /// The device went away, or the agent was stopped, in the middle of the run.
    case interrupted

    /// Results after which it is proven what is on the device.
    package static let proven: Set<RunResult> = [
        .pushed, .upToDate, .converged, .pulled, .restored,
    ]

    /// Results that tell something of the fox: all but those of a command that came to nothing.
    package static let ofTheFox = Set(allCases).subtracting([.refused])
}
