// Reading drafts, for those who hold the lock.
internal import FoxSystem
internal import Glibc
internal import PicoFox

extension DraftStore {
    /// How often a file that somebody writes to is looked at, and the pause between, in
    /// microseconds: a second.
    private static let patience = (tries: 40, pause: UInt32(25_000))

    /// Reads one file of a draft; a writer that is done within a second is waited for.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - name: The draft's name.
    /// - Returns: Its bytes, or nil when there is no such file.
    /// - Throws: `SyncError`; links, folders and devices are refused.
    func read(_ file: String, of name: String) throws(SyncError) -> [UInt8]? {
        // A program that starts another one while it saves leaves the file open in that one, too,
        // until it runs: closed, and written to all the same. No event tells the end of that: the
        // kernel reports a close before the file counts as closed.
        for _ in 1..<Self.patience.tries {
            do throws(SyncError) { return try readNow(file, of: name) } catch {
                guard error.code == .busy else { throw error }
            }
            usleep(Self.patience.pause)
        }
        return try readNow(file, of: name)
    }

    private func readNow(_ file: String, of name: String) throws(SyncError) -> [UInt8]? {
        let path = path(of: name) + "/" + file
        do throws(Errno) {
            let folder = try FileDescriptor.open(
                self.path(of: name), flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            let open = try folder.open(at: file, flags: O_RDONLY | O_NONBLOCK)
            guard try open.status().kind == .regular else { throw Errno.loop }
            // Half a file is well-formed now and then: nobody may be at it while it is read.
            if open.hasWriter() == true { throw Errno.wouldBlock }
            let before = try open.status()
            let bytes = try open.readAll(limit: Self.byteLimit)
            let after = try open.status()
            guard before == after, bytes.count == after.size, open.hasWriter() != true else {
                throw Errno.wouldBlock
            }
            return bytes
        } catch Errno.notFound { return nil } catch Errno.loop {
            throw SyncError(
                .invalidDraft, .draft, file: file, "\(path) is a link or no file: only files count")
        } catch Errno.wouldBlock {
            throw SyncError(
                .busy, .draft, file: file,
                "\(path) is being written to; try again when that is done", errno: .wouldBlock)
        } catch Errno.tooLarge {
            throw SyncError(
                .invalidDraft, .draft, file: file, "\(path) is larger than any PicoFox's flash")
        } catch { throw Self.failed(path, error) }
    }

    func freezeNow(_ name: String, options: DraftOptions) throws(SyncError) -> FrozenDraft {
        guard containsNow(name) else { throw notFound(name) }
        for _ in 0..<3 {
            let entries = try DraftEntries(of: path(of: name))
            let draft = try freeze(entries, of: name, options: options)
            if try DraftEntries(of: path(of: name)).isSame(as: entries) { return draft }
        }
        throw SyncError(
            .busy, .draft, "the draft '\(name)' is being written to; try again when that is done",
            errno: .wouldBlock)
    }

    private func freeze(
        _ entries: DraftEntries, of name: String, options: DraftOptions
    ) throws(SyncError) -> FrozenDraft {
        let given = options.firmware.flatMap(Firmware.named)
        // Under a wrong spelling, which is an error, the values count all the same.
        let spelled = entries.settingsName
        let isRegular = entries.kind(of: spelled) == .regular
        let settings =
            isRegular && entries.size(of: spelled) <= Recognition.maximumSize
            ? try read(spelled, of: name) : nil
        let firmware =
            given
            ?? FirmwareGuess(settings: settings, names: entries.names.map { Array($0.utf8) }).best
        let judged = entries.judged(for: firmware)
        var files: [String: DeviceFile] = [:]
        for file in judged.staged {
            if file != "settings.txt", let bytes = try read(file, of: name) {
                files[file] = DeviceFile(name: file, bytes: bytes)
            }
        }
        files["settings.txt"] = settings.map { DeviceFile(name: "settings.txt", bytes: $0) }
        return FrozenDraft(
            name: name, firmware: firmware, firmwareIsGiven: given != nil, offAir: options.offAir,
            files: files, leftOut: judged.leftOut, refused: judged.refused)
    }

    /// The error for a draft that does not exist.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: The error, which tells of a link in its place.
    package func notFound(_ name: String) -> SyncError {
        if DraftName.refusal(name) == nil, let link = link(name) {
            return SyncError(.notFound, .draft, "\(path(of: name)) is \(link)")
        }
        return SyncError(
            .notFound, .draft,
            "there is no draft '\(Array(name.utf8).printable)'")
    }

    /// What an entry is that looks like a draft and is a link.
    ///
    /// - Parameter name: The entry's name.
    /// - Returns: Words for it, with what to do; nil when it is no link.
    func link(_ name: String) -> String? {
        guard (try? Folder.status(path(of: name)))?.kind == .symbolicLink else { return nil }
        return
            "a link, and a draft must be a folder: move the folder here that it leads to, or make"
            + " a link of the whole folder \(folder)"
    }

    /// Whether some firmware uses a file of this name.
    static func isUsed(_ file: String) -> Bool {
        Firmware.all.contains { $0.refusal(toStage: file) == nil }
    }

    /// The files of a draft that a version of it has: those that some firmware uses, and those that
    /// a change is about.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - touched: The files that the change is about.
    /// - Returns: The files; none when the draft does not exist.
    /// - Throws: `SyncError` when one cannot be read.
    func kept(_ name: String, touching touched: Set<String>) throws(SyncError) -> [DeviceFile] {
        guard containsNow(name) else { return [] }
        let entries = try DraftEntries(of: path(of: name))
        var files: [DeviceFile] = []
        for file in entries.names
        where entries.kind(of: file) == .regular && entries.size(of: file) <= Self.byteLimit {
            guard Self.isUsed(file) || touched.contains(file) else { continue }
            if let bytes = try read(file, of: name) {
                files.append(DeviceFile(name: file, bytes: bytes))
            }
        }
        return files
    }

    /// Copies files into a new folder, durably; what the newest version has is linked.
    func copy(_ files: [DeviceFile], of name: String, to target: String) throws(Errno) {
        let newest = (try? versions.versions(of: name))?.last
        try Folder.create(target)
        for file in files {
            if let newest, BackupStore.link(file, from: newest.path, to: target) { continue }
            try Self.writeFile(file.bytes, to: target + "/" + file.name)
        }
        try Folder.synchronize(target)
    }
}
