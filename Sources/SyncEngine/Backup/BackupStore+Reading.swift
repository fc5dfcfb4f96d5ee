// Taking files out of a backup: each is checked against SHA256SUMS first.
internal import FoxSystem
internal import Glibc
internal import PicoFox

extension BackupStore {
    /// Reads the files of a backup and checks every one.
    ///
    /// - Parameter backup: A backup.
    /// - Returns: Its files.
    /// - Throws: `SyncError`; a file that is missing, changed or not listed is named.
    package func files(of backup: Backup) throws(SyncError) -> [DeviceFile] {
        func failed(_ error: Errno) -> SyncError {
            SyncError(.host, .backUp, HostProblem(backup.path, error).description, errno: error)
        }
        let sums: [UInt8]
        do { sums = try Self.read(backup.path + "/" + Self.sums) } catch { throw failed(error) }
        var files: [DeviceFile] = []
        for line in String(decoding: sums, as: UTF8.self).split(separator: "\n") {
            // sha256sum's form: 64 digits, two blanks, the name.
            let (digest, name) = (line.prefix(64), String(line.dropFirst(66)))
            guard !name.contains("/"), !name.isEmpty, name != "..", name != ".",
                digest.utf8.count == 64, line.dropFirst(64).prefix(2) == "  "
            else {
                throw SyncError(
                    .verification, .backUp, file: backup.path,
                    "its \(Self.sums) is damaged: '\(Array(line.utf8.prefix(80)).printable)' is no"
                        + " digest and name; the files beside it can be copied by hand")
            }
            let bytes: [UInt8]
            do { bytes = try Self.read(backup.path + "/" + name) } catch { throw failed(error) }
            let file = DeviceFile(name: name, bytes: bytes)
            guard file.content.digest.hex == digest else {
                throw SyncError(
                    .verification, .backUp, file: backup.path,
                    "\(name) was changed since the backup was made ('sha256sum -c \(Self.sums)'"
                        + " in that folder says so, too)")
            }
            files.append(file)
        }
        return files
    }

    /// Copies a backup's files into a new folder, plainly.
    ///
    /// - Parameters:
    ///   - backup: A backup.
    ///   - target: The folder to make; it must not exist.
    ///   - isDry: Whether only to look, and to refuse what would be refused.
    /// - Throws: `SyncError`.
    package func copy(_ backup: Backup, to target: String, isDry: Bool = false) throws(SyncError) {
        let files = try files(of: backup)
        do throws(Errno) {
            if (try? Folder.status(target)) != nil { throw .exists }
            if isDry { return }
            try Folder.create(target, mode: 0o755)
            for file in files { try Folder.replaceFile(target + "/" + file.name, with: file.bytes) }
        } catch { throw SyncError(.host, .backUp, file: target, error.description, errno: error) }
    }

    /// A backup in the form of a draft, so that a restore takes the same line as a push.
    ///
    /// - Parameters:
    ///   - backup: A backup.
    ///   - name: The name to give it.
    /// - Returns: The files, for the firmware that they look made for.
    /// - Throws: `SyncError`.
    func freeze(_ backup: Backup, as name: String) throws(SyncError) -> FrozenDraft {
        let all = try files(of: backup)
        let settings = all.first { $0.name.lowercased() == "settings.txt" }
        let firmware = FirmwareGuess(
            settings: settings?.bytes, names: all.map { Array($0.name.utf8) }
        ).best
        var files: [String: DeviceFile] = [:]
        for file in all {
            let canonical = file.name.lowercased()
            files[canonical] = DeviceFile(name: canonical, bytes: file.bytes)
        }
        return FrozenDraft(
            name: name, firmware: firmware, firmwareIsGiven: false, offAir: true, files: files,
            leftOut: [:])
    }

    /// Removes the oldest backups of a device beyond a number; the first ever and the newest stay.
    ///
    /// - Parameters:
    ///   - device: Whose backups.
    ///   - count: How many may stay.
    /// - Returns: The folders that were removed.
    @discardableResult
    package func prune(device: DeviceIdentity, keeping count: Int) -> [String] {
        prune(parent: "\(folder)/\(device.fileName)", keeping: count)
    }

    /// Removes the oldest backups of every device beyond a number.
    ///
    /// - Parameter count: How many of a device may stay.
    /// - Returns: The folders that were removed.
    /// - Throws: `SyncError` when a folder cannot be read.
    package func pruneAll(keeping count: Int) throws(SyncError) -> [String] {
        var place = folder
        do throws(Errno) {
            var removed: [String] = []
            for name in try Folder.names(in: folder) {
                place = folder + "/" + name
                _ = try Folder.names(in: place)
                removed += prune(parent: place, keeping: count)
            }
            return removed
        } catch {
            if error.isMissing { return [] }
            throw SyncError(
                .host, .backUp, HostProblem(place, error).description, errno: error)
        }
    }

    private func prune(parent: String, keeping count: Int) -> [String] {
        let all = (try? names(in: parent)) ?? []
        // The first ever is what the fox was before fox-sync; the newest is the way back.
        let candidates = all.dropFirst().dropLast()
        let excess = max(0, min(all.count - max(count, 2), candidates.count))
        return candidates.prefix(excess).map { parent + "/" + $0 }.filter {
            (try? Folder.removeFiles($0)) != nil
        }
    }

    private static func read(_ path: String) throws(Errno) -> [UInt8] {
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard try file.status().kind == .regular else { throw .invalid }
        return try file.readAll(limit: DraftStore.byteLimit)
    }
}
