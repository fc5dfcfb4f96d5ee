// What a run planned for every file it considered, and what changed in the settings.

extension StateStore {
    /// The plan of a run in its order.
    ///
    /// - Parameter run: The run's whole identity.
    /// - Returns: The files; none when it came to no plan, or was recorded before plans were kept.
    /// - Throws: `StateError`.
    package func plan(of run: String) throws(StateError) -> [PlannedFile] {
        let changes = try database.rows(
            "SELECT file, key, before, after FROM changes WHERE run = ? ORDER BY number",
            [.text(run)]
        ) { row in
            (
                row.text(0) ?? "",
                SettingChange(key: row.text(1) ?? "", from: row.text(2), to: row.text(3))
            )
        }
        let byFile = Dictionary(grouping: changes, by: \.0).mapValues { $0.map(\.1) }
        let files = try database.rows(
            """
            SELECT file, action, why, from_digest, from_size, to_digest, to_size FROM plan_files
            WHERE run = ? ORDER BY number
            """, [.text(run)]
        ) { row in
            let file = row.text(0) ?? ""
            return PlannedFile(
                file: file, action: row.text(1) ?? "", why: row.text(2) ?? "",
                from: row.content(3, 4), to: row.content(5, 6), changes: byFile[file] ?? [])
        }
        // A merge has two lines for a file: first the draft's, then the device's, which changes.
        let last = Dictionary(files.indices.map { (files[$0].file, $0) }) { max($0, $1) }
        return files.enumerated().map { number, file in
            last[file.file] == number ? file : file.withoutChanges
        }
    }

    /// Writes a plan over whatever was known of it, inside the caller's transaction.
    func insert(_ plan: [PlannedFile], of run: String) throws(StateError) {
        var line = 0
        for (number, file) in plan.enumerated() {
            try database.run(
                """
                INSERT OR REPLACE INTO plan_files (run, number, file, action, why, from_digest,
                from_size, to_digest, to_size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(run), .integer(number), .text(file.file), .text(file.action),
                    .text(file.why), .optional(file.from?.digest.hex), .optional(file.from?.size),
                    .optional(file.to?.digest.hex), .optional(file.to?.size),
                ])
            for change in file.changes {
                try database.run(
                    """
                    INSERT OR REPLACE INTO changes (run, number, file, key, before, after)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .text(run), .integer(line), .text(file.file), .text(change.key),
                        .optional(change.from), .optional(change.to),
                    ])
                line += 1
            }
        }
    }
}
