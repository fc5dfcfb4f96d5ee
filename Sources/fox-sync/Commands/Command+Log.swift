// `log`: what was done to which fox, and when; the newest in the log's order first.
internal import SyncEngine

extension Command {
    static let log = Command(
        "log", "the newest syncs, one line each",
        details: """
            Newest first, in the order in which they were made: the clock of a small computer may
            begin each day in the past. T is \(Timestamp.forms), in local time; a day
            after --until is included. With --json, one object a line.

            With --html, a page for a browser that needs nothing else: every fox, every sync with its
            story, and an event sheet when it is printed. FILE is replaced; '-' is standard output.
            """,
        options: [
            Option(
                "limit", letter: "n", value: "N", "at most so many (default 20; 1000 for --html)"),
            Option("device", value: "DEVICE", "only this fox"),
            Option("draft", value: "NAME", "only with this draft"),
            Option("since", value: "T", "only those that began then or later"),
            Option("until", value: "T", "only those that began before"),
            Option(
                "result", value: "RESULT", repeats: true,
                "only those that ended so: "
                    + RunResult.allCases.map(\.rawValue).joined(separator: ", ")),
            Option("follow", letter: "f", "stay, and show syncs as they run and end"),
            Option("html", value: "FILE", "write a page for a browser"),
        ],
        exits: [.notFound], isPaged: true
    ) { (context, call) throws(CLIError) in
        var query = try logQuery(call, context)
        if let file = call.value("html") {
            if call.has("follow") { throw .usage("--html and --follow exclude each other") }
            return try writeReport(query, to: file, context)
        }
        if query.limit == nil { query.limit = 20 }
        if call.has("follow") {
            try followLog(query, context)
            return Silence()
        }
        return try context.printer.json ? streamLog(query, context) : listLog(query, context)
    }

    /// What the options of a call ask of the log.
    static func logQuery(
        _ call: Invocation, _ context: Context
    ) throws(CLIError) -> RunQuery {
        var query = RunQuery(limit: try call.number("limit", in: 1...1_000_000_000))
        if let words = call.value("device") { query.device = try context.loggedDevice(words) }
        if let name = call.value("draft") { query.draft = try context.loggedDraft(name) }
        query.since = try moment(call, "since", .start)
        query.until = try moment(call, "until", .end)
        for text in call.values("result")
            .flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) })
        {
            guard let result = RunResult(rawValue: String(text)) else {
                throw .usage("there is no result '\(Array(text.utf8).printable)'", command: "log")
            }
            query.results = (query.results ?? []).union([result])
        }
        return query
    }

    /// A moment given for an option.
    static func moment(
        _ call: Invocation, _ name: String, _ edge: Timestamp.Edge
    ) throws(CLIError) -> Timestamp? {
        guard let words = call.value(name) else { return nil }
        guard let moment = Timestamp(words: words, edge: edge) else {
            throw .usage(
                "--\(name) wants \(Timestamp.forms), not '\(Array(words.utf8).printable)'")
        }
        return moment
    }

    private static func listLog(
        _ query: RunQuery, _ context: Context
    ) throws(CLIError) -> LogResult {
        let (runs, devices) = try context.reading { (store) throws(StateError) in
            (try store.runs(query), try store.devices())
        }
        let names = devices.reduce(into: [:]) { $0[$1.id] = $1.name }
        return LogResult(
            table: LogTable.table(runs, names: names),
            isWhole: query == RunQuery(limit: query.limit))
    }

    /// One object a line, each forgotten before the next: a log of any length.
    private static func streamLog(
        _ query: RunQuery, _ context: Context
    ) throws(CLIError) -> Silence {
        let printer = context.printer
        try context.reading { (store) throws(StateError) in
            let names = try store.devices().reduce(into: [:]) { $0[$1.id] = $1.name }
            try store.eachRun(query) { run in
                printer.stream(Printer.encode(RunView(run, names: names)))
            }
        }
        printer.endStream()
        return Silence()
    }
}

extension Context {
    /// The name of a draft that there is or was.
    fileprivate func loggedDraft(_ name: String) throws(CLIError) -> String {
        if drafts.contains(name) { return name }
        let kept = try engine { () throws(SyncError) in try drafts.versions.versions(of: name) }
        if !kept.isEmpty { return name }
        let isLogged = try reading { (store) throws(StateError) in
            var query = RunQuery(limit: 1)
            query.draft = name
            return try !store.runs(query).isEmpty
        }
        guard isLogged else { throw Command.noDraft(name, self) }
        return name
    }

    /// The identity of the one device that some words can mean, forgotten ones included.
    func loggedDevice(_ words: String) throws(CLIError) -> String {
        let found = try reading { (store) throws(StateError) in
            try store.loggedDevices(matching: words)
        }
        switch found.count {
        case 1: return found[0]
        case 0:
            throw CLIError(
                .notFound, "not-found",
                "there is no device '\(Array(words.utf8).printable)' in the log",
                next: "fox-sync devices")
        default:
            let list = found.map { Array($0.utf8).printable }.joined(separator: " or ")
            throw CLIError(
                .notFound, "ambiguous", "'\(Array(words.utf8).printable)' can mean \(list)",
                next: "fox-sync devices")
        }
    }
}

private struct LogResult: CommandResult {
    let table: Table
    let isWhole: Bool

    func encode(to encoder: any Encoder) throws {}

    func text(_ style: Style) -> String {
        if table.isEmpty { return isWhole ? "nothing was synced yet" : "no sync is like that" }
        return table.text(style)
    }
}
