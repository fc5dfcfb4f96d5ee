// Where the files of a new draft come from: a fox, a backup, or a folder.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

/// Files that a draft is made from.
struct DraftSource {
    /// The files by name, as they are spelt there.
    private let found: [DeviceFile]
    /// The firmware that the files look made for.
    let firmware: Firmware

    /// Finds the source that some words mean.
    ///
    /// - Parameters:
    ///   - words: A folder when there is a `/` in it, else a device or a backup's run.
    ///   - context: Where everything lives.
    /// - Throws: `CLIError` when they mean nothing, or the files cannot be read.
    init(_ words: String, _ context: Context) throws(CLIError) {
        if words.contains("/"), !words.hasPrefix("path:") {
            try self.init(folder: words)
            return
        }
        let devices = try context.reading { (store) throws(StateError) in
            try store.devices(matching: words)
        }
        if devices.count == 1 {
            try self.init(try FoundVolume(device: devices[0], context: context), context)
            return
        }
        let runs = try context.reading { (store) throws(StateError) in
            try store.runs(startingWith: words)
        }
        let isOne = devices.isEmpty && runs.count == 1
        let found = try context.engine { () throws(SyncError) in
            isOne ? try context.backups.backup(of: runs[0]) : nil
        }
        guard let backup = found else {
            throw CLIError(
                .notFound, devices.count > 1 || runs.count > 1 ? "ambiguous" : "not-found",
                "'\(Array(words.utf8).printable)' is no fox and no backup, or more than one; a"
                    + " folder is written with a '/'",
                next: "fox-sync devices")
        }
        do { self.init(try context.backups.files(of: backup)) } catch { throw CLIError(error) }
    }

    private init(_ files: [DeviceFile]) {
        found = files
        let settings = files.first { $0.name.lowercased() == "settings.txt" }
        firmware =
            FirmwareGuess(
                settings: settings?.bytes, names: files.map { Array($0.name.utf8) }
            ).best
    }

    /// Reads a fox, mounting it read-only for that where nobody else does.
    private init(_ found: FoundVolume, _ context: Context) throws(CLIError) {
        guard let device = found.unmounted else {
            try self.init(folder: found.path)
            return
        }
        let owned: OwnedVolume
        do throws(SyncError) { owned = try OwnedVolume(found, device, Mounting(), context) } catch {
            throw CLIError(error)
        }
        defer {
            if let problem = owned.release(isOurs: false) { context.printer.say(problem) }
        }
        try self.init(root: owned.root, folder: found.path)
    }

    private init(folder: String) throws(CLIError) {
        try self.init(root: (try? Folder.realPath(folder)) ?? folder, folder: folder)
    }

    /// Reads a folder that is opened by one path and called by another.
    private init(root: String, folder: String) throws(CLIError) {
        do throws(VolumeError) {
            let volume = try PosixVolume(path: root)
            var files: [DeviceFile] = []
            for entry in try volume.list(limit: Recogniser.nameLimit) {
                guard let name = entry.name, entry.status.kind == .regular,
                    Firmware.all.contains(where: { $0.canonicalName(for: name) != nil })
                else { continue }
                files.append(
                    DeviceFile(
                        name: name,
                        bytes: try volume.readWhole(name, limit: DraftStore.byteLimit)))
            }
            self.init(files)
        } catch { throw CLIError(.notFound, "not-found", error.description) }
        guard !found.isEmpty else {
            throw CLIError(
                .notFound, "not-found", "no file in \(folder) is one that a firmware uses")
        }
    }

    /// The files that a draft for a firmware takes, by the names that it looks for.
    ///
    /// - Throws: `CLIError` when two of them would be one.
    func files(for firmware: Firmware) throws(CLIError) -> [DeviceFile] {
        var files: [String: DeviceFile] = [:]
        for file in found {
            guard let name = firmware.canonicalName(for: file.name),
                firmware.refusal(toStage: name) == nil
            else { continue }
            guard files[name] == nil else {
                throw CLIError(
                    .invalid, "duplicate-name", "\(name) is there twice, in different letter case")
            }
            files[name] = DeviceFile(name: name, bytes: file.bytes)
        }
        return files.values.sorted { $0.name < $1.name }
    }

    /// What is not taken, in sentences.
    func leftOut(for firmware: Firmware) -> [String] {
        found.compactMap { file in
            guard let name = firmware.canonicalName(for: file.name) else {
                return "left out \(file.name): the \(firmware.id) firmware does not use it"
            }
            return firmware.refusal(toStage: name).map { "left out \(file.name): \($0)" }
        }
    }
}
