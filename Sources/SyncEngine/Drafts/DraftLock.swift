// One writer of drafts at a time: a lock file on the host, held for milliseconds.
internal import FoxSystem
internal import Glibc

// One lock for all drafts, and not one each: a change may be about several (`draft set --all`, a
// rename, an event), and nothing keeps it while it waits for a person, an editor or a fox.

/// The host's lock on the drafts; freed when this value goes, however the program ends.
package final class DraftLock: Sendable {
    /// What the lock is for.
    package enum Mode: Sendable {
        /// Reading: any number at a time, and no change meanwhile.
        case reading
        /// Changing: alone.
        case changing
    }

    private let file: LockFile

    /// Takes the lock, waiting for whoever has it.
    ///
    /// - Parameters:
    ///   - folder: The folder of the lock files.
    ///   - mode: What it is for.
    ///   - what: What is going to be done, for those who wait meanwhile.
    ///   - onWait: Told once who has it, before waiting.
    /// - Throws: `Errno`. C: `flock`
    init(
        folder: String, mode: Mode, what: String, onWait: (String) -> Void
    ) throws(Errno) {
        try Folder.create(folder, mode: 0o700)
        file = try LockFile(folder + "/drafts.lock")
        let isShared = mode == .reading
        if try !file.tryLock(isShared: isShared) {
            onWait(try file.owner())
            try file.lock(isShared: isShared)
        }
        // Who has it is good to know, and no reason to fail on a full disk.
        if !isShared { try? file.sign(what) }
    }

    deinit {
        // What the next one finds when readers make it wait is nobody's name.
        try? file.clear()
    }
}
