// The sync log: runs and their steps. Until a run has ended, its steps are its journal.

extension StateStore {
    /// Writes a run and its planned steps, durably: the journal before the first write.
    ///
    /// - Parameters:
    ///   - run: The run as it stands.
    ///   - steps: What it is going to do.
    /// - Throws: `StateError`.
    package func begin(_ run: RunRecord, steps: [StepRecord] = []) throws(StateError) {
        try database.transaction { () throws(StateError) in
            try insert(run)
            for (number, step) in steps.enumerated() { try insert(step, number, of: run.id) }
        }
    }

    /// Notes how far a step has come.
    ///
    /// - Parameters:
    ///   - step: The step as it stands.
    ///   - number: Its place in the run.
    ///   - run: The run.
    /// - Throws: `StateError`.
    package func update(
        _ step: StepRecord, number: Int, of run: String
    ) throws(StateError) { try insert(step, number, of: run) }

    /// Ends a run and, when the device was proven to hold the draft, records the new base with it.
    ///
    /// - Parameters:
    ///   - run: The run as it ended.
    ///   - base: The new base, or nil when the old one still holds.
    ///   - assign: Whether the draft becomes the device's own, unless one is assigned already.
    /// - Throws: `StateError`; then neither is recorded.
    package func end(
        _ run: RunRecord, base: Base? = nil, assign: Bool = false
    ) throws(StateError) {
        try database.transaction { () throws(StateError) in
            try insert(run)
            if run.result == .restored, let device = run.device {
                // Otherwise the next contact would push the draft over what was just restored.
                try self.assign(nil, to: device, byHand: true)
            }
            guard let device = run.device, let base else { return }
            try replaceBase(base, of: device)
            if assign {
                try database.run(
                    "INSERT OR IGNORE INTO assignments (device, draft, by_hand, at)"
                        + " VALUES (?, ?, 0, ?)",
                    [.text(device), .text(base.draft), .integer(base.at.milliseconds)])
            }
        }
    }

    /// Lists runs, the newest first.
    ///
    /// - Parameters:
    ///   - limit: The most runs to list.
    ///   - device: Only this device's, or nil for all.
    ///   - results: Only runs that ended so, or nil for all.
    ///   - withBackup: Only runs that made a backup.
    /// - Returns: The runs.
    /// - Throws: `StateError`.
    package func runs(
        limit: Int, device: String? = nil, results: Set<RunResult>? = nil,
        withBackup: Bool = false
    ) throws(StateError) -> [RunRecord] {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        if let device {
            conditions.append("device = ?")
            values.append(.text(device))
        }
        if let results {
            let list = results.map(\.rawValue).sorted()
            let marks = list.map { _ in "?" }.joined(separator: ", ")
            conditions.append("result IN (\(marks))")
            values += list.map(SQLiteValue.text)
        }
        if withBackup { conditions.append("backup IS NOT NULL") }
        let filter =
            conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return try database.rows(
            "\(Self.selectRun) \(filter) ORDER BY started DESC, rowid DESC LIMIT ?",
            values + [.integer(limit)]
        ) { Self.run($0) }
    }

    /// Finds runs by the beginning of their identity.
    ///
    /// - Parameter prefix: Some first characters.
    /// - Returns: At most two runs: one is the answer, two are ambiguous.
    /// - Throws: `StateError`.
    package func runs(startingWith prefix: String) throws(StateError) -> [RunRecord] {
        try database.rows(
            "\(Self.selectRun) WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 2",
            [.integer(prefix.count), .text(prefix.lowercased())]
        ) { Self.run($0) }
    }

    /// The steps of a run in their order.
    ///
    /// - Parameter run: The run's whole identity.
    /// - Returns: The steps.
    /// - Throws: `StateError`.
    package func steps(of run: String) throws(StateError) -> [StepRecord] {
        try database.rows(
            """
            SELECT file, action, why, from_digest, from_size, to_digest, to_size, state, method,
            milliseconds, attempts FROM steps WHERE run = ? ORDER BY number
            """, [.text(run)]
        ) { row in
            func content(_ digest: String?, _ size: Int?) -> FileContent? {
                digest.map { FileContent(digest: Digest(hex: $0), size: size ?? 0) }
            }
            var step = StepRecord(
                file: row.text(0) ?? "", action: row.text(1) ?? "", why: row.text(2) ?? "",
                from: content(row.text(3), row.integer(4)),
                to: content(row.text(5), row.integer(6)),
                state: row.text(7).flatMap(StepRecord.State.init) ?? .failed)
            step.method = row.text(8).flatMap(ReadMethod.init)
            step.milliseconds = row.integer(9)
            step.attempts = row.integer(10)
            return step
        }
    }

