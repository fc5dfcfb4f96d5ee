// Running a program that talks to the person at the terminal, such as an editor.
internal import Glibc

extension Subprocess {
    /// Runs a program with this program's own input and output, and waits for it.
    ///
    /// Interrupts from the keyboard are the other program's affair meanwhile.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH`, and its arguments; no shell is involved.
    ///   - environment: Its whole environment, `KEY=VALUE` each.
    /// - Returns: Its exit status, or 128 and the signal that ended it.
    /// - Throws: `Errno`; `ENOENT` when there is no such program. C: `posix_spawnp`
    package static func converse(
        _ arguments: [String], environment: [String]
    ) throws(Errno) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        let keys = [SIGINT, SIGQUIT]
        for number in keys { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let handlers = keys.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(keys, handlers) { signal(number, handler) } }
        let vector = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in vector + variables { free(pointer) } }
        var child = pid_t()
        let code = posix_spawnp(&child, arguments[0], nil, &attributes, vector, variables)
        if code != 0 { throw Errno(rawValue: code) }
        var status: Int32 = 0
        _ = try retrying { waitpid(child, &status, 0) }
        return exitStatus(of: status)
    }
}
