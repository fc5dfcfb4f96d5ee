// `log` and `log show`: what was done to which fox, and when.
internal import SyncEngine

extension Command {
    static let log = Command(
        "log", "the newest syncs, one line each",
        options: [
            Option("limit", letter: "n", value: "N", "at most so many (default 20)"),
            Option("device", value: "DEVICE", "only this fox"),
            Option(
                "result", value: "RESULT",
                RunResult.allCases.map(\.rawValue).joined(separator: ", ")),
        ],
        exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let limit = try call.number("limit", in: 1...1_000_000) ?? 20
        var device: String?
        if let words = call.value("device") { device = try context.device(words).id }
        var results: Set<RunResult>?
        for text in call.values("result") {
            guard let result = RunResult(rawValue: text) else {
                throw .usage(
                    "there is no result '\(Array(text.utf8).printable)'", command: "log")
            }
            results = (results ?? []).union([result])
        }
        let (only, wanted) = (device, results)
        let (runs, devices) = try context.state { (store) throws(StateError) in
            (
                try store.runs(limit: limit, device: only, results: wanted),
                try store.devices()
            )
        }
        let names = devices.reduce(into: [:]) { $0[$1.id] = $1.name }
        return LogResult(
            runs: runs.map {
                RunView($0, deviceName: $0.device.flatMap { names[$0] }, steps: [])
            }, table: LogTable.table(runs, names: names))
    }

    static let logShow = Command(
        "log show", words: "RUN", count: 1...1, "the whole story of one sync",
        details: "RUN is the run's short name from 'fox-sync log', or its beginning.",
        exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let prefix = call.words[0]
        let found = try context.state { (store) throws(StateError) in
            try store.runs(startingWith: prefix)
        }
        guard let run = found.first else {
            throw CLIError(
                .notFound, "not-found", "there is no run '\(Array(prefix.utf8).printable)'",
                next: "fox-sync log")
        }
        guard found.count == 1 else {
            throw CLIError(
                .notFound, "ambiguous", "more than one run begins with '\(prefix)'",
                next: "fox-sync log")
        }
        let (steps, devices) = try context.state { (store) throws(StateError) in
            (try store.steps(of: run.id), try store.devices())
        }
        return LogShowResult(
            view: RunView(
                run, deviceName: devices.first { $0.id == run.device }?.name, steps: steps),
            run: run, steps: steps)
    }
}

private struct LogResult: CommandResult {
    let runs: [RunView]
    let table: Table

    private enum CodingKeys: CodingKey { case runs }

    func text(_ style: Style) -> String {
        table.isEmpty ? "nothing was synced yet" : table.text(style)
    }
}

/// Runs as the lines of a table.
enum LogTable {
    /// One line a run: when, which fox, what came of it.
    static func table(_ runs: [RunRecord], names: [String: String]) -> Table {
        var table = Table()
        for run in runs {
            let device = run.device.map { names[$0] ?? $0 } ?? run.volume
            let seconds = run.finished.map {
                Style.seconds(milliseconds: $0.milliseconds - run.started.milliseconds)
            }
            let done =
                run.files > 0
                ? "\(Style.count(run.files, "file")), \(Style.bytes(run.bytes))" : ""
            let shown = run.result == .pushed ? run.method?.words ?? "" : run.message
            table.add(
                [
                    run.id, run.started.local, Array(device.utf8).printable, run.draft ?? "—",
                    run.result.rawValue, done, seconds ?? "", Array(shown.utf8).printable,
                ], tints: [.dim, nil, .bold, nil, run.result.tint])
        }
        return table
    }
}

private struct LogShowResult: CommandResult {
    let view: RunView
    let run: RunRecord
    let steps: [StepRecord]

    func encode(to encoder: any Encoder) throws { try view.encode(to: encoder) }

    func text(_ style: Style) -> String {
        var lines = [
            "run \(style.paint(run.id, .bold)) \(run.started.local) on \(run.volume)",
            view.text(style),
        ]
        let digests = steps.filter { $0.from != nil || $0.to != nil }.map { step in
            "  \(step.file)  \(step.from?.digest.short ?? "none") →"
                + " \(step.to?.digest.short ?? "none")"
                + (step.milliseconds.map { "  \(Style.seconds(milliseconds: $0))" } ?? "")
                + (step.attempts.map { $0 > 1 ? "  \($0) attempts" : "" } ?? "")
        }
        if !digests.isEmpty { lines.append("  sha256:\n" + digests.joined(separator: "\n")) }
        return lines.joined(separator: "\n")
    }
}
