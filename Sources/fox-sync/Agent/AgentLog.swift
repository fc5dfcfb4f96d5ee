// Where the agent's words go: to the journal as records, or as plain text where there is none.
internal import FoxSystem
internal import SyncEngine

/// What the agent says.
struct AgentLog: Sendable {
    /// The least serious that is said.
    let level: LogLevel
    private let printer: Printer
    private let isJournal: Bool

    /// Finds out where the words go.
    init(_ context: Context, level: LogLevel) {
        self.level = level
        printer = context.printer
        isJournal = !context.printer.json && Journal.isStandardError(context.environment)
    }

    /// Says something.
    ///
    /// - Parameters:
    ///   - text: One sentence.
    ///   - level: How serious it is.
    ///   - id: The sort of record, where somebody may look for it.
    ///   - fields: More for the journal.
    func say(
        _ text: String, _ level: LogLevel = .info, _ id: MessageID? = nil,
        fields: [(String, String)] = []
    ) {
        guard level <= self.level else { return }
        if isJournal, record(text, level, id, fields) { return }
        printer.say(text)
    }

    /// Tells what came of a run.
    ///
    /// - Parameters:
    ///   - view: The run as people see it.
    ///   - run: The run.
    ///   - name: The device's name, where it has one.
    func tell(_ view: RunView, _ run: RunRecord, name: String?) {
        guard run.result.logLevel <= level else { return }
        if isJournal {
            let text = view.text(.plain)
            let id = MessageID(run.result)
            if record(text, run.result.logLevel, id, Self.fields(of: run, view.fox, name: name)) {
                return
            }
        }
        printer.show(view)
    }

    /// What the journal knows of a run.
    static func fields(
        of run: RunRecord, _ fox: FoxState? = nil, name: String?
    ) -> [(String, String)] {
        var fields: [(String, String)] = [
            ("FOX_RUN", run.id), ("FOX_RESULT", run.result.rawValue), ("FOX_VOLUME", run.volume),
            ("FOX_FILES", String(run.files)), ("FOX_BYTES", String(run.bytes)),
            // For the catalog, which has no 'or'.
            ("FOX_TITLE", name ?? run.device ?? run.volume),
        ]
        let known: [(String, String?)] = [
            ("FOX_DEVICE", run.device), ("FOX_NAME", name), ("FOX_DRAFT", run.draft),
            ("FOX_STATE", fox?.kind.rawValue), ("FOX_METHOD", run.method?.rawValue),
            ("FOX_FIRMWARE", run.firmware),
            ("FOX_BACKUP", run.backup),
            (
                "FOX_MILLISECONDS",
                run.finished.map { String($0.milliseconds - run.started.milliseconds) }
            ),
        ]
        for (field, value) in known { if let value { fields.append((field, value)) } }
        fields += run.next.map { ("FOX_NEXT", $0) }
        fields += run.warnings.map { ("FOX_WARNING", $0) }
        return fields
    }

    private func record(
        _ text: String, _ level: LogLevel, _ id: MessageID?, _ fields: [(String, String)]
    ) -> Bool {
        var all = [
            ("MESSAGE", text.safeForTerminal(isColoured: false)),
            ("PRIORITY", String(level.priority)),
            ("SYSLOG_IDENTIFIER", "fox-sync"),
        ]
        if let id { all.append(("MESSAGE_ID", id.rawValue)) }
        return Journal.send((all + fields).map { (name: $0.0, value: $0.1) })
    }
}
