// What `doctor` asks of the state database.

/// The health of the state database.
package struct DatabaseCheck: Equatable, Sendable {
    /// The version of its schema.
    package let version: Int
    /// The version that this program writes.
    package let known: Int
    /// How many runs are in the log.
    package let runs: Int
    /// How many foxes are known.
    package let devices: Int
    /// What is wrong, one sentence each; none when all is well.
    package let problems: [String]
}

extension StateStore {
    /// Looks for damage. C: `PRAGMA quick_check`, `PRAGMA foreign_key_check`
    ///
    /// - Returns: What SQLite finds, one sentence each; none when all is well.
    /// - Throws: `StateError` when it cannot even be read.
    package func problems() throws(StateError) -> [String] {
        var found = try database.rows("PRAGMA quick_check(5)") { $0.text(0) ?? "" }
            .filter { $0 != "ok" }
        let orphans = try database.rows("PRAGMA foreign_key_check") { row in
            (table: row.text(0) ?? "", parent: row.text(2) ?? "")
        }
        let kinds = Dictionary(grouping: orphans) { "\($0.table) that belong to no \($0.parent)" }
        found += kinds.map { "\($0.value.count) rows of \($0.key)" }.sorted()
        let lost =
            try database.rows(
                "SELECT count(*) FROM bases WHERE device NOT IN (SELECT id FROM devices)"
            ) { $0.integer(0) ?? 0 }.first ?? 0
        if lost > 0 { found.append("\(lost) bases of devices that nobody knows") }
        return found
    }

    /// Makes sure that a run could be recorded, without recording anything.
    ///
    /// - Throws: `StateError` when the database, its folder or its medium takes no changes.
    package func tryWriting() throws(StateError) {
        // BEGIN alone is content to read where nothing else can be done.
        let change = "DELETE FROM runs WHERE false"
        do throws(StateError) { try database.execute("BEGIN IMMEDIATE; \(change); ROLLBACK") } catch
        {
            try? database.execute("ROLLBACK")
            throw error
        }
    }

    /// Looks at the database as a whole.
    ///
    /// - Returns: Its version, its counts, and what is wrong.
    /// - Throws: `StateError` when it cannot even be read.
    package func check() throws(StateError) -> DatabaseCheck {
        func count(_ table: String) throws(StateError) -> Int {
            try database.rows("SELECT count(*) FROM \(table)") { $0.integer(0) ?? 0 }.first ?? 0
        }
        return DatabaseCheck(
            version: try Schema.version(of: database), known: Schema.version,
            runs: try count("runs"), devices: try count("devices"), problems: try problems())
    }
}