    private static let selectRun = """
        SELECT id, device, draft, volume, started, finished, result, message, next_command,
        method, files, bytes, firmware, backup, warnings, kind FROM runs
        """

    private static func run(_ row: borrowing SQLiteRow) -> RunRecord {
        var run = RunRecord(
            id: row.text(0) ?? "", kind: row.text(15).flatMap(RunRecord.Kind.init) ?? .sync,
            volume: row.text(3) ?? "",
            started: Timestamp(milliseconds: row.integer(4) ?? 0))
        run.device = row.text(1)
        run.draft = row.text(2)
        run.finished = row.integer(5).map(Timestamp.init(milliseconds:))
        run.result = row.text(6).flatMap(RunResult.init) ?? .failed
        run.message = row.text(7) ?? ""
        run.next = row.text(8)?.split(separator: "\n").map(String.init) ?? []
        run.method = row.text(9).flatMap(ReadMethod.init)
        run.files = row.integer(10) ?? 0
        run.bytes = row.integer(11) ?? 0
        run.firmware = row.text(12)
        run.backup = row.text(13)
        run.warnings = row.text(14)?.split(separator: "\n").map(String.init) ?? []
        return run
    }

    private func insert(_ run: RunRecord) throws(StateError) {
        try database.run(
            """
            INSERT INTO runs (id, device, draft, volume, started, finished, result, message,
            next_command, method, files, bytes, firmware, backup, warnings, kind)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET device = excluded.device, draft = excluded.draft,
            finished = excluded.finished, result = excluded.result, message = excluded.message,
            next_command = excluded.next_command, method = excluded.method,
            files = excluded.files, bytes = excluded.bytes, firmware = excluded.firmware,
            backup = excluded.backup, warnings = excluded.warnings
            """,
            [
                .text(run.id), .optional(run.device), .optional(run.draft), .text(run.volume),
                .integer(run.started.milliseconds), .optional(run.finished?.milliseconds),
                .text(run.result.rawValue), .text(run.message),
                .text(run.next.joined(separator: "\n")),
                .optional(run.method?.rawValue), .integer(run.files), .integer(run.bytes),
                .optional(run.firmware), .optional(run.backup),
                .text(run.warnings.joined(separator: "\n")), .text(run.kind.rawValue),
            ])
    }

    private func insert(
        _ step: StepRecord, _ number: Int, of run: String
    ) throws(StateError) {
        try database.run(
            """
            INSERT OR REPLACE INTO steps (run, number, file, action, why, from_digest, from_size,
            to_digest, to_size, state, method, milliseconds, attempts)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(run), .integer(number), .text(step.file), .text(step.action),
                .text(step.why), .optional(step.from?.digest.hex), .optional(step.from?.size),
                .optional(step.to?.digest.hex), .optional(step.to?.size),
                .text(step.state.rawValue), .optional(step.method?.rawValue),
                .optional(step.milliseconds), .optional(step.attempts),
            ])
    }
}

extension StateStore {
    /// Runs of a device that had begun to write and did not end well, after its last good one.
    ///
    /// - Parameters:
    ///   - device: The device's identity, whose lock the caller holds.
    ///   - endThem: Whether those that still say `running` are marked as cut.
    /// - Returns: The runs with their steps, the oldest first.
    /// - Throws: `StateError`.
    package func unfinishedRuns(
        of device: String, endThem: Bool
    ) throws(StateError) -> [(run: RunRecord, steps: [StepRecord])] {
        if endThem {
            try database.run(
                """
                UPDATE runs SET result = 'interrupted', finished = started,
                message = 'the run was cut; it is finished at the next contact'
                WHERE device = ? AND result = 'running'
                """, [.text(device)])
        }
        // By the order of the log, never by its times: a small computer without a clock of its own
        // begins each day in the past.
        let ended = try database.rows(
            """
            \(Self.selectRun) WHERE device = ?1
            AND result IN ('running', 'failed', 'interrupted', 'verification-failed')
            AND rowid > coalesce((SELECT max(rowid) FROM runs WHERE device = ?1 AND result IN
            ('pushed', 'converged', 'pulled', 'restored', 'up-to-date')), 0)
            ORDER BY rowid DESC LIMIT 100
            """, [.text(device)]
        ) { Self.run($0) }
        var journals: [(run: RunRecord, steps: [StepRecord])] = []
        for run in ended.reversed() {
            let steps = try steps(of: run.id)
            // Steps that were only planned count, too: what their files were is known.
            if steps.contains(where: { $0.state != .planned }) { journals.append((run, steps)) }
        }
        return journals
    }
}
