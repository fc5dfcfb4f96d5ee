// Backups on the host: the device's files as they were before a run wrote anything.
internal import FoxSystem
internal import Glibc

// One plain folder a run: the files, and a SHA256SUMS that `sha256sum -c` checks. It is written
// under a name with `.partial`, each file fsynced and read back, and takes its own name last: a
// folder without `.partial` is a whole and proven backup. Without one, nothing is written.

/// The folder of all backups.
package struct BackupStore: Sendable {
    /// The folder that holds a folder a device.
    package let folder: String
    /// The list of digests in each backup.
    package static let sums = "SHA256SUMS"

    /// Names the folder; it need not exist.
    package init(folder: String) { self.folder = folder }

    /// Makes a backup, durably.
    ///
    /// - Parameters:
    ///   - files: The device's files.
    ///   - device: Whose they are.
    ///   - run: The run that is going to write.
    ///   - at: When that run began.
    /// - Returns: The backup.
    /// - Throws: `SyncError` in step `back up`; then there is no backup and nothing may be written.
    package func make(
        of files: [DeviceFile], device: DeviceIdentity, run: String, at: Timestamp
    ) throws(SyncError) -> Backup {
        let path = "\(folder)/\(device.fileName)/\(at.compact)-\(run)"
        let partial = path + ".partial"
        do throws(Errno) {
            try Folder.create(partial)
            var sums = ""
            for file in files.sorted(by: { $0.name < $1.name }) {
                try copy(file.bytes, to: partial + "/" + file.name)
                sums += "\(file.content.digest.hex)  \(file.name)\n"
            }
            try copy(Array(sums.utf8), to: partial + "/" + Self.sums)
            try Folder.synchronize(partial)
            _ = try retrying { rename(partial, path) }
            try Folder.synchronize(path.deletingLastComponent)
        } catch {
            throw SyncError(
                .host, .backUp, file: partial, "\(error); nothing was written to the device",
                errno: error)
        }
        return Backup(
            run: run, device: device.id, at: at, path: path, files: files.count,
            bytes: files.reduce(0) { $0 + $1.bytes.count })
    }

    private func copy(_ bytes: [UInt8], to path: String) throws(Errno) {
        let file = try FileDescriptor.open(
            path, flags: O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
        try file.write(bytes, at: 0)
        try file.synchronize()
        _ = posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        guard try file.readAll(limit: bytes.count) == bytes else { throw .io }
        try file.close()
    }

    /// Looks at the backup that a run made.
    ///
    /// - Parameter run: A run of the log.
    /// - Returns: The backup, or nil when the run made none or it was removed since.
    package func backup(of run: RunRecord) -> Backup? {
        guard let path = run.backup, let names = try? Folder.names(in: path) else { return nil }
        let files = names.filter { $0 != Self.sums }
        return Backup(
            run: run.id, device: run.device ?? "", at: run.started, path: path,
            files: files.count,
            bytes: files.reduce(0) { $0 + ((try? Folder.status(path + "/" + $1))?.size ?? 0) })
    }
}

/// A backup on the host.
package struct Backup: Equatable, Sendable {
    /// The run that made it.
    package let run: String
    /// The device's identity.
    package let device: String
    /// When the run began.
    package let at: Timestamp
    /// The folder.
    package let path: String
    /// Number of files of the device in it.
    package let files: Int
    /// Their bytes.
    package let bytes: Int
}
