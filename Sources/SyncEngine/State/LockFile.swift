// A file whose only purpose is its lock, and waiting for that lock in a way that can be ended.
internal import FoxSystem
internal import Glibc

/// An open lock file; its lock goes with the last reference.
final class LockFile: Sendable {
    private enum Outcome: Sendable { case locked, stopped, failed(Errno) }

    private let file: FileDescriptor

    /// Opens the file, and makes it where it is missing.
    ///
    /// - Parameter path: The file; its folder must exist.
    /// - Throws: `Errno`. C: `open`
    init(_ path: String) throws(Errno) {
        file = try FileDescriptor.open(
            path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    }

    /// Takes the lock if nobody has it.
    ///
    /// - Parameter isShared: Whether others may have it so, too.
    /// - Returns: Whether it is ours.
    /// - Throws: `Errno`. C: `flock`
    func tryLock(isShared: Bool = false) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try retrying { flock(file.rawValue, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
            return true
        } catch Errno.wouldBlock { return false }
    }

    /// Waits for the lock, however long that takes.
    ///
    /// - Parameter isShared: Whether others may have it so, too.
    /// - Throws: `Errno`. C: `flock`
    func lock(isShared: Bool = false) throws(Errno) {
        _ = try retrying { flock(file.rawValue, isShared ? LOCK_SH : LOCK_EX) }
    }

    /// Waits for the lock until it is ours or somebody asks to stop.
    ///
    /// flock(2) cannot be told to give up, and asking again and again is no waiting: a thread of its
    /// own blocks in it. Where that is too late, it lets the lock go with its reference to the file.
    ///
    /// - Parameter stop: Ends the waiting.
    /// - Returns: Whether the lock is ours.
    /// - Throws: `Errno`. C: `flock`
    func lock(unless stop: StopFlag) throws(Errno) -> Bool {
        let inbox = Inbox<Outcome>()
        let listener = stop.whenRequested { inbox.put(.stopped) }
        defer { stop.forget(listener) }
        try Worker.start {
            do throws(Errno) {
                try self.lock()
                inbox.put(.locked)
            } catch { inbox.put(.failed(error)) }
        }
        switch inbox.next() {
        case .locked: return true
        case .stopped: return false
        case .failed(let failure): throw failure
        }
    }

    /// What whoever has the lock wrote of itself.
    ///
    /// - Returns: Its words.
    /// - Throws: `Errno`.
    func owner() throws(Errno) -> String {
        let words = String(decoding: try file.read(at: 0, count: 200), as: UTF8.self)
        // It may have the lock and not have signed yet.
        return words.isEmpty ? "another fox-sync" : words
    }

    /// Writes down who has the lock.
    ///
    /// - Parameter what: What for, in words.
    /// - Throws: `Errno`.
    func sign(_ what: String? = nil) throws(Errno) {
        try clear()
        let words = "process \(getpid())" + (what.map { " (\($0))" } ?? "")
        try file.write(Array(words.utf8), at: 0)
    }

    /// Takes back what was written down.
    ///
    /// - Throws: `Errno`. C: `ftruncate`
    func clear() throws(Errno) { _ = try retrying { ftruncate(file.rawValue, 0) } }
}
