// The thinnest layer over SQLite that leaks neither pointers nor unfinalised statements.
internal import CSQLite

/// One connection to an SQLite database file, used by one thread at a time.
package final class SQLiteDatabase {
    private let connection: OpaquePointer
    private let claim: OpenDatabase
    /// The database's path.
    package let path: String

    /// Opens or creates a database in WAL mode with full synchronisation.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - readOnly: Whether nothing may be written, created or migrated.
    /// - Throws: `StateError` with SQLite's message.
    package init(path: String, readOnly: Bool = false) throws(StateError) {
        var handle: OpaquePointer?
        let flags =
            readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOFOLLOW, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw StateError(path: path, action: "open", message: message, code: code)
        }
        do { claim = try OpenDatabase(path) } catch {
            sqlite3_close_v2(handle)
            throw error
        }
        connection = handle
        self.path = path
        // Ten syncs at once take turns; each transaction is a few milliseconds.
        sqlite3_busy_timeout(handle, 20_000)
        sqlite3_extended_result_codes(handle, 1)
        if !readOnly { try execute("PRAGMA journal_mode = WAL") }
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit { sqlite3_close_v2(connection) }

    /// Runs statements without parameters.
    ///
    /// - Parameter sql: One or more statements.
    /// - Throws: `StateError`.
    package func execute(_ sql: String) throws(StateError) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure("write", code) }
    }

    /// Runs one statement and gives its rows to a closure, one at a time.
    ///
    /// - Parameters:
    ///   - sql: One statement with `?` for each value.
    ///   - values: The values, in order.
    ///   - row: Called for each row; copies out what it needs.
    /// - Throws: `StateError`.
    package func run(
        _ sql: String, _ values: [SQLiteValue] = [], row: (borrowing SQLiteRow) -> Void = { _ in }
    ) throws(StateError) {
        var statement: OpaquePointer?
        let prepared = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
        guard prepared == SQLITE_OK, let statement else { throw failure("read", prepared) }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: statement, at: Int32(index + 1))
            if code != SQLITE_OK { throw failure("bind", code) }
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: row(SQLiteRow(statement: statement))
            case SQLITE_DONE: return
            case let code: throw failure("write", code)
            }
        }
    }

    /// Runs one statement and collects its rows.
    ///
    /// - Parameters:
    ///   - sql: One statement with `?` for each value.
    ///   - values: The values, in order.
    ///   - transform: Makes a value of a row.
    /// - Returns: One value a row.
    /// - Throws: `StateError`.
    package func rows<Value>(
        _ sql: String, _ values: [SQLiteValue] = [],
        _ transform: (borrowing SQLiteRow) -> Value
    ) throws(StateError) -> [Value] {
        var result: [Value] = []
        try run(sql, values) { row in result.append(transform(row)) }
        return result
    }

    /// Runs a closure in one transaction: all of it is durable afterwards, or nothing is.
    ///
    /// - Parameter body: The work.
    /// - Returns: What the work returned.
    /// - Throws: `StateError` of the work or of the commit.
    package func transaction<Result>(
        _ body: () throws(StateError) -> Result
    ) throws(StateError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do throws(StateError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    private func failure(_ action: String, _ code: Int32) -> StateError {
        StateError(
            path: path, action: action, message: String(cString: sqlite3_errmsg(connection)),
            code: code)
    }
}
