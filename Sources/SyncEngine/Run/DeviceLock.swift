// One writer per device: a lock file on the host, held for the length of a run.
internal import FoxSystem
internal import Glibc

/// The host's lock on one device; freed when this value goes, however the program ends.
package final class DeviceLock: Sendable {
    private let file: FileDescriptor

    /// Takes the lock, waiting for whoever has it.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - folder: The folder of the lock files.
    ///   - onWait: Told once who has it, before waiting.
    /// - Throws: `SyncError`.
    package init(
        device: DeviceIdentity, folder: String, onWait: (String) -> Void
    ) throws(SyncError) {
        let path = folder + "/" + device.fileName + ".lock"
        do throws(Errno) {
            try Folder.create(folder, mode: 0o700)
            file = try Self.take(path, onWait: onWait)
        } catch { throw SyncError(.host, .identify, file: path, error.description, errno: error) }
    }

    private static func take(
        _ path: String, onWait: (String) -> Void
    ) throws(Errno) -> FileDescriptor {
        let file = try FileDescriptor.open(
            path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
        let number = file.rawValue
        do throws(Errno) { _ = try retrying { flock(number, LOCK_EX | LOCK_NB) } } catch {
            if error != .wouldBlock { throw error }
            onWait(String(decoding: try file.read(at: 0, count: 200), as: UTF8.self))
            _ = try retrying { flock(number, LOCK_EX) }
        }
        _ = try retrying { ftruncate(number, 0) }
        try file.write(Array("process \(getpid())".utf8), at: 0)
        return file
    }
}
