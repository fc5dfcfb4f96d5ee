// The journals: the steps of runs that had begun to write and did not end well.

extension StateStore {
    /// Which runs have an open journal.
    ///
    /// Those that did not end well, with none after them that proved the device. A pull proves what
    /// it read, and not that the cut run's files and left-overs are on the medium or off it.
    static let isOpen = """
        runs.origin IS NULL
        AND runs.result IN ('running', 'failed', 'interrupted', 'verification-failed')
        AND runs.sequence > coalesce((SELECT max(good.sequence) FROM runs AS good
        WHERE good.device = runs.device AND good.origin IS NULL AND good.result IN
        (\(RunResult.proven.subtracting([.pulled]).map { "'\($0.rawValue)'" }.sorted()
            .joined(separator: ", ")))), 0)
        """

    /// Marks the runs of a device that still say `running` as cut.
    ///
    /// - Parameter device: The device's identity, whose lock the caller holds: nobody is at work.
    /// - Throws: `StateError`.
    package func endCutRuns(of device: String) throws(StateError) {
        try database.run(
            """
            UPDATE runs SET result = 'interrupted', finished = started, message = CASE
            WHEN NOT EXISTS (SELECT 1 FROM steps WHERE run = runs.id AND state <> 'planned')
            THEN 'the run was cut before its first file; nothing was written to the fox'
            WHEN kind = 'restore' THEN 'the restore was cut; it does not go on by itself'
            ELSE 'the run was cut; it is finished at the next contact' END
            WHERE device = ? AND result = 'running' AND origin IS NULL
            """, [.text(device)])
    }

    /// Runs of a device that had begun to write and did not end well, after its last good one.
    ///
    /// Only runs of this computer: what was imported says nothing of what this one left where.
    ///
    /// - Parameter device: The device's identity, whose lock the caller holds.
    /// - Returns: The runs with their steps, the oldest first.
    /// - Throws: `StateError`.
    package func unfinishedRuns(
        of device: String
    ) throws(StateError) -> [(run: RunRecord, steps: [StepRecord])] {
        // By the order of the log, never by its times: a small computer without a clock of its own
        // begins each day in the past.
        let ended = try database.rows(
            """
            \(RunRecord.select) WHERE device = ?1 AND \(Self.isOpen)
            ORDER BY sequence DESC LIMIT 100
            """, [.text(device)]
        ) { RunRecord($0) }
        var journals: [(run: RunRecord, steps: [StepRecord])] = []
        for run in ended.reversed() {
            let steps = try steps(of: run.id)
            // Steps that were only planned count, too: what their files were is known.
            if steps.contains(where: { $0.state != .planned }) { journals.append((run, steps)) }
        }
        return journals
    }

    /// The place in the log after which unfinished runs add to what is known of a device.
    ///
    /// Whatever runs before it did was on the device when the run of the base read it, or the device
    /// was forgotten since.
    ///
    /// - Parameter device: The device's identity.
    /// - Returns: The place; 0 when all of them count.
    /// - Throws: `StateError`.
    package func placeOfKnowledge(of device: String) throws(StateError) -> Int {
        try database.rows(
            """
            SELECT max(coalesce((SELECT runs.sequence FROM bases JOIN runs ON runs.id = bases.run
            WHERE bases.device = ?1), 0),
            coalesce((SELECT sequence FROM forgotten WHERE device = ?1), 0))
            """, [.text(device)]
        ) { $0.integer(0) ?? 0 }.first ?? 0
    }
}
