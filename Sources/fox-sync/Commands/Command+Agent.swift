// `agent`: what the services run.
internal import FoxSystem
internal import Glibc
internal import SyncEngine

extension Command {
    static let agent = Command(
        "agent", "watch for foxes and sync each as it is plugged in",
        details: """
            Runs in the foreground until SIGTERM or SIGINT, which let the file in hand be finished; a
            second signal ends it at once. SIGHUP reads the configuration again; to an agent in a
            terminal it says that the terminal was closed, and is taken like SIGTERM. Results go to
            standard output, remarks to standard error; under systemd both go to the journal, as records.
            """,
        options: [
            Option("verbose", letter: "v", "the same as --log-level debug"),
            Option(
                "log-level", value: "LEVEL",
                "error, warning, info or debug (for every volume, which rule decided)"),
        ]
    ) { (context, call) throws(CLIError) in
        guard let signals = Signals.shared else {
            throw CLIError(.failed, "signals", "cannot receive signals: signalfd failed")
        }
        var level = call.has("verbose") ? LogLevel.debug : nil
        if let word = call.value("log-level") {
            guard let known = LogLevel(rawValue: word) else {
                throw .usage(
                    "--log-level is error, warning, info or debug, not"
                        + " '\(Array(word.utf8).printable)'", command: "agent")
            }
            level = known
        }
        var agent = Agent(context: context, config: try context.config(), level: level)
        try agent.run(signals)
        return Silence()
    }
}

/// Nothing to say.
struct Silence: CommandResult {
    func text(_ style: Style) -> String { "" }
}

extension Signals {
    /// The signals of this process, blocked from its first use on; nil when that failed.
    static let shared: Signals? = try? Signals(hangsUp: reloads || !outlivesTerminal)

    /// Whether SIGHUP asks for the configuration to be read again.
    ///
    /// To what a person runs in a terminal it says that the terminal was closed; asked once, since
    /// a closed one is no terminal any more.
    static let reloads =
        CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } == "agent" && isatty(2) == 0
}
