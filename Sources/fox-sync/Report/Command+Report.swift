// `log --html`: where the page goes.
internal import FoxSystem
internal import SyncEngine

extension Command {
    /// Writes the page.
    ///
    /// - Parameters:
    ///   - query: Which runs are on it; the newest thousand when no number is said.
    ///   - file: The file to replace, or `-` for standard output.
    ///   - context: Where everything lives.
    /// - Returns: What was done.
    /// - Throws: `CLIError`; then the file is as it was.
    static func writeReport(
        _ query: RunQuery, to file: String, _ context: Context
    ) throws(CLIError) -> any CommandResult {
        if file != "-" { try refuseNoFile(file) }
        var query = query
        query.limit = query.limit ?? 1000
        let asked = query
        let board = try FoxBoard(context)
        let data = try context.reading { (store) throws(StateError) in
            try ReportData(store, asked, board)
        }
        let page = ReportPage.html(data, host: HostName.current)
        if file == "-" {
            _ = context.printer.stream(page)
            context.printer.endStream()
            return Silence()
        }
        do throws(Errno) { try Folder.replaceFile(file, with: Array(page.utf8)) } catch {
            throw CLIError(.failed, "host", "\(Array(file.utf8).printable): \(error)")
        }
        let foxes = Set(data.runs.compactMap(\.run.device)).count
        return Note(
            message: "wrote \(Style.count(data.runs.count, "sync", "syncs"))"
                + (foxes > 0 ? " of \(Style.count(foxes, "fox", "foxes"))" : "") + " to \(file)")
    }
}
