// Running another program and reading what it says.
internal import CFoxShims
internal import Glibc

/// A program that was run to its end.
package struct Subprocess: Sendable, Equatable {
    /// Its exit status, or 128 and the signal that ended it.
    package let status: Int32
    /// What it said on standard output and standard error, at most 64 KiB.
    package let output: [UInt8]

    /// Runs a program and waits for it.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH`, and its arguments; no shell is involved.
    ///   - environment: Its whole environment, `KEY=VALUE` each.
    /// - Throws: `Errno`; `ENOENT` when there is no such program. C: `posix_spawnp`
    package init(_ arguments: [String], environment: [String]) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying { fox_pipe(&ends) }
        let reader = FileDescriptor(owning: ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        let vector = arguments.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for pointer in vector + variables { free(pointer) } }
        var child = pid_t()
        var attributes = SpawnAttributes.make(ownGroup: false)
        defer { posix_spawnattr_destroy(&attributes) }
        let code = posix_spawnp(&child, arguments[0], &actions, &attributes, vector, variables)
        close(ends[1])
        if code != 0 { throw Errno(rawValue: code) }
        var said: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let got = try retrying { read(reader.rawValue, &buffer, buffer.count) }
            if got == 0 { break }
            // Read to the end, so that the program is never stopped by a full pipe.
            if said.count < 1 << 16 { said += buffer.prefix(got) }
        }
        var status: Int32 = 0
        _ = try retrying { waitpid(child, &status, 0) }
        // The macros of wait(2) do not import.
        self.status = exitStatus(of: status)
        output = said
    }
}
