// `backup list|show|restore|prune`: the device's files as they were before each write.
internal import SyncEngine

extension Command {
    static let backupList = Command(
        "backup list", "the backups that were made before anything was written",
        options: [Option("device", value: "DEVICE", "only of this fox")], exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        var device: String?
        // The log and the backups of a fox that was forgotten stay.
        if let words = call.value("device") { device = try context.loggedDevice(words) }
        let only = device
        let runs = try context.reading { (store) throws(StateError) in
            var query = RunQuery(device: only)
            query.withBackup = true
            return try store.runs(query)
        }
        let names = try context.deviceNames()
        var found: [BackupView] = []
        for run in runs {
            let backup = try context.engine { () throws(SyncError) in
                try context.backups.backup(of: run)
            }
            if let backup { found.append(BackupView(backup, name: names[backup.device])) }
        }
        return BackupListResult(backups: found)
    }

    static let backupShow = Command(
        "backup show", words: "RUN", count: 1...1, "the files of a backup, each one checked",
        exits: [.notFound, .verification]
    ) { (context, call) throws(CLIError) in
        let backup = try context.backup(call.words[0])
        do throws(SyncError) {
            let files = try context.backups.files(of: backup)
            return BackupShowResult(
                backup: BackupView(backup, name: try? context.deviceNames()[backup.device]),
                files: files.map {
                    BackupShowResult.File(
                        name: $0.name, size: $0.content.size, sha256: $0.content.digest)
                })
        } catch { throw CLIError(error) }
    }

    static let backupRestore = Command(
        "backup restore", words: "RUN", count: 1...1, "bring a backup back",
        details: """
            Onto the fox it came from (plugged in now), by the same line as a push: backup first, read
            back afterwards. The draft stays as it is, and the fox has no draft of its own any more.
            Another fox than that one is held, unless --force says that it is meant.
            With --to-draft into a draft, which keeps its version before; with --to as a plain copy.
            """,
        options: [
            Option("volume", letter: "v", value: "DIR", "onto the fox at this mount point"),
            Option("to-draft", value: "NAME", "into this draft"),
            Option("to", value: "DIR", "into this folder, which must not exist"),
            Option("dry-run", letter: "n", "show the plan, write nothing"),
            Option("force", letter: "f", "another fox, or a draft's changes that are on no fox"),
        ],
        exits: [.held, .notFound, .invalid, .verification]
    ) { (context, call) throws(CLIError) in
        let backup = try context.backup(call.words[0])
        let targets = ["volume", "to-draft", "to"].filter(call.has)
        guard targets.count <= 1 else {
            throw .usage("say one of --volume, --to-draft, --to", command: "backup restore")
        }
        if let name = call.value("to-draft") {
            return try context.restore(
                backup, toDraft: name, isForced: call.has("force"),
                isDryRun: call.has("dry-run"))
        }
        if let folder = call.value("to") {
            return try context.restore(backup, toFolder: folder, isDryRun: call.has("dry-run"))
        }
        let volume: FoundVolume
        if let folder = call.value("volume") {
            volume = try FoundVolume(folder: folder)
        } else {
            volume = try FoundVolume(
                device: try context.device(backup.device), context: context)
        }
        var options = SyncRun.Options(dryRun: call.has("dry-run"), restoring: backup)
        options.restoresAnywhere = call.has("force")
        return try Syncing(context: context, options: options).one(volume)
    }

    static let backupPrune = Command(
        "backup prune", "remove the oldest backups of each fox",
        details: "The first ever and the newest of a fox are never removed.",
        options: [Option("keep", value: "N", "how many of a fox stay (default: the setting)")]
    ) { (context, call) throws(CLIError) in
        let kept =
            if let number = try call.number("keep", in: 2...1_000_000) {
                number
            } else {
                try context.config().backupsKept
            }
        let removed = try context.engine { () throws(SyncError) in
            try context.backups.pruneAll(keeping: kept)
        }
        return Note(
            message: removed.isEmpty
                ? "nothing to remove; at most \(kept) of each fox are kept"
                : removed.map { "removed \($0)" }.joined(separator: "\n"))
    }
}

extension Context {
    /// The backups.
    var backups: BackupStore { BackupStore(folder: places.backups) }

    /// The one backup whose run begins with some characters.
    fileprivate func backup(_ prefix: String) throws(CLIError) -> Backup {
        let made = try run(prefix)
        let found = try engine { () throws(SyncError) in try backups.backup(of: made) }
        guard let backup = found else {
            throw CLIError(
                .notFound, "not-found",
                "there is no backup of a run '\(Array(prefix.utf8).printable)'",
                next: "fox-sync backup list")
        }
        return backup
    }

    fileprivate func restore(
        _ backup: Backup, toDraft name: String, isForced: Bool, isDryRun: Bool
    ) throws(CLIError) -> Note {
        let found: [DeviceFile]
        do { found = try backups.files(of: backup) } catch { throw CLIError(error) }
        let files = found.map { DeviceFile(name: $0.name.lowercased(), bytes: $0.bytes) }
        let before = drafts.contains(name) ? try Command.load(name, self) : nil
        if before == nil, let refusal = DraftName.refusal(name) {
            throw .usage(refusal, command: "backup restore")
        }
        if let before {
            try mayReplace(
                try unsynced(before, over: files.reduce(into: [:]) { $0[$1.name] = $1.bytes }),
                of: name, isForced: isForced, isDry: isDryRun,
                command: "fox-sync backup restore \(backup.run) --to-draft \(name.shellWord)")
        }
        if isDryRun {
            return Note(
                draft: name,
                message: "the draft '\(name)' would have the files of backup \(backup.run)")
        }
        try change("restore") { (edit) throws(CLIError) in
            try engine { () throws(SyncError) in
                if let before {
                    try edit.replace(files, in: before)
                } else {
                    try edit.create(name, files: files, options: DraftOptions())
                }
            }
        }
        return Note(
            draft: name, message: "the draft '\(name)' now has the files of backup \(backup.run)")
    }

    fileprivate func restore(
        _ backup: Backup, toFolder folder: String, isDryRun: Bool
    ) throws(CLIError) -> Note {
        do { try backups.copy(backup, to: folder, isDry: isDryRun) } catch {
            throw CLIError(error)
        }
        if isDryRun {
            return Note(
                message: "would copy the files of backup \(backup.run) to \(folder);"
                    + " nothing was done")
        }
        return Note(message: "copied the files of backup \(backup.run) to \(folder)")
    }
}
