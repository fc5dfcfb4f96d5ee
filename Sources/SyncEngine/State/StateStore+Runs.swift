// The sync log: runs and their steps.

extension StateStore {
    /// Writes a run and its planned steps, durably: the journal before the first write.
    ///
    /// - Parameters:
    ///   - run: The run as it stands.
    ///   - steps: What it is going to do.
    ///   - plan: Every file that was considered.
    /// - Throws: `StateError`.
    package func begin(
        _ run: RunRecord, steps: [StepRecord] = [], plan: [PlannedFile] = []
    ) throws(StateError) {
        try database.transaction { () throws(StateError) in
            try insert(run)
            try insert(plan, of: run.id)
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

    /// Brings all steps of a run up to date.
    ///
    /// - Parameters:
    ///   - steps: The steps in their order.
    ///   - run: The run's identity.
    /// - Throws: `StateError`; then nothing of it is recorded.
    package func update(_ steps: [StepRecord], of run: String) throws(StateError) {
        try database.transaction { () throws(StateError) in
            for (number, step) in steps.enumerated() { try insert(step, number, of: run) }
        }
    }

    /// Notes that a run begins to write: its first step, and with it whose the draft is.
    ///
    /// Otherwise the draft of a first push that is cut or fails would be free for another new fox, and
    /// this one would never be finished.
    ///
    /// - Parameters:
    ///   - step: The first step, begun.
    ///   - run: The run; a restore brings no draft.
    /// - Throws: `StateError`; then nothing of it is recorded.
    package func beginWriting(_ step: StepRecord, of run: RunRecord) throws(StateError) {
        try database.transaction { () throws(StateError) in
            try insert(step, 0, of: run.id)
            if run.kind == .sync, let device = run.device, let draft = run.draft {
                try assignFirst(draft, to: device, at: .now)
            }
        }
    }

    /// Ends a run and, when the device was proven to hold the draft, records the new base with it.
    ///
    /// - Parameters:
    ///   - run: The run as it ended.
    ///   - plan: Every file that was considered.
    ///   - base: The new base, or nil when the old one still holds.
    ///   - assign: Whether the draft becomes the device's own, unless one is assigned already.
    /// - Throws: `StateError`; then nothing of it is recorded.
    package func end(
        _ run: RunRecord, plan: [PlannedFile] = [], base: Base? = nil, assign: Bool = false
    ) throws(StateError) {
        try database.transaction { () throws(StateError) in
            try insert(run)
            try insert(plan, of: run.id)
            if run.result == .restored, let device = run.device {
                // Otherwise the next contact would push the draft over what was just restored.
                try self.assign(nil, to: device, byHand: true)
            }
            guard let device = run.device, let base else { return }
            try replaceBase(base, of: device)
            if assign { try assignFirst(base.draft, to: device, at: base.at) }
        }
    }

    /// Assigns a draft that came onto a device without a person's word, unless one is assigned.
    private func assignFirst(
        _ draft: String, to device: String, at: Timestamp
    ) throws(StateError) {
        try database.run(
            "INSERT OR IGNORE INTO assignments (device, draft, by_hand, at) VALUES (?, ?, 0, ?)",
            [.text(device), .text(draft), .integer(at.milliseconds)])
    }

    /// Lists runs in the order of the log, the newest first.
    ///
    /// - Parameter query: Which ones.
    /// - Returns: The runs.
    /// - Throws: `StateError`.
    package func runs(_ query: RunQuery) throws(StateError) -> [RunRecord] {
        let (filter, values) = query.sql
        return try database.rows("\(RunRecord.select) \(filter)", values) { RunRecord($0) }
    }

    /// Gives runs to a closure one at a time, however many there are.
    ///
    /// - Parameters:
    ///   - query: Which ones.
    ///   - body: Told each run; false ends it.
    /// - Throws: `StateError`.
    package func eachRun(
        _ query: RunQuery, _ body: (RunRecord) -> Bool
    ) throws(StateError) {
        let (filter, values) = query.sql
        try database.each("\(RunRecord.select) \(filter)", values) { body(RunRecord($0)) }
    }

    /// Lists the newest runs.
    ///
    /// - Parameter limit: The most runs to list.
    /// - Returns: The runs, the newest first.
    /// - Throws: `StateError`.
    package func runs(limit: Int) throws(StateError) -> [RunRecord] {
        try runs(RunQuery(limit: limit))
    }

    /// Finds runs by the beginning of their identity.
    ///
    /// - Parameters:
    ///   - prefix: Some first characters; none finds nothing.
    ///   - limit: The most runs to find.
    /// - Returns: The runs: one is the answer, more are ambiguous.
    /// - Throws: `StateError`.
    package func runs(
        startingWith prefix: String, limit: Int = 10
    ) throws(StateError) -> [RunRecord] {
        let typed = prefix.lowercased()
        if typed.isEmpty { return [] }
        // As a range, for the index; no identity has a character beyond 'z'.
        return try database.rows(
            "\(RunRecord.select) WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT ?2",
            [.text(typed), .integer(limit)]
        ) { RunRecord($0) }
    }

    /// How many runs are in the log.
    ///
    /// - Returns: Their number.
    /// - Throws: `StateError`.
    package func runCount() throws(StateError) -> Int {
        try database.rows("SELECT count(*) FROM runs") { $0.integer(0) ?? 0 }.first ?? 0
    }

    /// The place of the newest run in the log.
    ///
    /// - Returns: Its sequence, 0 for an empty log.
    /// - Throws: `StateError`.
    package func newestSequence() throws(StateError) -> Int {
        try database.rows("SELECT coalesce(max(sequence), 0) FROM runs") { $0.integer(0) ?? 0 }
            .first ?? 0
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
            var step = StepRecord(
                file: row.text(0) ?? "", action: row.text(1) ?? "", why: row.text(2) ?? "",
                from: row.content(3, 4), to: row.content(5, 6),
                state: row.text(7).flatMap(StepRecord.State.init) ?? .failed)
            step.method = row.text(8).flatMap(ReadMethod.init)
            step.milliseconds = row.integer(9)
            step.attempts = row.integer(10)
            return step
        }
    }

    /// Writes a run: a new one takes the next place in the log.
    func insert(_ run: RunRecord) throws(StateError) {
        let marks = run.values.map { _ in "?" }.joined(separator: ", ")
        try database.run(
            """
            INSERT INTO runs (\(RunRecord.columns), sequence) VALUES (\(marks),
            max(?6, coalesce((SELECT max(sequence) FROM runs WHERE origin IS NULL), 0) + 1))
            ON CONFLICT (id) DO UPDATE SET \(RunRecord.updates)
            """, run.values)
    }

    /// Writes a step over whatever was known of it.
    func insert(
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

extension SQLiteRow {
    /// Digest and size from two columns, or nil when there is no digest.
    func content(_ digest: Int32, _ size: Int32) -> FileContent? {
        text(digest).map { FileContent(digest: Digest(hex: $0), size: integer(size) ?? 0) }
    }
}
