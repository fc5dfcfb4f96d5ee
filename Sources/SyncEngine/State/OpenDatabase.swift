// Which files are open as databases in this process, so that no two of one name ever are.
internal import CSQLite
internal import FoxSystem
internal import Synchronization

// A database that is moved away leaves its '-shm' file behind. A second connection of the same
// process, to a new database of the old name, takes that file for its own and cuts it to length while
// the first one has it mapped: the process dies of SIGBUS. SQLite's locks are no help, since a process
// never locks itself out (https://www.sqlite.org/howtocorrupt.html, 'Unlinking or renaming').

/// One connection's claim on a database file; given back when it goes.
final class OpenDatabase: Sendable {
    private struct File {
        let device: UInt64
        let inode: UInt64
        var connections: Int
    }

    private static let files = Mutex<[String: File]>([:])
    private let path: String

    /// Claims a file that has just been opened, before anything is read from it.
    ///
    /// - Parameter path: The database's path.
    /// - Throws: `StateError` while another file of this name is open.
    init(_ path: String) throws(StateError) {
        self.path = path
        guard let status = try? Folder.status(path) else { return }
        let isClaimed = Self.files.withLock { files in
            var file =
                files[path] ?? File(device: status.device, inode: status.inode, connections: 0)
            guard file.device == status.device, file.inode == status.inode else { return false }
            file.connections += 1
            files[path] = file
            return true
        }
        if !isClaimed {
            throw StateError(
                path: path, action: "open",
                message: "it was moved or replaced while a sync is at work with the one before",
                code: SQLITE_BUSY)
        }
    }

    deinit {
        Self.files.withLock { files in
            guard let file = files[path] else { return }
            if file.connections > 1 {
                files[path]?.connections -= 1
            } else {
                files[path] = nil
            }
        }
    }
}
