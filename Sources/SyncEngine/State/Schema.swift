// The tables of the state database and how an older one becomes the present one.

/// The schema, versioned by `PRAGMA user_version`; forward only.
///
/// 1. devices, assignments, availability, drafts, bases, base_files, runs, steps (first version)
enum Schema {
    /// Migrations in order: entry n brings version n to n + 1.
    static let migrations: [String] = [
        """
        CREATE TABLE devices (
            id TEXT PRIMARY KEY, name TEXT, vendor TEXT, model TEXT, revision TEXT,
            first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL) STRICT;
        CREATE UNIQUE INDEX devices_by_name ON devices (name COLLATE NOCASE)
            WHERE name IS NOT NULL;
        CREATE TABLE assignments (
            device TEXT PRIMARY KEY, draft TEXT NOT NULL, by_hand INTEGER NOT NULL,
            at INTEGER NOT NULL) STRICT;
        CREATE TABLE availability (
            device TEXT PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
            state TEXT NOT NULL, reason TEXT NOT NULL, since INTEGER NOT NULL) STRICT;
        CREATE TABLE drafts (
            name TEXT PRIMARY KEY, firmware TEXT, off_air INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE TABLE bases (
            device TEXT PRIMARY KEY, draft TEXT NOT NULL, run TEXT NOT NULL,
            at INTEGER NOT NULL) STRICT;
        CREATE TABLE base_files (
            device TEXT NOT NULL REFERENCES bases (device) ON DELETE CASCADE,
            name TEXT NOT NULL, digest TEXT NOT NULL, size INTEGER NOT NULL,
            from_draft INTEGER NOT NULL, settings BLOB, PRIMARY KEY (device, name)) STRICT;
        CREATE TABLE runs (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, device TEXT, draft TEXT, volume TEXT NOT NULL,
            started INTEGER NOT NULL, finished INTEGER, result TEXT NOT NULL,
            message TEXT NOT NULL DEFAULT '', next_command TEXT, method TEXT,
            files INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
            firmware TEXT, backup TEXT, warnings TEXT) STRICT;
        CREATE INDEX runs_by_time ON runs (started);
        CREATE INDEX runs_by_device ON runs (device, started);
        CREATE TABLE steps (
            run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            file TEXT NOT NULL, action TEXT NOT NULL, why TEXT NOT NULL,
            from_digest TEXT, from_size INTEGER, to_digest TEXT, to_size INTEGER,
            state TEXT NOT NULL, method TEXT, milliseconds INTEGER, attempts INTEGER,
            PRIMARY KEY (run, number)) STRICT;
        """
    ]

    /// Brings a database to the present version.
    ///
    /// - Parameter database: An open, writable database.
    /// - Throws: `StateError`; also when the database comes from a newer fox-sync.
    static func migrate(_ database: SQLiteDatabase) throws(StateError) {
        func version() throws(StateError) -> Int {
            try database.rows("PRAGMA user_version") { $0.integer(0) ?? 0 }.first ?? 0
        }
        let found = try version()
        if found == migrations.count { return }
        if found > migrations.count {
            throw StateError(
                path: database.path, action: "read",
                message: "it has schema \(found) and this fox-sync knows \(migrations.count);"
                    + " a newer fox-sync wrote it",
                code: -1)
        }
        try database.transaction { () throws(StateError) in
            // Asked again inside the transaction: another process may have migrated meanwhile.
            for number in migrations.indices.dropFirst(try version()) {
                try database.execute(migrations[number])
                try database.execute("PRAGMA user_version = \(number + 1)")
            }
        }
    }
}
