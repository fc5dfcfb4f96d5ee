// Long output page by page, as git does it: on a terminal only, and never when it fits.
internal import Glibc

/// A pager that standard output goes through.
struct Pager {
    private let process: pid_t

    /// Starts the pager and leads standard output to it; nil when there is no terminal or no pager.
    ///
    /// `$PAGER` decides which; an empty one or `cat` means none. Without it, `less`, which with
    /// `FRX` ends by itself when all fits on the screen.
    ///
    /// - Parameter environment: The process's environment.
    init?(environment: [String: String]) {
        guard isatty(1) == 1 else { return nil }
        let wanted = environment["PAGER"]
        guard let command = wanted ?? Self.less(environment), !command.isEmpty, command != "cat"
        else { return nil }
        var variables = environment
        variables["LESS"] = environment["LESS"] ?? "FRX"
        variables["LV"] = environment["LV"] ?? "-c"
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        let words = ["sh", "-c", String(command)].map { (word: String) in strdup(word) } + [nil]
        let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + settings { free(pointer) } }
        var child = pid_t()
        let code = posix_spawnp(&child, "sh", &actions, nil, words, settings)
        close(ends[0])
        guard code == 0, dup2(ends[1], 1) == 1 else {
            close(ends[1])
            return nil
        }
        close(ends[1])
        // Who leaves the pager early has read enough; ^C is the pager's affair.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT, SIG_IGN)
        process = child
    }

    /// Ends the output and waits until the reader has read enough.
    func finish() {
        close(1)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 && errno == EINTR {}
    }

    private static func less(_ environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access($0 + "/less", X_OK) == 0 } ? "less" : nil
    }
}
