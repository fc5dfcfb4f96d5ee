// `event import` and `event export`: a whole hunt as a table, one row a fox.
internal import FoxSystem
internal import Glibc
internal import PicoFox
internal import SyncEngine

extension Command {
    static let eventImport = Command(
        "event import", words: "FILE.csv", count: 1...1,
        "make or change the drafts of a whole hunt, one row a fox",
        details: """
            The first row names the columns: name (the draft), callsign, frequency, device (a fox's
            serial number or name), audio (a file, looked for beside the table), firmware, and any key
            of settings.txt. An empty cell changes nothing, nor does one that says what the draft says
            already. Commas, semicolons and tabs are fine; '-' reads standard input. All rows are taken,
            or none; 'draft undo' undoes one draft, its fox included.
            """,
        options: [
            Option(
                "firmware", value: "ID",
                "of drafts that are made: \(Firmware.all.map(\.id).joined(separator: ", "))"),
            dryRunOption,
        ], exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let path = call.words[0]
        let bytes = try bytes(of: path)
        let table: CSVTable
        do throws(CSVTable.Problem) { table = try CSVTable(bytes) } catch {
            throw EventSheet.refused(["row \(error.row): \(error.reason)"])
        }
        let devices = try context.reading { (store) throws(StateError) in try store.devices() }
        let sheet = try EventSheet(
            table, folder: path == "-" ? "." : path.deletingLastComponent, devices: devices)
        let standard = try firmware(call)
        // Files are read and converted before the drafts are locked: that may take a while.
        var foxes: [PreparedFox] = []
        var problems: [String] = []
        var missing = 0
        for (index, fox) in sheet.foxes.enumerated() {
            context.printer.progress("\(fox.name) (\(index + 1) of \(sheet.foxes.count))")
            let prepared = try PreparedFox(fox, standard: standard, devices, context)
            problems += prepared.problems
            missing += prepared.missing
            foxes.append(prepared)
        }
        if !problems.isEmpty { throw EventSheet.refused(problems, missing: missing) }
        var drafts: [DraftListResult.Item]?
        if !call.has("dry-run") {
            try context.change("import") { (edit) throws(CLIError) in
                for fox in foxes {
                    try context.engine { () throws(SyncError) in try fox.apply(to: edit) }
                }
            }
            // It is done, whatever becomes of the list.
            drafts = (try? context.listed(foxes.map(\.name))) ?? []
        }
        return EventImportResult(
            foxes.map(\.row), drafts: drafts, folder: context.places.drafts)
    }

    static let eventExport = Command(
        "event export", words: "FILE.csv", count: 1...1, "all drafts as a table, one row a fox",
        details: """
            What 'event import' reads: CSV after RFC 4180, UTF-8. '-' writes standard output. A file
            that is there is only replaced with --force. A value that no fox would take is written as it
            is, with a warning: only the draft that has it takes it back.
            """,
        options: [Option("force", letter: "f", "replace the file")], exits: [.held]
    ) { (context, call) throws(CLIError) in
        let path = call.words[0]
        var drafts: [FrozenDraft] = []
        let names = try context.engine { () throws(SyncError) in try context.drafts.names() }
        for name in names { drafts.append(try load(name, context)) }
        for draft in drafts {
            for message in EventRows.warnings(draft) {
                context.printer.note(ExportWarning(message: message))
            }
        }
        let devices = try context.reading { (store) throws(StateError) in try store.devices() }
        let text = CSVTable.text(EventRows(drafts, devices, context.drafts).rows)
        if path == "-" {
            if context.printer.json {
                throw .usage("a table on standard output leaves no room for JSON")
            }
            // The printer ends the last line itself.
            let lines =
                text.unicodeScalars.last == "\n"
                ? text.unicodeScalars.dropLast() : text.unicodeScalars[...]
            // A terminal is shown lines; a file or another program gets the table as it is.
            if context.printer.style.cutsLines {
                return EventTable(text: String(lines).replacing("\r\n", with: "\n"))
            }
            _ = context.printer.stream(String(lines))
            context.printer.endStream()
            return Silence()
        }
        try mayWrite(
            path, isForced: call.has("force"), command: "fox-sync event export \(path.shellWord)")
        do throws(Errno) { try Folder.replaceFile(path, with: Array(text.utf8)) } catch {
            throw CLIError(.failed, "export", "\(path): \(error.message)")
        }
        return Note(message: "\(Style.count(drafts.count, "draft")) in \(path)")
    }

    private static func bytes(of path: String) throws(CLIError) -> [UInt8] {
        do throws(Errno) {
            let file =
                path == "-"
                ? FileDescriptor(owning: dup(0)) : try FileDescriptor.open(path, flags: O_RDONLY)
            return try file.readStream(limit: 1 << 24)
        } catch { throw .unreadable(path, error) }
    }
}

/// What an export carries and an import would not take.
private struct ExportWarning: Remark {
    let message: String

    init(message: String) { self.message = "warning: " + message }
}

/// A table at a terminal.
private struct EventTable: CommandResult {
    let text: String

    func text(_ style: Style) -> String { text }
}
