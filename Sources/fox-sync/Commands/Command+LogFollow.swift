// `log --follow`: syncs as they run and end. The journal is written file by file; watching the
// folder of the database tells when to look.
internal import SyncEngine

extension Command {
    /// Shows the newest runs, the oldest of them first, and then each one as it comes and ends.
    static func followLog(_ query: RunQuery, _ context: Context) throws(CLIError) {
        // Held open: otherwise each look would be the last to close the database, SQLite would tidy
        // its files up, and that would look like a change.
        let store: StateStore
        do throws(StateError) { store = try StateStore(path: context.places.database) } catch {
            throw CLIError(error)
        }
        let follow = try Follow(context.places.database)
        defer { follow.stop() }
        var following = Following(query: query, printer: context.printer)
        do throws(StateError) {
            try following.begin(store)
            while follow.next() {
                guard try following.look(store) else { break }
            }
        } catch { throw CLIError(error) }
        context.printer.progress("")
    }
}

/// What `log --follow` has shown so far.
private struct Following {
    private var query: RunQuery
    private let printer: Printer
    private var widths: [Int] = []
    /// How runs end that are shown; nil for all.
    private let wanted: Set<RunResult>?
    /// Runs that have not ended, with how far they were when last shown.
    private var running: [String: Int] = [:]
    /// Runs that have not ended and are not shown before they do.
    private var hidden: Set<String> = []

    init(query: RunQuery, printer: Printer) {
        self.query = query
        wanted = query.results
        self.printer = printer
    }

    /// Shows what is there, and remembers its end.
    mutating func begin(_ store: StateStore) throws(StateError) {
        // In this order, nothing is lost in between: what begins later comes after the newest, and
        // what ends later is known to be under way. It may end as one that is wanted.
        let newest = try store.newestSequence()
        var open = query
        open.limit = nil
        open.results = [.running]
        hidden = Set(try store.runs(open).filter { $0.sequence <= newest }.map(\.id))
        let runs = try store.runs(query).filter { $0.sequence <= newest }.reversed()
        let names = try Self.names(store)
        let table = LogTable.table(Array(runs), names: names)
        widths = table.widths
        for run in runs { try show(run, names, store) }
        query.limit = nil
        query.oldestFirst = true
        query.results = nil
        query.after = newest
        try progress(names, store)
    }

    /// Shows what is new.
    ///
    /// - Returns: False when nobody reads it any more.
    mutating func look(_ store: StateStore) throws(StateError) -> Bool {
        let names = try Self.names(store)
        for id in hidden.union(running.keys).sorted() {
            guard let run = try store.runs(startingWith: id, limit: 1).first,
                run.result != .running || !hidden.contains(id)
            else { continue }
            try show(run, names, store)
        }
        for run in try store.runs(query) {
            query.after = max(query.after ?? 0, run.sequence)
            try show(run, names, store)
        }
        try progress(names, store)
        return printer.isHeard
    }

    /// Shows a run, unless nothing has happened to it.
    private mutating func show(
        _ run: RunRecord, _ names: [String: String], _ store: StateStore
    ) throws(StateError) {
        let isWanted = wanted?.contains(run.result) ?? true
        if run.result == .running {
            guard isWanted else {
                hidden.insert(run.id)
                return
            }
            hidden.remove(run.id)
            let done = try store.steps(of: run.id).filter { $0.state == .done }.count
            let before = running.updateValue(done, forKey: run.id)
            // As text, a run is one line when it begins and one when it ends; see the progress line.
            if before == done || (before != nil && !printer.json) { return }
            if before == nil && printer.showsProgress { return }
        } else {
            running[run.id] = nil
            hidden.remove(run.id)
            if !isWanted { return }
        }
        if printer.json {
            let name = run.device.flatMap { names[$0] } ?? run.facts.deviceName
            let view = RunView(
                run, deviceName: name, steps: try store.steps(of: run.id),
                planned: try store.plan(of: run.id))
            printer.show(view)
        } else {
            var table = Table(widths: widths)
            table.add(LogTable.cells(run, names: names), tints: LogTable.tints(run))
            printer.out(table.text(printer.style))
        }
    }

    /// One line at the bottom of a terminal with all runs that are under way.
    private func progress(_ names: [String: String], _ store: StateStore) throws(StateError) {
        guard printer.showsProgress else { return }
        var parts: [String] = []
        for id in running.keys.sorted() {
            guard let run = try store.runs(startingWith: id, limit: 1).first else { continue }
            let steps = try store.steps(of: id)
            let done = steps.filter { $0.state == .done }.count
            let now = steps.first { $0.state == .begun }.map { " \(Array($0.file.utf8).printable)" }
            parts.append("\(run.title(names)):\(now ?? "") \(done) of \(steps.count) files")
        }
        printer.progress(parts.joined(separator: "   "))
    }

    private static func names(_ store: StateStore) throws(StateError) -> [String: String] {
        try store.devices().reduce(into: [:]) { $0[$1.id] = $1.name }
    }
}
