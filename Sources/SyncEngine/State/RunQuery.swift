// Which runs of the log somebody wants to see.

/// A question to the log.
package struct RunQuery: Equatable, Sendable {
    /// Only this device's runs.
    package var device: String?
    /// Only runs with this draft.
    package var draft: String?
    /// Only runs that ended in one of these ways.
    package var results: Set<RunResult>?
    /// Only runs that began at this time or later.
    package var since: Timestamp?
    /// Only runs that began before this time.
    package var until: Timestamp?
    /// Only runs that came after this place in the log.
    package var after: Int?
    /// Only runs that made a backup.
    package var withBackup = false
    /// Only runs that were made on this computer.
    package var onlyOwn = false
    /// Only runs that know what the fox sends.
    package var withAir = false
    /// The most runs, or nil for all.
    package var limit: Int?
    /// The oldest run first, instead of the newest.
    package var oldestFirst = false

    /// Asks for all runs.
    package init(limit: Int? = nil, device: String? = nil) {
        self.limit = limit
        self.device = device
    }

    /// The end of an SQL statement on `runs`, and the values in it.
    var sql: (text: String, values: [SQLiteValue]) {
        var conditions: [String] = []
        var values: [SQLiteValue] = []
        func add(_ condition: String, _ value: SQLiteValue?) {
            guard let value else { return }
            conditions.append(condition)
            values.append(value)
        }
        add("device = ?", device.map(SQLiteValue.text))
        add("draft = ?", draft.map(SQLiteValue.text))
        add("sequence > ?", after.map(SQLiteValue.integer))
        add("started >= ?", since.map { .integer($0.milliseconds) })
        add("started < ?", until.map { .integer($0.milliseconds) })
        if let results {
            let list = results.map(\.rawValue).sorted()
            conditions.append("result IN (\(list.map { _ in "?" }.joined(separator: ", ")))")
            values += list.map(SQLiteValue.text)
        }
        if withBackup { conditions.append("backup IS NOT NULL") }
        if onlyOwn { conditions.append("origin IS NULL") }
        if withAir { conditions.append("fox_callsign IS NOT NULL") }
        let way = oldestFirst ? "ASC" : "DESC"
        var text = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        text += " ORDER BY sequence \(way), rowid \(way)"
        if let limit {
            text += " LIMIT ?"
            values.append(.integer(limit))
        }
        return (text, values)
    }
}
