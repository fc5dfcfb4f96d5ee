// Merging the logs of several benches: by the names of runs, as often as one likes.

/// What an import came to.
package struct LogImport: Equatable, Sendable {
    /// Runs that are new.
    package var added = 0
    /// Runs that were there already.
    package var known = 0
}

extension StateStore {
    /// Gives the lines of an export to a closure, one at a time; runs that have not ended are not
    /// among them.
    ///
    /// - Parameters:
    ///   - query: Which runs.
    ///   - host: The name of this computer.
    ///   - body: Told each line; false ends it.
    /// - Throws: `StateError`.
    package func export(
        _ query: RunQuery, host: String, _ body: (LogEntry) -> Bool
    ) throws(StateError) {
        var query = query
        query.oldestFirst = true
        var sounds: Set<Digest> = []
        var failure: StateError?
        try eachRun(query) { run in
            if run.result == .running { return true }
            do throws(StateError) {
                let (steps, plan) = (try steps(of: run.id), try plan(of: run.id))
                for digest in (steps.map(\.to) + plan.map(\.to)).compactMap({ $0?.digest })
                where sounds.insert(digest).inserted {
                    guard let form = try waveform(of: digest) else { continue }
                    if !body(LogEntry(form, of: digest)) { return false }
                }
                return body(LogEntry(run, steps: steps, plan: plan, host: host))
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    /// Adds the lines of an export: all of them or, when one is refused, none.
    ///
    /// What is imported is told and nothing else: no base, no journal, no backup and no command
    /// comes of it.
    ///
    /// - Parameter next: Gives one line after the other and nil at the end; throws to give up.
    /// - Returns: What was new.
    /// - Throws: `StateError`, or what `next` threw as its message.
    package func importLog(
        _ next: () throws(StateError) -> LogEntry?
    ) throws(StateError) -> LogImport {
        try database.transaction { () throws(StateError) in
            var result = LogImport()
            while let entry = try next() {
                if let wave = entry.waveform {
                    try keep(
                        KeptWaveform(samples: wave.samples, peaks: wave.peaks), of: wave.digest)
                }
                guard let line = entry.run else { continue }
                if try add(line) { result.added += 1 } else { result.known += 1 }
            }
            return result
        }
    }

    /// The place in the log that a run of this computer would get now.
    private func present() throws(StateError) -> Int {
        let newest = try database.rows(
            "SELECT coalesce(max(sequence), 0) FROM runs WHERE origin IS NULL", []
        ) { $0.integer(0) ?? 0 }
        return max(Timestamp.now.milliseconds, newest.first ?? 0)
    }

    /// Adds a run at its place in the log, but never beyond the present: a stranger's clock may be ahead,
    /// and the next run of this computer comes behind all others.
    ///
    /// - Returns: False when it is known.
    private func add(_ line: LogEntry.Run) throws(StateError) -> Bool {
        let known = try database.rows("SELECT 1 FROM runs WHERE id = ?", [.text(line.id)]) { _ in
            true
        }
        if !known.isEmpty { return false }
        let run = line.record
        let marks = run.values.map { _ in "?" }.joined(separator: ", ")
        try database.run(
            "INSERT INTO runs (\(RunRecord.columns), sequence) VALUES (\(marks), ?)",
            run.values + [.integer(min(run.sequence, try present()))])
        for (number, step) in line.steps.enumerated() { try insert(step, number, of: run.id) }
        try insert(line.plan, of: run.id)
        return true
    }
}
