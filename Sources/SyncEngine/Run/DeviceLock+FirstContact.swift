// One first contact at a time: the one free draft goes onto one new fox, however many come at once.

extension DeviceLock {
    /// Takes the lock of runs whose draft nobody has chosen, from the choice to the end of the run.
    ///
    /// The assignment that settles whose draft it is comes with the first write. Until then another
    /// new fox would find the same draft free. A run that is held, fails or is killed before it leaves
    /// nothing behind, since the kernel frees its lock; one that has begun to write leaves its
    /// assignment, and is finished at the next contact.
    ///
    /// - Parameters:
    ///   - folder: The folder of the lock files.
    ///   - stop: Ends the waiting.
    ///   - onWait: Told once who has it, before waiting.
    /// - Returns: The lock.
    /// - Throws: `SyncError`; `stopped` when the waiting was ended.
    package static func firstContact(
        folder: String, stop: StopFlag, onWait: (String) -> Void
    ) throws(SyncError) -> DeviceLock {
        try DeviceLock(name: "first-contact.lock", folder: folder, stop: stop, onWait: onWait)
    }
}
