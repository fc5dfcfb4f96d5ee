// Values that go into an SQL statement.
internal import CSQLite

/// A value bound to a `?` of a statement.
package enum SQLiteValue: Sendable {
    /// NULL.
    case null
    /// A whole number.
    case integer(Int)
    /// Text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// Text, or NULL for nil.
    package static func optional(_ text: String?) -> SQLiteValue { text.map(Self.text) ?? .null }

    /// A number, or NULL for nil.
    package static func optional(_ number: Int?) -> SQLiteValue {
        number.map(Self.integer) ?? .null
    }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        // SQLITE_TRANSIENT, a macro that does not import: SQLite copies before the call returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
        case .text(let text): sqlite3_bind_text(statement, index, text, -1, transient)
        case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(statement, index, 0)
        case .blob(let bytes):
            sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
        }
    }
}
