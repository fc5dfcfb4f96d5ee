// The error of a command: what people read, what scripts parse, and the exit code.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// A command that could not do what it was asked.
struct CLIError: Error, Encodable, Equatable {
    /// The exit code.
    let exit: ExitCode
    /// A stable word for scripts.
    let code: String
    /// What is the matter, in one sentence.
    let message: String
    /// The command that goes on, where there is one.
    let next: String?

    init(_ exit: ExitCode, _ code: String, _ message: String, next: String? = nil) {
        self.exit = exit
        self.code = code
        self.message = message
        self.next = next
    }

    /// Wrong usage of a command.
    static func usage(_ message: String, command: String? = nil) -> CLIError {
        let help = command.map { "fox-sync \($0) --help" } ?? "fox-sync --help"
        return CLIError(.usage, "usage", message, next: help)
    }

    /// The same error with the help of the command that it came from, where it is about usage.
    func naming(_ command: Command) -> CLIError {
        exit == .usage && next == Self.usage("").next
            ? .usage(message, command: command.name) : self
    }

    init(_ error: SyncError) {
        // A command about drafts needs no word for the step of the line.
        self.init(
            ExitCode(error.code), error.code.rawValue,
            error.step == .draft ? error.reason : error.description)
    }

    /// A file that somebody named, and that cannot be read: with exit code 4 where it is not there.
    static func unreadable(_ path: String, _ error: Errno) -> CLIError {
        CLIError(
            error.isMissing ? .notFound : .failed, error.isMissing ? "not-found" : "unreadable",
            "\(Array(path.utf8).printable): \(error.message)")
    }

    init(_ problem: HostProblem) {
        self.init(.failed, "unreadable", problem.message, next: problem.next)
    }

    init(_ error: StateError) { self.init(.failed, "state", error.description) }

    init(_ error: WatchError) { self.init(.failed, "watch", error.description) }

    init(_ error: ConfigError) { self.init(.usage, "config", error.description) }

    private enum Keys: String, CodingKey { case error, message, next, exit }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(code, forKey: .error)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(next, forKey: .next)
        try container.encode(exit.rawValue, forKey: .exit)
    }
}
