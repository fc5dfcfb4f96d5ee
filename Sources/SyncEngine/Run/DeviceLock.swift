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
        var gaveUpOn: String?
        do throws(Errno) {
            try Folder.create(folder, mode: 0o700)
            file = try LockFile(path)
            if try !file.tryLock() {
                let owner = try file.owner()
                onWait(owner)
                if try !file.lock(unless: stop) { gaveUpOn = owner }
            }
            if gaveUpOn == nil { try file.sign() }
        } catch {
            throw SyncError(
                .host, .identify, HostProblem(path, error).description, errno: error)
        }
        if let gaveUpOn {
            throw SyncError(.stopped, .identify, "stopped while it waited for \(gaveUpOn)")
        }
    }
}
