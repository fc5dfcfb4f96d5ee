// Forgetting old runs, and never one that something else stands on.

/// Which runs of the log may go.
package struct LogPruning: Equatable, Sendable {
    /// Only this device's.
    package var device: String?
    /// Only those that began before this time.
    package var before: Timestamp?
    /// How many of each device stay in any case, the newest ones; imported runs are counted apart.
    package var keep: Int?

    /// Describes what may go.
    package init(device: String? = nil, before: Timestamp? = nil, keep: Int? = nil) {
        self.device = device
        self.before = before
        self.keep = keep
    }
}

extension StateStore {
    /// Removes old runs.
    ///
    /// Runs stay that a base was made by, that are open journals, that have not ended, and that
    /// made a backup which is still there: it is found by its run.
    ///
    /// - Parameters:
    ///   - pruning: Which may go; nothing goes when it names neither time nor number.
    ///   - isDry: Whether to look only.
    ///   - hasBackup: Whether a run's backup is still there.
    /// - Returns: The runs that went, or would go, the oldest first.
    /// - Throws: `StateError`; then all are still there.
    package func prune(
        _ pruning: LogPruning, isDry: Bool, hasBackup: (RunRecord) -> Bool
    ) throws(StateError) -> [RunRecord] {
        if pruning.before == nil && pruning.keep == nil { return [] }
        var values: [SQLiteValue] = [
            .integer(pruning.before?.milliseconds ?? Int.max), .integer(pruning.keep ?? 0),
        ]
        if let device = pruning.device { values.append(.text(device)) }
        let candidates = try database.rows(
            """
            \(RunRecord.select) WHERE started < ?1 AND result <> 'running'
            \(pruning.device == nil ? "" : "AND device = ?3")
            AND id NOT IN (SELECT run FROM bases)
            AND NOT (\(Self.isOpen))
            AND rowid NOT IN (SELECT entry FROM (SELECT rowid AS entry, row_number() OVER
            (PARTITION BY device, origin IS NULL ORDER BY sequence DESC, rowid DESC) AS age FROM runs
            \(pruning.device == nil ? "" : "WHERE device = ?3"))
            WHERE age <= ?2)
            ORDER BY sequence, rowid
            """, values
        ) { RunRecord($0) }
        let gone = candidates.filter { !hasBackup($0) }
        if isDry || gone.isEmpty { return gone }
        try database.transaction { () throws(StateError) in
            for run in gone {
                try database.run("DELETE FROM runs WHERE id = ?", [.text(run.id)])
            }
            try database.execute(
                """
                DELETE FROM waveforms WHERE digest NOT IN (
                SELECT to_digest FROM steps WHERE to_digest IS NOT NULL
                UNION SELECT to_digest FROM plan_files WHERE to_digest IS NOT NULL)
                """)
        }
        return gone
    }
}
