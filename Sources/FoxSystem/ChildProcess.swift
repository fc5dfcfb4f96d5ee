// Another program that runs beside this one, its output read as it comes.
internal import CFoxShims
internal import Glibc
internal import Synchronization

/// A program whose standard output is a pipe to this one.
///
/// It is in a process group of its own, so that Ctrl-C reaches this program only, which then decides
/// how the other one ends.
package final class ChildProcess: Sendable {
    private let reader: FileDescriptor
    /// The process's number, and nil once it was waited for: then the number may be somebody else's.
    private let number: Mutex<pid_t?>

    /// Starts a program; it reads nothing, and what it says on standard error is seen.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH`, and its arguments; no shell is involved.
    ///   - environment: Its whole environment, `KEY=VALUE` each.
    /// - Throws: `Errno`; `ENOENT` when there is no such program. C: `posix_spawnp`
    package convenience init(_ arguments: [String], environment: [String]) throws(Errno) {
        try self.init(arguments, environment, input: nil)
    }

    /// Starts a program that reads a file; what it says on standard error is not seen.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH`, and its arguments; no shell is involved.
    ///   - environment: Its whole environment, `KEY=VALUE` each.
    ///   - input: Its standard input; no other descriptor of this process is open to it.
    /// - Throws: `Errno`; `ENOENT` when there is no such program. C: `posix_spawnp`
    package convenience init(
        _ arguments: [String], environment: [String], input: borrowing FileDescriptor
    ) throws(Errno) {
        try self.init(arguments, environment, input: input.rawValue)
    }

    private init(
        _ arguments: [String], _ environment: [String], input: Int32?
    ) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying { fox_pipe(&ends) }
        reader = FileDescriptor(owning: ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            _ = fox_close_from(&actions, 3)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        }
        var attributes = SpawnAttributes.make(ownGroup: true)
        defer { posix_spawnattr_destroy(&attributes) }
        let vector = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in vector + variables { free(pointer) } }
        var child = pid_t()
        let code = posix_spawnp(&child, arguments[0], &actions, &attributes, vector, variables)
        close(ends[1])
        number = Mutex(code == 0 ? child : nil)
        if code != 0 { throw Errno(rawValue: code) }
    }

    deinit {
        if let child = number.withLock({ $0 }) {
            kill(child, SIGKILL)
            var status: Int32 = 0
            waitpid(child, &status, 0)
        }
    }

    /// Reads what comes next.
    ///
    /// - Parameter count: The most to read, in bytes.
    /// - Returns: At least one byte, or none when the program has closed its output.
    /// - Throws: `Errno`. C: `read`
    package func read(count: Int) throws(Errno) -> [UInt8] { try reader.readNext(count: count) }

    /// Reads what comes next, for as long as there is time.
    ///
    /// - Parameters:
    ///   - count: The most to read, in bytes.
    ///   - until: When to give up, by `Uptime.milliseconds`.
    /// - Returns: At least one byte, none when the program has closed its output, or nil when the time
    ///   is over.
    /// - Throws: `Errno`. C: `poll`, `read`
    package func read(count: Int, until: Int) throws(Errno) -> [UInt8]? {
        while true {
            let rest = until - Uptime.milliseconds
            if rest <= 0 { return nil }
            if waitForAny(of: [(reader.rawValue, 0)], milliseconds: rest).isEmpty { continue }
            return try reader.readNext(count: count)
        }
    }

    /// Asks the program to end as Ctrl-C would; one that has ended is left alone.
    package func interrupt() { send(SIGINT) }

    /// Ends the program without asking; one that has ended is left alone.
    package func terminate() { send(SIGKILL) }

    private func send(_ signal: Int32) {
        number.withLock { if let child = $0 { _ = kill(child, signal) } }
    }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, or 128 and the signal that ended it.
    /// - Throws: `Errno`. C: `waitpid`
    package func wait() throws(Errno) -> Int32 {
        guard let child = number.withLock({ $0 }) else { return 0 }
        // Only looked at, so that its number stays its own until nobody can signal it any more.
        var information = siginfo_t()
        _ = try retrying { waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) }
        var status: Int32 = 0
        number.withLock {
            $0 = nil
            _ = waitpid(child, &status, 0)
        }
        return exitStatus(of: status)
    }
}
