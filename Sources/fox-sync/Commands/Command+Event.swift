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
            of settings.txt. An empty cell changes nothing. Commas, semicolons and tabs are fine; '-'
            reads standard input. All rows are taken, or none; 'draft undo' undoes one draft.
            """,
        options: [
            Option(
                "firmware", value: "ID",
                "of drafts that are made: \(Firmware.all.map(\.id).joined(separator: ", "))"),
            dryRunOption,
        ], exits: [.notFound, .invalid]
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
        for (index, fox) in sheet.foxes.enumerated() {
            context.printer.progress("\(fox.name) (\(index + 1) of \(sheet.foxes.count))")
            let prepared = try PreparedFox(fox, standard: standard, context)
            problems += prepared.problems
            foxes.append(prepared)
        }
        if !problems.isEmpty { throw EventSheet.refused(problems) }
        if call.has("dry-run") {
            return Note(
                message: foxes.map {
                    ($0.isNew ? "would make '" : "would change '") + $0.name + "'"
                }
                .joined(separator: "\n"))
        }
        let changed = try context.change("import") { (edit) throws(CLIError) in
            for fox in foxes {
                try context.engine { () throws(SyncError) in try fox.apply(to: edit) }
            }
            return foxes.filter(\.isNew).count
        }
        var result = DraftListResult(
            drafts: try foxes.map { (fox) throws(CLIError) in try context.listed(fox.name) },
            folder: context.places.drafts)
        result.message =
            "\(Style.count(changed, "draft")) made, \(foxes.count - changed) there before"
        if result.drafts.contains(where: { $0.problem != nil || $0.errors ?? 0 > 0 }) {
            result.exitCode = .invalid
        }
        return result
    }

    static let eventExport = Command(
        "event export", words: "FILE.csv", count: 1...1, "all drafts as a table, one row a fox",
        details: """
            What 'event import' reads: CSV after RFC 4180, UTF-8. '-' writes standard output. A file
            that is there is only replaced with --force.
            """,
        options: [Option("force", letter: "f", "replace the file")], exits: [.held]
    ) { (context, call) throws(CLIError) in
        let path = call.words[0]
        var drafts: [FrozenDraft] = []
        let names = try context.engine { () throws(SyncError) in try context.drafts.names() }
        for name in names { drafts.append(try load(name, context)) }
        let devices = try context.reading { (store) throws(StateError) in try store.devices() }
        let text = CSVTable.text(EventRows(drafts, devices, context.drafts).rows)
        if path == "-" {
            if context.printer.json {
                throw .usage("a table on standard output leaves no room for JSON")
            }
            return EventTable(text: text)
        }
        guard call.has("force") || (try? Folder.status(path)) == nil else {
            throw CLIError(
                .held, "exists", "\(path) is there already",
                next: "fox-sync event export \(path.shellWord) --force")
        }
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
        } catch {
            throw CLIError(
                error == .notFound ? .notFound : .failed, "event", "\(path): \(error.message)")
        }
    }
}

/// A table on standard output.
private struct EventTable: CommandResult {
    let text: String

    func text(_ style: Style) -> String {
        // The printer ends the last line itself.
        text.unicodeScalars.last == "\n" ? String(text.unicodeScalars.dropLast()) : text
    }
}
