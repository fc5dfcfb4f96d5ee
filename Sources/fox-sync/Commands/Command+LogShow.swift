// `log show`: the whole story of one run.
internal import SyncEngine

extension Command {
    static let logShow = Command(
        "log show", words: "RUN", count: 1...1, "the whole story of one sync",
        details: "RUN is the run's short name from 'fox-sync log', or its beginning.",
        exits: [.notFound], isPaged: true
    ) { (context, call) throws(CLIError) in
        let run = try context.run(call.words[0])
        return try context.reading { (store) throws(StateError) in
            let name = try store.devices().first { $0.id == run.device }?.name
            return RunStory(
                view: RunView(
                    run, deviceName: name ?? run.facts.deviceName,
                    steps: try store.steps(of: run.id), planned: try store.plan(of: run.id)))
        }
    }
}

extension Context {
    /// The one run whose identity begins with some characters.
    ///
    /// - Parameter prefix: What a person typed.
    /// - Returns: The run.
    /// - Throws: `CLIError` with exit code 4, with the candidates where there are several.
    func run(_ prefix: String) throws(CLIError) -> RunRecord {
        if prefix.isEmpty { throw .usage("a run's name has at least one character") }
        let most = 10
        let found = try reading { (store) throws(StateError) in
            try store.runs(startingWith: prefix, limit: most + 1)
        }
        let typed = Array(prefix.utf8).printable
        guard let run = found.first else {
            throw CLIError(
                .notFound, "not-found", "there is no run '\(typed)'", next: "fox-sync log")
        }
        guard found.count == 1 else {
            let list = found.prefix(most).map { "\($0.id) (\($0.started.localMinute))" }
            throw CLIError(
                .notFound, "ambiguous",
                "'\(typed)' can mean \(list.joined(separator: ", "))"
                    + (found.count > most ? " and others" : ""),
                next: "fox-sync log show \(run.id)")
        }
        return run
    }
}
