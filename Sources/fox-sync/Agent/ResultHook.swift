// The user's own command after each result.
internal import FoxSystem
internal import SyncEngine

/// The command of `on-result` and what it is told.
struct ResultHook: Sendable {
    /// The command, for `/bin/sh`.
    let command: String
    /// How long it may take, in seconds.
    let limit: Int
    /// Runs it, and ends it with the agent.
    let commands: LimitedCommand

    /// What a service's manager gave the agent for itself.
    private static let own: Set<String> = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "JOURNAL_STREAM", "LISTEN_FDS",
        "LISTEN_PID", "LISTEN_FDNAMES", "MAINPID", "LIBDISPATCH_LOG",
    ]

    /// Starts it on a thread of its own: no fox, and no other command, waits for it.
    ///
    /// - Parameters:
    ///   - run: The result.
    ///   - fox: How it is with the fox after it.
    ///   - name: The device's name, where it has one.
    ///   - environment: The agent's own.
    ///   - log: Where its lines and its failure go.
    func start(
        _ run: RunRecord, _ fox: FoxState?, name: String?, environment: [String: String],
        log: AgentLog
    ) {
        if command.isEmpty { return }
        let variables = environment.filter { !Self.own.contains($0.key) }
            .merging(Self.variables(of: run, fox, name: name)) { $1 }
            .map { "\($0.key)=\($0.value)" }
        let fields = [("FOX_RUN", run.id), ("FOX_DEVICE", run.device ?? "")]
        do throws(Errno) {
            try Worker.start { perform(variables, fields, log) }
        } catch { log.say("on-result: \(error)", .warning, .hookFailed, fields: fields) }
    }

    private func perform(
        _ environment: [String], _ fields: [(String, String)], _ log: AgentLog
    ) {
        do throws(Errno) {
            let end = try commands.run(command, environment: environment, seconds: limit) { line in
                log.say("on-result: \(line.printable)", fields: fields)
            }
            let problem: String? =
                switch end {
                case .exited(0): nil
                case .exited(let status): "it ended with status \(status)"
                case .signalled(let signal): "signal \(signal) ended it"
                case .tookTooLong: "it took longer than \(limit) seconds and was killed"
                }
            if let problem {
                log.say("on-result: \(problem)", .warning, .hookFailed, fields: fields)
            }
        } catch { log.say("on-result: \(error)", .warning, .hookFailed, fields: fields) }
    }

    /// What the command is told, in its environment.
    static func variables(
        of run: RunRecord, _ fox: FoxState? = nil, name: String?
    ) -> [String: String] {
        [
            "FOX_SYNC_DEVICE": run.device ?? "", "FOX_SYNC_NAME": name ?? "",
            "FOX_SYNC_DRAFT": run.draft ?? "", "FOX_SYNC_RESULT": run.result.rawValue,
            "FOX_SYNC_RUN": run.id, "FOX_SYNC_MESSAGE": Array(run.message.utf8).printable,
            "FOX_SYNC_VOLUME": run.volume, "FOX_SYNC_FILES": String(run.files),
            "FOX_SYNC_BYTES": String(run.bytes), "FOX_SYNC_METHOD": run.method?.rawValue ?? "",
            "FOX_SYNC_BACKUP": run.backup ?? "",
            "FOX_SYNC_STATE": fox?.kind.rawValue ?? "",
            "FOX_SYNC_NEXT": run.next.joined(separator: "\n"),
        ]
    }
}
