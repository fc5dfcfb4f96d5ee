// Waiting for a database that another program has locked, and not for one that nobody can lock.
internal import CSQLite
internal import FoxSystem
internal import Glibc

// SQLite takes 'no locks available' for a lock that somebody has, since NFS says so now and then. A
// lock that is asked for on another file of the same folder tells the two apart.

/// Decides whether a locked database is waited for.
final class LockWaiting {
    /// How long is waited at most, in milliseconds: ten syncs at once take turns, each transaction
    /// is a few milliseconds.
    private static let most = 20_000
    private let path: String
    private var waited = 0
    private var missing: Errno?

    /// Prepares for a database.
    ///
    /// - Parameter path: The database file.
    init(_ path: String) { self.path = path }

    /// Has a connection ask; this object has to live as long as the connection. C:
    /// `sqlite3_busy_handler`
    func begin(_ connection: OpaquePointer) {
        sqlite3_busy_handler(
            connection,
            { waiting, count in
                guard let waiting else { return 0 }
                return Unmanaged<LockWaiting>.fromOpaque(waiting).takeUnretainedValue()
                    .wait(count) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func wait(_ count: Int32) -> Bool {
        if count == 0 {
            let last = Errno.current
            waited = 0
            missing = probe() ?? (last == .noLocks ? last : nil)
        }
        if missing != nil || waited >= Self.most { return false }
        // As SQLite's own: short at first, since most are done at once.
        let pause = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100][min(Int(count), 11)]
        waited += pause
        usleep(UInt32(pause) * 1000)
        return true
    }

    /// Asks for a lock on a file without a name beside the database.
    ///
    /// - Returns: Why there is none; nil where there is, or where no file can be made.
    private func probe() -> Errno? {
        guard let file = try? FileDescriptor.unnamed(in: path.deletingLastComponent) else {
            return nil
        }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_len = 1
        if fcntl(file.rawValue, F_SETLK, &lock) == 0 { return nil }
        return Self.isMissing(.current) ? .current : nil
    }

    private static func isMissing(_ error: Errno) -> Bool {
        [.noLocks, .notSupported, .notImplemented].contains(error)
    }

    /// Why a statement failed, where that is for want of locks.
    ///
    /// - Parameters:
    ///   - code: SQLite's result.
    ///   - number: The kernel's, as SQLite noted it.
    /// - Returns: The words, or nil.
    func problem(_ code: Int32, _ number: Errno) -> HostProblem? {
        switch code & 0xff {
        case SQLITE_BUSY: return missing.map { HostProblem.withoutLocks(path, $0) }
        case SQLITE_IOERR where Self.isMissing(number):
            return HostProblem.withoutLocks(path, number)
        default: return nil
        }
    }
}
