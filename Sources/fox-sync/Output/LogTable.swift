// Runs as the lines of `log`.
internal import SyncEngine

/// Runs as the lines of a table.
enum LogTable {
    /// One line a run: when, which fox, what came of it.
    ///
    /// - Parameters:
    ///   - runs: The runs, in the order of the lines.
    ///   - names: The names of devices, by identity.
    /// - Returns: The table.
    static func table(_ runs: [RunRecord], names: [String: String]) -> Table {
        var table = Table()
        for run in runs { table.add(cells(run, names: names), tints: tints(run)) }
        return table
    }

    /// The cells of one run.
    static func cells(_ run: RunRecord, names: [String: String]) -> [String] {
        let done =
            run.files > 0 ? "\(Style.count(run.files, "file")), \(Style.bytes(run.bytes))" : ""
        let isWritten = run.result == .pushed || run.result == .restored
        let shown = isWritten ? run.method?.words ?? run.message : run.message
        let from = run.origin.map { "[\(Array($0.utf8).printable)] " } ?? ""
        return [
            run.id, run.started.localMinute, run.title(names),
            run.draft.map { Array($0.utf8).printable } ?? "—", run.result.rawValue, done,
            run.duration ?? "", from + Array(shown.utf8).printable,
        ]
    }

    /// The colours of one run's cells.
    static func tints(_ run: RunRecord) -> [Style.Tint?] {
        [.dim, nil, .bold, nil, run.result.tint]
    }
}

extension RunRecord {
    /// What the device is called: its name now, else the one it had, else its identity.
    ///
    /// - Parameter names: The names of devices, by identity.
    /// - Returns: Text that is safe to print.
    func title(_ names: [String: String]) -> String {
        let title = device.flatMap { names[$0] } ?? facts.deviceName ?? device ?? volume
        return Array(title.utf8).printable
    }

    /// How long it took, when that can be said.
    var duration: String? {
        guard let finished, finished >= started else { return nil }
        return Style.seconds(milliseconds: finished.milliseconds - started.milliseconds)
    }
}
