// How an older database becomes the present one, and why a newer one is refused.

/// The schema, versioned by `PRAGMA user_version`; forward only.
///
/// 1. devices, assignments, availability, drafts, bases, base_files, runs, steps (first version)
/// 2. the order of the log, who and what a run met, its whole plan with settings before and after,
///    waveforms; indexes for a long log
/// 3. since when a forgotten device is a stranger
/// 4. what a run read on the fox, beside what the draft wants; the sort of a hold
enum Schema {
    /// Migrations in order: entry n brings version n to n + 1.
    static let migrations = [first, second, third, fourth]

    /// The version that this program reads and writes.
    static var version: Int { migrations.count }

    /// The version of a database; 0 for a new one.
    ///
    /// - Parameter database: An open database.
    /// - Returns: The version.
    /// - Throws: `StateError`; also when the database comes from a newer fox-sync.
    static func version(of database: SQLiteDatabase) throws(StateError) -> Int {
        let found = try database.rows("PRAGMA user_version") { $0.integer(0) ?? 0 }.first ?? 0
        if found > version {
            throw StateError(
                path: database.path, action: "read",
                message: "it has schema \(found) and this fox-sync knows \(version);"
                    + " a newer fox-sync wrote it: use that one",
                cure: "")
        }
        return found
    }

    /// Brings a database to the present version.
    ///
    /// - Parameter database: An open, writable database.
    /// - Throws: `StateError`; also when the database comes from a newer fox-sync.
    static func migrate(_ database: SQLiteDatabase) throws(StateError) {
        if try version(of: database) == version { return }
        try database.transaction { () throws(StateError) in
            // Asked again inside the transaction: another process may have migrated meanwhile.
            for number in migrations.indices.dropFirst(try version(of: database)) {
                try database.execute(migrations[number])
                try database.execute("PRAGMA user_version = \(number + 1)")
            }
        }
    }
}
