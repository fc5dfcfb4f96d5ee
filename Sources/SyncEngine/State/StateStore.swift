// The state on the host as typed questions and answers over the SQLite database.
internal import FoxSystem

/// Devices, assignments, draft options, bases and the sync log.
///
/// One connection, used by one thread at a time; every run opens its own.
package final class StateStore {
    let database: SQLiteDatabase

    /// Opens the database, creating or migrating it.
    ///
    /// - Parameter path: The database file; its folder is made when it is missing.
    /// - Throws: `StateError`.
    package init(path: String) throws(StateError) {
        do throws(Errno) {
            try Folder.create(path.deletingLastComponent)
        } catch {
            throw StateError(path: path, action: "open", message: error.description, code: -1)
        }
        database = try SQLiteDatabase(path: path)
        try Schema.migrate(database)
    }

    /// Looks for damage. C: `PRAGMA quick_check`
    ///
    /// - Returns: What SQLite finds, one sentence each; none when all is well.
    /// - Throws: `StateError` when it cannot even be read.
    package func problems() throws(StateError) -> [String] {
        try database.rows("PRAGMA quick_check(5)") { $0.text(0) ?? "" }.filter { $0 != "ok" }
    }
}
