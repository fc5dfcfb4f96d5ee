// The base of each device.

extension StateStore {
    /// What was last verified on a device.
    ///
    /// - Parameter device: The device's identity.
    /// - Returns: The base, or nil when nothing was ever synced to it.
    /// - Throws: `StateError`.
    package func base(of device: String) throws(StateError) -> Base? {
        let files = try database.rows(
            "SELECT name, digest, size, from_draft, settings FROM base_files WHERE device = ?",
            [.text(device)]
        ) { row in
            (
                row.text(0) ?? "",
                BaseFile(
                    digest: Digest(hex: row.text(1) ?? ""), size: row.integer(2) ?? 0,
                    fromDraft: row.integer(3) == 1, settings: row.blob(4))
            )
        }
        return try database.rows(
            "SELECT draft, run, at FROM bases WHERE device = ?", [.text(device)]
        ) { row in
            Base(
                draft: row.text(0) ?? "", run: row.text(1) ?? "",
                at: Timestamp(milliseconds: row.integer(2) ?? 0),
                files: Dictionary(files) { first, _ in first })
        }.first
    }

    /// Replaces a device's base, inside the caller's transaction.
    func replaceBase(_ base: Base, of device: String) throws(StateError) {
        try database.run("DELETE FROM bases WHERE device = ?", [.text(device)])
        try database.run(
            "INSERT INTO bases (device, draft, run, at) VALUES (?, ?, ?, ?)",
            [
                .text(device), .text(base.draft), .text(base.run),
                .integer(base.at.milliseconds),
            ])
        for (name, file) in base.files {
            try database.run(
                "INSERT INTO base_files (device, name, digest, size, from_draft, settings)"
                    + " VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .text(device), .text(name), .text(file.digest.hex), .integer(file.size),
                    .integer(file.fromDraft ? 1 : 0), file.settings.map(SQLiteValue.blob) ?? .null,
                ])
        }
    }

    /// What was last verified on the devices that got a draft.
    ///
    /// - Parameter draft: The draft's name.
    /// - Returns: The bases, the newest first.
    /// - Throws: `StateError`.
    package func bases(ofDraft draft: String) throws(StateError) -> [Base] {
        let devices = try database.rows(
            "SELECT device FROM bases WHERE draft = ? ORDER BY at DESC", [.text(draft)]
        ) { $0.text(0) ?? "" }
        var bases: [Base] = []
        for device in devices { if let base = try base(of: device) { bases.append(base) } }
        return bases
    }
}
