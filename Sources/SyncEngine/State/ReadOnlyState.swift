// Opening the state database where nothing may be written: a read-only home still has a log.
internal import FoxSystem
internal import Glibc

/// The ways to read a database without changing it.
enum ReadOnlyState {
    /// Opens a database for questions only.
    ///
    /// - Parameter path: The database file; one that is missing is the same as an empty one.
    /// - Returns: An open database of the present version.
    /// - Throws: `StateError`.
    static func open(_ path: String) throws(StateError) -> SQLiteDatabase {
        guard try exists(path) else {
            let empty = try SQLiteDatabase(path: path, .memory)
            try Schema.migrate(empty)
            return empty
        }
        var version: Int?
        do throws(StateError) {
            let database = try SQLiteDatabase(path: path, .reading)
            version = try Schema.version(of: database)
            if version == Schema.version { return database }
        } catch {
            guard error.isAboutAccess else { throw error }
            // A database with a write-ahead log wants an index beside it, which this folder does
            // not take. When the log is empty the file alone is the database.
            if size(path + "-wal") == 0 {
                let database = try SQLiteDatabase(path: path, .immutable)
                version = try Schema.version(of: database)
                if version == Schema.version { return database }
            }
        }
        // An older version: brought forward in its place where that can be, else as a copy.
        if version != nil, let database = try? SQLiteDatabase(path: path),
            (try? Schema.migrate(database)) != nil
        {
            return database
        }
        return try copy(of: path)
    }

    /// A copy that has no name any more, with its write-ahead log worked in, migrated.
    static func copy(of path: String) throws(StateError) -> SQLiteDatabase {
        let folder: String
        do throws(Errno) { folder = try copyFiles(of: path) } catch {
            throw StateError(
                path: path, action: "read a copy of", message: error.description,
                cure:
                    "its folder takes no files, and \(copyFolder) none either: set TMPDIR to one that does"
            )
        }
        defer { try? Folder.removeFiles(folder) }
        let database = try SQLiteDatabase(path: folder + "/state")
        try Schema.migrate(database)
        return database
    }

    private static var copyFolder: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }

    private static func copyFiles(of path: String) throws(Errno) -> String {
        var template = Array("\(copyFolder)/fox-sync-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .current }
        let folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(Errno) {
            for end in ["", "-wal"] {
                let bytes: [UInt8]
                do throws(Errno) {
                    bytes = try FileDescriptor.open(path + end, flags: O_RDONLY | O_NOFOLLOW)
                        .readAll(limit: 1 << 30)
                } catch Errno.notFound { continue }
                try Folder.replaceFile(folder + "/state" + end, with: bytes, mode: 0o600)
            }
        } catch {
            try? Folder.removeFiles(folder)
            throw error
        }
        return folder
    }

    /// Whether there is something of this name; what cannot be looked at is no answer.
    private static func exists(_ path: String) throws(StateError) -> Bool {
        do throws(Errno) {
            _ = try Folder.status(path)
            return true
        } catch  where error.isMissing { return false } catch {
            throw StateError(path: path, HostProblem(path, error))
        }
    }

    private static func size(_ path: String) -> Int { (try? Folder.status(path))?.size ?? 0 }
}
