// Reading one row of an SQLite result.
internal import CSQLite

/// The current row of a running statement; valid only inside the closure that received it.
package struct SQLiteRow: ~Copyable {
    let statement: OpaquePointer

    init(statement: OpaquePointer) { self.statement = statement }

    /// A column as text, or nil when it is NULL.
    ///
    /// - Parameter column: Number of the column, from 0.
    /// - Returns: The text.
    package func text(_ column: Int32) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    /// A column as a whole number, or nil when it is NULL.
    ///
    /// - Parameter column: Number of the column, from 0.
    /// - Returns: The number.
    package func integer(_ column: Int32) -> Int? {
        sqlite3_column_type(statement, column) == SQLITE_NULL
            ? nil : Int(sqlite3_column_int64(statement, column))
    }

    /// A column as bytes, or nil when it is NULL.
    ///
    /// - Parameter column: Number of the column, from 0.
    /// - Returns: The bytes.
    package func blob(_ column: Int32) -> [UInt8]? {
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        let count = Int(sqlite3_column_bytes(statement, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
