// What can go wrong with the database on the host.
internal import CSQLite

/// A failure of the state database; what it means for a device, the run knows.
package struct StateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The database file.
    package let path: String
    /// What was being done, as a verb.
    package let action: String
    /// SQLite's message.
    package let message: String
    /// SQLite's result code.
    package let code: Int32

    /// The code where SQLite was not asked, since the file is a folder.
    static let isFolder: Int32 = -1

    /// Describes a failure.
    package init(path: String, action: String, message: String, code: Int32) {
        self.path = path
        self.action = action
        self.message = message
        self.code = code
    }

    /// Whether the file or its folder may not be used so, rather than being damaged or busy.
    var isAboutAccess: Bool {
        [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code & 0xff)
    }

    /// One line that names the file, the reason and what to do.
    package var description: String {
        let cure =
            switch code & 0xff {
            case SQLITE_FULL: "free some space on this disk"
            case SQLITE_BUSY, SQLITE_LOCKED: "another program holds it; try again"
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: "check its permissions"
            case SQLITE_CORRUPT, SQLITE_NOTADB:
                "it is damaged: move it away and run again; drafts and backups are plain folders"
            case _ where code == Self.isFolder: "move it away and run again"
            default: "look at that disk"
            }
        return "\(action) the state database \(path): \(message) (\(cure))"
    }
}
