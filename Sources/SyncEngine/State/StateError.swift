// What can go wrong with the database on the host.
internal import CSQLite
package import FoxSystem

/// A failure of the state database; what it means for a device, the run knows.
package struct StateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The database file.
    package let path: String
    /// What was being done, as a verb.
    package let action: String
    /// SQLite's message.
    package let message: String
    /// SQLite's result code; that of no error where SQLite was not asked.
    package let code: Int32
    /// What to do, where SQLite's code does not tell it.
    private let cure: String?

    /// Describes a failure that SQLite found.
    package init(path: String, action: String, message: String, code: Int32) {
        self.path = path
        self.action = action
        self.message = message
        self.code = code
        cure = nil
    }

    /// Describes a failure that was found before SQLite was asked.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - action: What was being done, as a verb.
    ///   - message: What is the matter.
    ///   - cure: What to do; empty where the message says it.
    package init(path: String, action: String, message: String, cure: String) {
        self.path = path
        self.action = action
        self.message = message
        code = SQLITE_OK
        self.cure = cure
    }

    /// Describes what keeps this process from the file.
    ///
    /// - Parameters:
    ///   - path: The database file.
    ///   - problem: What, and the command that mends it.
    package init(path: String, _ problem: HostProblem) {
        self.init(path: path, action: "open", message: problem.description, cure: "")
    }

    /// Whether the file or its folder may not be used so, rather than being damaged or busy.
    var isAboutAccess: Bool {
        [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM].contains(code & 0xff)
    }

    /// One line that names the file, the reason and what to do.
    package var description: String {
        let usual =
            switch code & 0xff {
            case SQLITE_FULL: "free some space on this disk"
            case SQLITE_BUSY, SQLITE_LOCKED: "another program holds it; try again"
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: "check its permissions"
            case SQLITE_CORRUPT, SQLITE_NOTADB:
                "it is damaged: move it away and run again; drafts and backups are plain folders"
            default: "look at that disk"
            }
        let cure = self.cure ?? usual
        return "\(action) the state database \(Array(path.utf8).printable): \(message)"
            + (cure.isEmpty ? "" : " (\(cure))")
    }
}
