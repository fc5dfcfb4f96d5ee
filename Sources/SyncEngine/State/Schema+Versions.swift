// The SQL of each version of the schema. What was released is never changed, only added to.

extension Schema {
    /// To version 1.
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

    /// To version 2.
    ///
    /// `sequence` is the order of the log: the time a run began, or one more than the run before
    /// it where the clock had gone back. So it never runs backwards on one computer, and the logs
    /// of several can be merged by it. `origin` is the computer of an imported run.
    static let second = """
        ALTER TABLE runs ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE runs ADD COLUMN origin TEXT;
        ALTER TABLE runs ADD COLUMN device_name TEXT;
        ALTER TABLE runs ADD COLUMN vendor TEXT;
        ALTER TABLE runs ADD COLUMN model TEXT;
        ALTER TABLE runs ADD COLUMN revision TEXT;
        ALTER TABLE runs ADD COLUMN guess TEXT;
        ALTER TABLE runs ADD COLUMN guess_reasons TEXT;
        ALTER TABLE runs ADD COLUMN made_by TEXT;
        ALTER TABLE runs ADD COLUMN callsign TEXT;
        ALTER TABLE runs ADD COLUMN hertz INTEGER;
        ALTER TABLE runs ADD COLUMN identifier TEXT;
        ALTER TABLE runs ADD COLUMN cycle INTEGER;
        WITH numbered AS (
            SELECT id, row_number() OVER (ORDER BY rowid) AS number,
                started - row_number() OVER (ORDER BY rowid) AS ahead FROM runs),
        ordered AS (SELECT id, number + max(ahead) OVER (ORDER BY number) AS sequence FROM numbered)
        UPDATE runs SET sequence = ordered.sequence FROM ordered WHERE ordered.id = runs.id;
        DROP INDEX runs_by_time;
        DROP INDEX runs_by_device;
        CREATE INDEX runs_by_sequence ON runs (sequence, started);
        CREATE INDEX runs_by_device ON runs (device, sequence, started);
        CREATE INDEX runs_by_draft ON runs (draft, sequence, started);
        CREATE INDEX runs_by_result ON runs (result, sequence, started);
        CREATE INDEX runs_by_origin ON runs (origin, sequence);
        CREATE TABLE plan_files (
            run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            file TEXT NOT NULL, action TEXT NOT NULL, why TEXT NOT NULL,
            from_digest TEXT, from_size INTEGER, to_digest TEXT, to_size INTEGER,
            PRIMARY KEY (run, number)) STRICT, WITHOUT ROWID;
        CREATE TABLE changes (
            run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            file TEXT NOT NULL, key TEXT NOT NULL, before TEXT, after TEXT,
            PRIMARY KEY (run, number)) STRICT, WITHOUT ROWID;
        CREATE TABLE waveforms (
            digest TEXT PRIMARY KEY, samples INTEGER NOT NULL, peaks BLOB NOT NULL)
            STRICT, WITHOUT ROWID;
        """

    /// To version 3.
    ///
    /// `sequence` is the place in the log of the device's newest run when it was forgotten: what
    /// cut runs up to there say of it counts no more as known.
    static let third = """
        CREATE TABLE forgotten (device TEXT PRIMARY KEY, sequence INTEGER NOT NULL)
            STRICT, WITHOUT ROWID;
        """

    /// To version 4.
    ///
    /// After a run that proved what is on the fox, the fox had what was told of it.
    static let fourth = """
        ALTER TABLE runs ADD COLUMN hold TEXT;
        ALTER TABLE runs ADD COLUMN fox_callsign TEXT;
        ALTER TABLE runs ADD COLUMN fox_hertz INTEGER;
        ALTER TABLE runs ADD COLUMN fox_identifier TEXT;
        ALTER TABLE runs ADD COLUMN fox_cycle INTEGER;
        ALTER TABLE runs ADD COLUMN fox_on_air INTEGER;
        UPDATE runs SET fox_callsign = callsign, fox_hertz = hertz, fox_identifier = identifier,
            fox_cycle = cycle, fox_on_air = cycle IS NOT NULL
            WHERE result IN ('pushed', 'up-to-date', 'converged', 'pulled', 'restored');
        """
}
