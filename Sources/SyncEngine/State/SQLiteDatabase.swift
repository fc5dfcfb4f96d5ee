// The thinnest layer over SQLite that leaks neither pointers nor unfinalised statements.
internal import CSQLite
internal import FoxSystem
internal import Glibc

/// One connection to an SQLite database file, used by one thread at a time.
package final class SQLiteDatabase {
    private let connection: OpaquePointer
    private let claim: OpenDatabase?
    private let waiting: LockWaiting
    /// The database's path.
    package let path: String

    /// How a database is opened.
    package enum Mode: Sendable {
        /// Created when it is missing, in WAL mode with full synchronisation.
        case writing
        /// Nothing is written to it, created or migrated.
        case reading
        /// The same, and no other program can change it: its folder is on a read-only medium.
        case immutable
        /// In memory, empty.
        case memory
    }

    /// Opens or creates a database.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - mode: How.
    /// - Throws: `StateError` with SQLite's message.
    package init(path: String, _ mode: Mode = .writing) throws(StateError) {
        if mode != .memory { try Self.refuseObstacles(path) }
        var handle: OpaquePointer?
        let (name, flags) =
            switch mode {
            case .writing: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            case .reading: (path, SQLITE_OPEN_READONLY)
            case .immutable:
                (Self.uri(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
            case .memory: (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            }
        let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOFOLLOW, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw StateError(path: path, action: "open", message: message, code: code)
        }
        let isShared = mode == .writing || mode == .reading
        do { claim = isShared ? try OpenDatabase(path) : nil } catch {
            sqlite3_close_v2(handle)
            throw error
        }
        connection = handle
        self.path = path
        // Ten syncs at once take turns; each transaction is a few milliseconds.
        waiting = LockWaiting(path)
        waiting.begin(handle)
        sqlite3_extended_result_codes(handle, 1)
        if mode == .writing { try execute("PRAGMA journal_mode = WAL") }
        try execute("PRAGMA synchronous = FULL")
        try execute("PRAGMA foreign_keys = ON")
        if let claim {
            // The first read maps the '-shm' file; what is wrong with it, the first question tells.
            sqlite3_exec(connection, "PRAGMA schema_version", nil, nil, nil)
            claim.noteShared()
        }
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

    /// Runs one statement and gives its rows to a closure, one at a time, until it has enough.
    ///
    /// - Parameters:
    ///   - sql: One statement with `?` for each value.
    ///   - values: The values, in order.
    ///   - row: Called for each row; copies out what it needs. False ends it.
    /// - Throws: `StateError`.
    package func each(
        _ sql: String, _ values: [SQLiteValue] = [], row: (borrowing SQLiteRow) -> Bool
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
            case SQLITE_ROW: if !row(SQLiteRow(statement: statement)) { return }
            case SQLITE_DONE: return
            case let code: throw failure("use", code)
            }
        }
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
        try each(sql, values) { found in
            row(found)
            return true
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

    /// A path as SQLite reads it in a `file:` URI.
    private static func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return "file:"
            + path.utf8.map { byte -> String in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    String(Character(Unicode.Scalar(byte)))
                default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
                }
            }.joined()
    }

    /// Refuses what is no plain file, which may be waited for without end, and what may not be read.
    private static func refuseObstacles(_ path: String) throws(StateError) {
        for file in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) {
            let kind: FileStatus.Kind
            do throws(Errno) {
                kind = try Folder.status(file).kind
                if kind == .regular, access(file, R_OK) != 0 { throw .current }
            } catch  where error.isMissing { continue } catch {
                throw StateError(path: path, HostProblem(file, error))
            }
            if kind == .regular { continue }
            throw StateError(
                path: file, action: "open",
                message: "a \(kind == .directory ? "folder" : kind.rawValue) stands in its place",
                cure: "move it away and run again")
        }
    }

    private func failure(_ action: String, _ code: Int32) -> StateError {
        let number = Errno(rawValue: sqlite3_system_errno(connection))
        if let problem = waiting.problem(code, number) {
            return StateError(path: path, action: action, message: problem.message, cure: "")
        }
        if [SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN].contains(code & 0xff),
            let problem = HostProblem.keeping(
                from: [path.deletingLastComponent], files: [path], writes: true)
        {
            return StateError(path: path, problem)
        }
        // What SQLite calls an I/O error may be a disk that is full: the kernel's word is clearer.
        let isFull = code & 0xff == SQLITE_IOERR && sqlite3_system_errno(connection) == ENOSPC
        return StateError(
            path: path, action: action,
            message: isFull
                ? "no space left on the disk" : String(cString: sqlite3_errmsg(connection)),
            code: isFull ? SQLITE_FULL : code)
    }
}
