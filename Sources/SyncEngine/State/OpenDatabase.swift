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
    private struct File: Hashable {
        let path: String
        let device: UInt64
        let inode: UInt64
    }

    private struct Use {
        var connections = 0
        /// The inode of the '-shm' file, once it is mapped.
        var shared: UInt64?
    }

    private static let uses = Mutex<[File: Use]>([:])
    private let file: File?

    /// Claims a file that has just been opened, before anything is read from it.
    ///
    /// - Parameter path: The database's path.
    /// - Throws: `StateError` while another database of this name has the '-shm' file mapped.
    init(_ path: String) throws(StateError) {
        let file = (try? Folder.status(path)).map {
            File(path: path, device: $0.device, inode: $0.inode)
        }
        self.file = file
        guard let file else { return }
        let shared = Self.shared(path)
        let isClaimed = Self.uses.withLock { uses in
            let isTaken = uses.contains { other, use in
                other.path == path && other != file && shared != nil && use.shared == shared
            }
            if !isTaken { uses[file, default: Use()].connections += 1 }
            return !isTaken
        }
        if !isClaimed {
            throw StateError(
                path: path, action: "open",
                message: "it was moved or replaced while a sync is at work with the one before",
                code: SQLITE_BUSY)
        }
    }

    /// Notes which '-shm' file the connection has mapped: to be called after its first read.
    func noteShared() {
        guard let file, let shared = Self.shared(file.path) else { return }
        Self.uses.withLock { $0[file]?.shared = shared }
    }

    private static func shared(_ path: String) -> UInt64? {
        (try? Folder.status(path + "-shm"))?.inode
    }

    deinit {
        guard let file else { return }
        Self.uses.withLock { uses in
            uses[file]?.connections -= 1
            if uses[file]?.connections == 0 { uses[file] = nil }
        }
    }
}
