// Backups on the host: the device's files as they were before a run wrote anything.
internal import FoxSystem
internal import Glibc

// One plain folder a run, numbered in their order (a clock can be set, and a Raspberry Pi has none
// that runs while it is off): the files, and a SHA256SUMS that `sha256sum -c` checks. It is written
// under a name with `.partial`, each file fsynced and read back, and takes its own name last: a
// folder without `.partial` is a whole and proven backup. Without one, nothing is written to a
// device. A file that the device's previous backup has already is a hard link to that one, after
// its bytes were read and compared.

/// The folder of all backups.
package struct BackupStore: Sendable {
    /// The folder that holds a folder a device.
    package let folder: String
    /// The list of digests in each backup.
    package static let sums = "SHA256SUMS"
    /// How many backups of a device are kept unless the configuration says otherwise.
    package static let kept = 50

    /// Names the folder; it need not exist.
    package init(folder: String) { self.folder = folder }

    /// Makes a backup, durably.
    ///
    /// What runs that were cut left half made of the device's backups is removed first.
    ///
    /// - Parameters:
    ///   - files: The device's files.
    ///   - device: Whose they are; its lock is the caller's.
    ///   - run: The run that is going to write.
    ///   - at: When that run began.
    /// - Returns: The backup.
    /// - Throws: `SyncError` in step `back up`; then there is no backup and nothing may be written.
    package func make(
        of files: [DeviceFile], device: DeviceIdentity, run: String, at: Timestamp
    ) throws(SyncError) -> Backup {
        let parent = "\(folder)/\(device.fileName)"
        // The device's lock is ours: whoever was at these has been cut.
        for name in (try? Folder.names(in: parent)) ?? [] where name.hasSuffix(".partial") {
            try? Folder.removeFiles(parent + "/" + name)
        }
        let earlier = (try? names(in: parent)) ?? []
        let path = "\(parent)/\(Folder.number(after: earlier))-\(at.compact)-\(run)"
        let partial = path + ".partial"
        do throws(Errno) {
            let previous = earlier.last.map { parent + "/" + $0 }
            try Folder.create(partial)
            var sums = ""
            for file in files.sorted(by: { $0.name < $1.name }) {
                if let previous, Self.link(file, from: previous, to: partial) {
                    // Its bytes were durable, and were read just now.
                } else {
                    try Self.copy(file.bytes, to: partial + "/" + file.name)
                }
                sums += "\(file.content.digest.hex)  \(file.name)\n"
            }
            try Self.copy(Array(sums.utf8), to: partial + "/" + Self.sums)
            try Folder.synchronize(partial)
            _ = try retrying { rename(partial, path) }
            try Folder.synchronize(parent)
        } catch {
            throw SyncError(
                .host, .backUp, HostProblem(partial, error).description, errno: error)
        }
        return Backup(
            run: run, device: device.id, at: at, path: path, files: files.count,
            bytes: files.reduce(0) { $0 + $1.bytes.count })
    }

    /// The whole backups of one device's folder, the oldest first.
    func names(in parent: String) throws(Errno) -> [String] {
        try Folder.names(in: parent).filter { !$0.hasSuffix(".partial") }
    }

    /// Looks at the backup that a run made.
    ///
    /// - Parameter run: A run of the log.
    /// - Returns: The backup, or nil when the run made none or it was removed since.
    /// - Throws: `SyncError` when it cannot be read.
    package func backup(of run: RunRecord) throws(SyncError) -> Backup? {
        guard let path = run.backup else { return nil }
        let names: [String]
        do throws(Errno) { names = try Folder.names(in: path) } catch {
            if error.isMissing { return nil }
            throw SyncError(
                .host, .backUp, HostProblem(path, error).description, errno: error)
        }
        let files = names.filter { $0 != Self.sums }
        return Backup(
            run: run.id, device: run.device ?? "", at: run.started, path: path,
            files: files.count,
            bytes: files.reduce(0) { $0 + ((try? Folder.status(path + "/" + $1))?.size ?? 0) })
    }

    /// Whether a run's backup is still there, readable or not.
    ///
    /// - Parameter run: A run of the log.
    /// - Returns: False when it made none or it was removed since.
    package func hasBackup(of run: RunRecord) -> Bool {
        run.backup.map(Folder.mayExist) ?? false
    }

    private static func copy(_ bytes: [UInt8], to path: String) throws(Errno) {
        let file = try FileDescriptor.open(
            path, flags: O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
        try file.write(bytes, at: 0)
        try file.synchronize()
        _ = posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        guard sameBytes(try file.readAll(limit: bytes.count), bytes) else { throw .io }
        try file.close()
    }

    /// Links to an equal file of another backup, or of another version of a draft.
    ///
    /// - Returns: False when there is none; then the file is to be copied.
    static func link(_ file: DeviceFile, from other: String, to partial: String) -> Bool {
        let source = other + "/" + file.name
        guard let open = try? FileDescriptor.open(source, flags: O_RDONLY | O_NOFOLLOW),
            let status = try? open.status(), status.kind == .regular,
            status.size == file.bytes.count,
            let found = try? open.readAll(limit: status.size), sameBytes(found, file.bytes)
        else { return false }
        let target = partial + "/" + file.name
        return Glibc.link(source, target) == 0
    }
}
