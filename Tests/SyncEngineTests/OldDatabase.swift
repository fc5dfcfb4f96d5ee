// A state database as the first version of the schema left it: its SQL is kept here word for word,
// so that nobody can change the past.
import Foundation

@testable import SyncEngine

/// A database of an earlier fox-sync, with content.
enum OldDatabase {
    /// The first version of the schema.
    static let first = """
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

    /// A bench whose clock began each day in the past: four runs, of which one was cut.
    static let content = """
        INSERT INTO devices VALUES ('E661', 'fox 3', 'AI6YM', 'PicoFox', '2.0', 1000, 9000);
        INSERT INTO assignments VALUES ('E661', 'hunt', 1, 1000);
        INSERT INTO availability VALUES ('E661', 'available', 'pushed', 1000);
        INSERT INTO drafts VALUES ('hunt', 'stock', 0);
        INSERT INTO bases VALUES ('E661', 'hunt', 'bbbbbbbb', 5000);
        INSERT INTO base_files VALUES ('E661', 'audio.wav', 'aa', 44, 1, NULL);
        INSERT INTO runs (id, kind, device, draft, volume, started, finished, result, next_command)
            VALUES ('zzzzzzzz', 'sync', 'E661', 'hunt', '/mnt/a', 9000, 9500, 'held', 'x\ny');
        INSERT INTO runs (id, kind, device, draft, volume, started, finished, result, method, files)
            VALUES ('bbbbbbbb', 'sync', 'E661', 'hunt', '/mnt/a', 5000, 5400, 'pushed', 'direct', 2);
        INSERT INTO runs (id, kind, device, draft, volume, started, result)
            VALUES ('aaaaaaaa', 'sync', 'E661', 'hunt', '/mnt/a', 5100, 'running');
        INSERT INTO runs (id, kind, device, draft, volume, started, finished, result)
            VALUES ('cccccccc', 'sync', NULL, NULL, '/mnt/b', 100, 120, 'failed');
        INSERT INTO steps VALUES ('aaaaaaaa', 0, 'audio.wav', 'replace', 'changed', 'aa', 44, 'bb',
            46, 'begun', NULL, NULL, 1);
        PRAGMA user_version = 1;
        """

    /// Makes the file.
    ///
    /// - Parameter path: Where; its folder must exist.
    /// - Throws: `StateError`.
    static func make(_ path: String) throws {
        let database = try SQLiteDatabase(path: path)
        try database.execute(first)
        try database.execute(content)
    }
}
