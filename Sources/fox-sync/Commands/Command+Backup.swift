// `backup list`: the device's files as they were before each write.
internal import SyncEngine

extension Command {
    static let backupList = Command(
        "backup list", "the backups that were made before anything was written",
        options: [Option("device", value: "DEVICE", "only of this fox")], exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        var device: String?
        if let words = call.value("device") { device = try context.device(words).id }
        let only = device
        let (runs, devices) = try context.state { (store) throws(StateError) in
            (try store.runsWithBackup(of: only), try store.devices())
        }
        let store = BackupStore(folder: context.places.backups)
        let names = devices.reduce(into: [:]) { $0[$1.id] = $1.name }
        return BackupListResult(
            backups: runs.compactMap { run in
                store.backup(of: run).map {
                    BackupListResult.Item(
                        run: $0.run, device: $0.device, name: names[$0.device], at: $0.at.iso,
                        local: $0.at.local, path: $0.path, files: $0.files, bytes: $0.bytes)
                }
            })
    }
}

private struct BackupListResult: CommandResult {
    struct Item: Encodable, Sendable {
        let run: String
        let device: String
        let name: String?
        let at: String
        let local: String
        let path: String
        let files: Int
        let bytes: Int

        private enum CodingKeys: CodingKey { case run, device, name, at, path, files, bytes }
    }

    let backups: [Item]

    func text(_ style: Style) -> String {
        var table = Table()
        for item in backups {
            table.add(
                [
                    item.run, item.local, item.name ?? Array(item.device.utf8).printable,
                    Style.count(item.files, "file"), Style.bytes(item.bytes), item.path,
                ], tints: [.dim, nil, .bold])
        }
        return table.isEmpty ? "no backup was made yet" : table.text(style)
    }
}
