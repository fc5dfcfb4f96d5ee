// One writer per device: a lock file on the host, held for the length of a run.
internal import FoxSystem

/// The host's lock on one device; freed when this value goes, however the program ends.
package final class DeviceLock: Sendable {
    private let file: LockFile

    /// Takes the lock, waiting for whoever has it.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - folder: The folder of the lock files.
    ///   - stop: Ends the waiting.
    ///   - onWait: Told once who has it, before waiting.
    /// - Throws: `SyncError`; `stopped` when the waiting was ended.
    package convenience init(
        device: DeviceIdentity, folder: String, stop: StopFlag, onWait: (String) -> Void
    ) throws(SyncError) {
        // No serial number looks like this: whoever calls a stick 'drafts' gets no other lock.
        try self.init(
            name: device.fileName + ".device.lock", folder: folder, stop: stop, onWait: onWait)
    }

    init(
        name: String, folder: String, stop: StopFlag, onWait: (String) -> Void
    ) throws(SyncError) {
        let path = folder + "/" + name
        func host<Result>(_ body: () throws(Errno) -> Result) throws(SyncError) -> Result {
            do throws(Errno) { return try body() } catch {
                throw SyncError(
                    .host, .identify, file: path, error.description, errno: error)
            }
        }
        let file = try host { () throws(Errno) in
            try Folder.create(folder, mode: 0o700)
            return try LockFile(path)
        }
        self.file = file
        if try host({ () throws(Errno) in try !file.tryLock() }) {
            let owner = try host { () throws(Errno) in try file.owner() }
            onWait(owner)
            guard try host({ () throws(Errno) in try file.lock(unless: stop) }) else {
                throw SyncError(.stopped, .identify, "stopped while it waited for \(owner)")
            }
        }
        try host { () throws(Errno) in try file.sign() }
    }
}
