// `agent`: what the services run.
internal import FoxSystem

extension Command {
    static let agent = Command(
        "agent", "watch for foxes and sync each as it is plugged in",
        details: """
            Runs in the foreground until SIGTERM or SIGINT, which let the file in hand be finished; a
            second signal ends it at once. Results go to standard output, remarks to standard error.
            """,
        options: [Option("verbose", letter: "v", "say for every volume which rule decided")]
    ) { (context, call) throws(CLIError) in
        guard let signals = Signals.shared else {
            throw CLIError(.failed, "signals", "cannot receive signals: signalfd failed")
        }
        var agent = Agent(
            context: context, config: try context.config(), isVerbose: call.has("verbose"))
        try agent.run(signals)
        return Silence()
    }
}

/// Nothing to say.
struct Silence: CommandResult {
    func text(_ style: Style) -> String { "" }
}

extension Signals {
    /// The signals of this process, blocked when it began; nil when that failed.
    static let shared: Signals? = try? Signals()
}
