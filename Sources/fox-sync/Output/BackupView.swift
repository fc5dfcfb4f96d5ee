// Backups as people and scripts see them.
internal import SyncEngine

/// A backup, ready to be printed.
struct BackupView: Encodable, Sendable {
    let run: String
    let device: String
    let name: String?
    let at: String
    let path: String
    let files: Int
    let bytes: Int
    private let local: String

    init(_ backup: Backup, name: String?) {
        run = backup.run
        device = backup.device
        self.name = name
        at = backup.at.iso
        local = backup.at.local
        path = backup.path
        files = backup.files
        bytes = backup.bytes
    }

    private enum CodingKeys: CodingKey { case run, device, name, at, path, files, bytes }

    /// The row of a table.
    var row: [String] {
        [
            run, local, name ?? Array(device.utf8).printable, Style.count(files, "file"),
            Style.bytes(bytes), path,
        ]
    }
}

/// The answer to `backup list`.
struct BackupListResult: CommandResult {
    let backups: [BackupView]

    func text(_ style: Style) -> String {
        var table = Table()
        for backup in backups { table.add(backup.row, tints: [.dim, nil, .bold]) }
        return table.isEmpty ? "no backup was made yet" : table.text(style)
    }
}

/// The answer to `backup show`.
struct BackupShowResult: CommandResult {
    struct File: Encodable, Sendable {
        let name: String
        let size: Int
        let sha256: Digest
    }

    let backup: BackupView
    let files: [File]

    func text(_ style: Style) -> String {
        var table = Table()
        table.add(backup.row, tints: [.dim, nil, .bold])
        var contents = Table(indent: "  ")
        for file in files {
            contents.add([file.name, Style.bytes(file.size), file.sha256.hex])
        }
        return table.text(style) + "\n" + contents.text(style)
    }
}
