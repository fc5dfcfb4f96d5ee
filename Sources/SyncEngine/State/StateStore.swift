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
            throw StateError(
                path: path, action: "open", message: error.description,
                cure: "its folder cannot be made: look at that path")
        }
        database = try SQLiteDatabase(path: path)
        try Schema.migrate(database)
    }

    /// Opens the database for questions only: nothing is created or changed, and a home that
    /// cannot be written will do.
    ///
    /// - Parameter path: The database file; one that is missing is the same as an empty one.
    /// - Throws: `StateError`.
    package init(reading path: String) throws(StateError) {
        database = try ReadOnlyState.open(path)
    }
}
