// Running a shell command of the user's that may take only so long and harms nothing.
internal import CFoxShims
internal import Glibc
internal import Synchronization

/// Runs commands in process groups of their own and ends those that take too long.
package final class LimitedCommand: Sendable {
    /// How a command ended.
    package enum End: Equatable, Sendable {
        /// With this exit status.
        case exited(Int32)
        /// By this signal.
        case signalled(Int32)
        /// Killed, since it took too long.
        case tookTooLong
    }

    private struct Running {
        var groups: Set<pid_t> = []
        var isStopped = false
    }

    private let running = Mutex(Running())

    /// Runs nothing yet.
    package init() {}

    /// Runs a command and waits for it.
    ///
    /// It gets nothing of this process but its environment: standard input is empty, no other
    /// descriptor is open, no signal is blocked or ignored. What it started and left running ends
    /// with the time, too, if it holds the output open.
    ///
    /// - Parameters:
    ///   - command: The command, for `/bin/sh -c`.
    ///   - environment: Its whole environment, `KEY=VALUE` each.
    ///   - seconds: How long it may take.
    ///   - onLine: Told each line that it prints, at most 1000 of them with 4096 bytes each.
    /// - Returns: How it ended.
    /// - Throws: `Errno` when it could not be started. C: `posix_spawn`
    package func run(
        _ command: String, environment: [String], seconds: Int, onLine: ([UInt8]) -> Void
    ) throws(Errno) -> End {
        var ends: [Int32] = [-1, -1]
        _ = try retrying { fox_pipe(&ends) }
        let reader = FileDescriptor(owning: ends[0])
        let child: pid_t
        do throws(Errno) {
            child = try start(command, environment, output: ends[1])
        } catch {
            close(ends[1])
            throw error
        }
        close(ends[1])
        let ended = fox_process_descriptor(child)
        defer { if ended >= 0 { close(ended) } }
        let until = Uptime.milliseconds + seconds * 1000
        var isInTime = readLines(reader.rawValue, until, onLine)
        while isInTime, ended >= 0, waitForAny(of: [(ended, 0)], milliseconds: 0).isEmpty {
            let rest = until - Uptime.milliseconds
            if rest <= 0 { isInTime = false }
            _ = waitForAny(of: [(ended, 0)], milliseconds: max(rest, 0))
        }
        if !isInTime { kill(-child, SIGKILL) }
        var status: Int32 = 0
        // Out of the list first: once it is waited for, its number can be somebody else's.
        running.withLock { _ = $0.groups.remove(child) }
        _ = try retrying { waitpid(child, &status, 0) }
        if !isInTime { return .tookTooLong }
        // The macros of wait(2) do not import.
        return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
    }

    /// Ends all that run, and lets none begin.
    package func stop() {
        running.withLock { running in
            running.isStopped = true
            for group in running.groups { kill(-group, SIGTERM) }
        }
    }

    private func start(
        _ command: String, _ environment: [String], output: Int32
    ) throws(Errno) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        _ = fox_close_from(&actions, 3)
        var attributes = SpawnAttributes.make(ownGroup: true)
        defer { posix_spawnattr_destroy(&attributes) }
        let words: [String] = ["/bin/sh", "-c", command]
        let vector = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in vector + variables { free(pointer) } }
        var child = pid_t()
        let code = running.withLock { running in
            if running.isStopped { return ECANCELED }
            let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, vector, variables)
            if code == 0 { running.groups.insert(child) }
            return code
        }
        if code != 0 { throw Errno(rawValue: code) }
        return child
    }

    /// Reads to the end; returns whether that came in time.
    private func readLines(
        _ descriptor: Int32, _ until: Int, _ onLine: ([UInt8]) -> Void
    ) -> Bool {
        var (line, count): ([UInt8], Int) = ([], 0)
        var buffer = [UInt8](repeating: 0, count: 4096)
        func end() {
            if count < 1000, !line.isEmpty { onLine(line) }
            count += 1
            line = []
        }
        while true {
            let rest = until - Uptime.milliseconds
            if rest <= 0 { return false }
            if waitForAny(of: [(descriptor, 0)], milliseconds: rest).isEmpty { continue }
            let got = read(descriptor, &buffer, buffer.count)
            if got <= 0 { break }
            for byte in buffer.prefix(got) {
                if byte == UInt8(ascii: "\n") {
                    end()
                } else if line.count < 4096 {
                    line.append(byte)
                }
            }
        }
        end()
        return true
    }
}
