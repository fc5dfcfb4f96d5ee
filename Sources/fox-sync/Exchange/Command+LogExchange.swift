// `log export`, `log import`, `log prune`: the history of several benches in one, and of old ones none.
internal import FoxSystem
internal import SyncEngine

extension Command {
    static let logExport = Command(
        "log export", words: "FILE", count: 1...1, "write the log for another bench",
        details: """
            One JSON object a line, each with its whole story, the oldest first. FILE is replaced; '-'
            is standard output. Runs that have not ended are left out.
            """,
        options: [
            Option("device", value: "DEVICE", "only this fox"),
            Option("since", value: "T", "only those that began then or later"),
            Option("until", value: "T", "only those that began before"),
        ],
        exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let query = try logQuery(call, context)
        let printer = context.printer
        let file = call.words[0]
        if file == "-" {
            try context.reading { (store) throws(StateError) in
                try store.export(query, host: HostName.current) {
                    printer.stream(Printer.encode($0))
                }
            }
            printer.endStream()
            return Silence()
        }
        let count = try writeExport(query, to: file, context)
        return Note(message: "wrote \(Style.count(count, "sync", "syncs")) to \(file)")
    }

    /// Writes beside the file and gives it its name last; never more than some lines in memory.
    private static func writeExport(
        _ query: RunQuery, to path: String, _ context: Context
    ) throws(CLIError) -> Int {
        try refuseNoFile(path)
        let output = ExportFile(path)
        let count = try context.reading { (store) throws(StateError) in
            var count = 0
            try store.export(query, host: HostName.current) { entry in
                if entry.run != nil { count += 1 }
                return output.add(Printer.encode(entry))
            }
            return count
        }
        do throws(Errno) { try output.finish() } catch {
            throw CLIError(.failed, "host", "\(Array(path.utf8).printable): \(error)")
        }
        return count
    }

    static let logImport = Command(
        "log import", words: "FILE", count: 1...1, "add the log of another bench",
        details: """
            FILE comes from 'fox-sync log export'; '-' is standard input. Runs that are known already
            are passed over, so that it can be done again. All of it is added or, when a line cannot
            be used, nothing. What is imported is only told: no fox and no draft is treated otherwise.
            """, exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let name = Array(call.words[0].utf8).printable
        let reader: LineReader
        do throws(Errno) { reader = try LineReader(call.words[0]) } catch {
            throw .unreadable(call.words[0], error)
        }
        var refusal: String?
        let found: LogImport
        do throws(CLIError) {
            found = try context.state { (store) throws(StateError) in
                try store.importLog { () throws(StateError) in
                    let (entry, problem) = nextEntry(reader)
                    guard let problem else { return entry }
                    refusal = "\(name), line \(reader.number): \(problem); nothing was added"
                    throw StateError(path: name, action: "import", message: problem, cure: "")
                }
            }
        } catch {
            throw refusal.map { CLIError(.failed, "bad-log", $0) } ?? error
        }
        let known = found.known > 0 ? ", \(found.known) were known already" : ""
        return Note(message: "added \(Style.count(found.added, "sync", "syncs"))\(known)")
    }

    /// The next line of an import, or what is wrong with it; neither at the end.
    private static func nextEntry(_ reader: LineReader) -> (LogEntry?, problem: String?) {
        do throws(Errno) {
            guard let line = try reader.next() else { return (nil, nil) }
            guard let entry = Printer.decode(LogEntry.self, from: line) else {
                return (nil, "it is no line of an exported log")
            }
            return (entry, entry.problem)
        } catch { return (nil, error == .tooLarge ? "it is too long" : error.description) }
    }

    static let logPrune = Command(
        "log prune", "forget old syncs",
        details: """
            What a fox's next sync stands on stays in any case: the sync that verified it last, cut
            ones that are still to be finished, and those whose backup is still there.
            """,
        options: [
            Option("before", value: "T", "those that began before"),
            Option("keep", value: "N", "all but the newest N of each fox (default: the setting)"),
            Option("device", value: "DEVICE", "only of this fox"),
            Option("dry-run", letter: "n", "say what would be forgotten, forget nothing"),
        ],
        exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        var pruning = LogPruning(
            before: try moment(call, "before", .start),
            keep: try call.number("keep", in: 0...1_000_000_000))
        if let words = call.value("device") { pruning.device = try context.loggedDevice(words) }
        if pruning.before == nil && pruning.keep == nil {
            guard let kept = try context.config().historyKept else {
                throw .usage("say --before T or --keep N", command: "log prune")
            }
            pruning.keep = kept
        }
        let (wanted, isDry, backups) = (pruning, call.has("dry-run"), context.backups)
        let body = { (store: StateStore) throws(StateError) in
            try store.prune(wanted, isDry: isDry) { backups.hasBackup(of: $0) }
        }
        let gone = try isDry ? context.reading(body) : context.state(body)
        let count = Style.count(gone.count, "sync", "syncs")
        return Note(
            message: gone.isEmpty
                ? "there is nothing to forget"
                : isDry ? "would forget \(count); nothing was done" : "forgot \(count)")
    }
}
