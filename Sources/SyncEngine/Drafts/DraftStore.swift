// The drafts on the host: plain folders that people may fill with any program.
internal import FoxSystem
internal import Glibc
internal import PicoFox

/// The folder of all drafts.
package struct DraftStore: Sendable {
    /// The folder that holds one folder a draft.
    package let folder: String
    /// The most bytes of one draft: more than any PicoFox holds.
    package static let byteLimit = 64 << 20

    /// Names the folder; it need not exist.
    package init(folder: String) { self.folder = folder }

    /// The folder of one draft.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: Its path.
    package func path(of name: String) -> String { folder + "/" + name }

    /// The names of all drafts, sorted.
    ///
    /// - Returns: The names; empty when the folder does not exist.
    /// - Throws: `SyncError`.
    package func names() throws(SyncError) -> [String] {
        do throws(Errno) {
            return try Folder.names(in: folder).filter {
                DraftName.refusal($0) == nil
                    && (try? Folder.status(path(of: $0)))?.kind == .directory
            }
        } catch Errno.notFound { return [] } catch { throw Self.failed(folder, error) }
    }

    /// Whether a draft of this name exists.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: True when its folder is there.
    package func contains(_ name: String) -> Bool {
        DraftName.refusal(name) == nil
            && (try? Folder.status(path(of: name)))?.kind == .directory
    }

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - settings: The first settings.txt.
    /// - Throws: `SyncError`, also when a draft has that name.
    package func create(_ name: String, settings: [UInt8]) throws(SyncError) {
        if let refusal = DraftName.refusal(name) { throw SyncError(.invalidDraft, .draft, refusal) }
        let path = path(of: name)
        do throws(Errno) {
            try Folder.create(folder)
            if mkdir(path, 0o755) != 0 { throw .current }
        } catch Errno.exists {
            throw SyncError(.refused, .draft, "there is a draft '\(name)' already")
        } catch { throw Self.failed(path, error) }
        try write(settings, to: "settings.txt", of: name)
    }

    /// Replaces one file of a draft, whole or not at all.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - file: The file's name.
    ///   - name: The draft's name.
    /// - Throws: `SyncError`.
    package func write(_ bytes: [UInt8], to file: String, of name: String) throws(SyncError) {
        let path = path(of: name) + "/" + file
        do { try Folder.replaceFile(path, with: bytes) } catch { throw Self.failed(path, error) }
    }

    /// Replaces all staged files of a draft, keeping its version before.
    ///
    /// - Parameters:
    ///   - files: The new files; staged files that are not among them are removed.
    ///   - draft: The draft as it is.
    ///   - versions: Where the present version is kept.
    ///   - reason: What replaces it, one word.
    /// - Throws: `SyncError`.
    package func replace(
        _ files: [DeviceFile], in draft: FrozenDraft, versions: DraftVersions, reason: String
    ) throws(SyncError) {
        try versions.keep(Array(draft.files.values), of: draft.name, reason: reason)
        try putBack(files, into: draft)
    }

    /// Replaces all staged files of a draft; what they were must be kept elsewhere.
    ///
    /// - Parameters:
    ///   - files: The new files; staged files that are not among them are removed.
    ///   - draft: The draft as it is.
    /// - Throws: `SyncError`.
    package func putBack(_ files: [DeviceFile], into draft: FrozenDraft) throws(SyncError) {
        for file in files where draft.files[file.name]?.bytes != file.bytes {
            try write(file.bytes, to: file.name, of: draft.name)
        }
        let kept = Set(files.map(\.name))
        for name in draft.files.keys where !kept.contains(name) {
            let path = path(of: draft.name) + "/" + name
            do { try Folder.removeFile(path) } catch { throw Self.failed(path, error) }
        }
    }

    /// Reads one file of a draft.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - name: The draft's name.
    /// - Returns: Its bytes, or nil when there is no such file.
    /// - Throws: `SyncError`; links, folders and devices are refused.
    package func read(_ file: String, of name: String) throws(SyncError) -> [UInt8]? {
        let path = path(of: name) + "/" + file
        do throws(Errno) {
            let folder = try FileDescriptor.open(
                self.path(of: name), flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            let open = try folder.open(at: file, flags: O_RDONLY | O_NONBLOCK)
            guard try open.status().kind == .regular else {
                throw Errno.loop
            }
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
                .invalidDraft, .draft, file: file, "\(path) is being written to",
                errno: .wouldBlock)
        } catch Errno.tooLarge {
            throw SyncError(
                .invalidDraft, .draft, file: file, "\(path) is larger than any PicoFox's flash")
        } catch { throw Self.failed(path, error) }
    }

    /// Reads a draft as it is now, whole.
    ///
    /// Nobody may be in the middle of changing it: when a file is open to somebody who writes, or
    /// another one than before at the end, it is not taken.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - options: What was said of it beside its files.
    /// - Returns: The frozen draft.
    /// - Throws: `SyncError`; `notFound` when there is no such draft.
    package func freeze(_ name: String, options: DraftOptions) throws(SyncError) -> FrozenDraft {
        guard contains(name) else {
            throw SyncError(
                .notFound, .draft,
                "there is no draft '\(Array(name.utf8).printable)';"
                    + " 'fox-sync draft list' shows those that are")
        }
        for _ in 0..<3 {
            let before = try statuses(of: name)
            let draft = try read(name, before.keys.sorted(), options)
            if try statuses(of: name) == before { return draft }
        }
        throw SyncError(
            .invalidDraft, .draft, "the draft '\(name)' is being written to", errno: .wouldBlock)
    }

    /// What is in a draft's folder and how new it is, without what programs leave while they save.
    private func statuses(of name: String) throws(SyncError) -> [String: FileStatus] {
        let path = path(of: name)
        do throws(Errno) {
            var statuses: [String: FileStatus] = [:]
            for file in try Folder.names(in: path) where !ScratchName.matches(file) {
                // One that has just gone is for the next look.
                statuses[file] = try? Folder.status(path + "/" + file)
            }
            return statuses
        } catch { throw Self.failed(path, error) }
    }

    private func read(
        _ name: String, _ names: [String], _ options: DraftOptions
    ) throws(SyncError) -> FrozenDraft {
        let given = options.firmware.flatMap(Firmware.named)
        let settings = names.contains("settings.txt") ? try read("settings.txt", of: name) : nil
        let firmware =
            given ?? FirmwareGuess(settings: settings, names: names.map { Array($0.utf8) }).best
        var files: [String: DeviceFile] = [:]
        var leftOut: [String: String] = [:]
        for file in names {
            if let refusal = firmware.refusal(toStage: file) {
                leftOut[file] = refusal
            } else if file == "settings.txt" {
                files[file] = settings.map { DeviceFile(name: file, bytes: $0) }
            } else if let bytes = try read(file, of: name) {
                files[file] = DeviceFile(name: file, bytes: bytes)
            }
        }
        return FrozenDraft(
            name: name, firmware: firmware, firmwareIsGiven: given != nil, offAir: options.offAir,
            files: files, leftOut: leftOut)
    }

    private static func failed(_ path: String, _ error: Errno) -> SyncError {
        SyncError(.host, .draft, "\(path): \(error)", errno: error)
    }
}
