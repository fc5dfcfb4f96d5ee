// `draft list` and `draft show`: what is staged; and what the commands about drafts share.
internal import PicoFox
internal import SyncEngine

extension Command {
    static let firmwareOption = Option(
        "firmware", value: "ID", Firmware.all.map(\.id).joined(separator: ", "))

    static let dryRunOption = Option(
        "dry-run", letter: "n", "say what would change, change nothing")

    static let draftList = Command("draft list", "all drafts, and which fox gets them") {
        (context, _) throws(CLIError) in
        let names: [String]
        do throws(SyncError) { names = try context.drafts.names() } catch { throw CLIError(error) }
        let links = context.drafts.links().map { name, words in
            DraftListResult.Item(name, problem: "not used: it is \(words)", foxes: [])
        }
        return DraftListResult(
            drafts: (try context.listed(names) + links).sorted { $0.draft < $1.draft },
            folder: context.places.drafts)
    }

    static let draftShow = Command(
        "draft show", words: "NAME", count: 1...1, "a draft's settings, files and checks",
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        DraftView(
            try load(call.words[0], context), folder: context.drafts.path(of: call.words[0]))
    }

    /// Reads a draft with its options.
    static func load(_ name: String, _ context: Context) throws(CLIError) -> FrozenDraft {
        try context.engine { () throws(SyncError) in
            try context.drafts.freeze(name) { () throws(SyncError) in
                do throws(StateError) {
                    return try StateStore(reading: context.places.database).options(of: name)
                } catch { throw SyncError(error, .draft) }
            }
        }
    }

    /// The firmware that was named, or nil.
    static func firmware(_ call: Invocation) throws(CLIError) -> Firmware? {
        guard let name = call.value("firmware") else { return nil }
        guard let firmware = Firmware.named(name) else { throw noFirmware(name) }
        return firmware
    }

    /// The error for a firmware that does not exist.
    static func noFirmware(_ name: String) -> CLIError {
        .usage(
            "there is no firmware '\(Array(name.utf8).printable)'; there are "
                + Firmware.all.map(\.id).joined(separator: ", "))
    }
}

extension Context {
    /// Drafts as the list of drafts has them.
    func listed(_ names: [String]) throws(CLIError) -> [DraftListResult.Item] {
        let takers = Dictionary(grouping: try FoxBoard(self).foxes) { $0.record.assignment?.draft }
        return names.map { name in
            let foxes = (takers[name] ?? []).sorted { $0.record < $1.record }
                .map(DraftListResult.Taker.init)
            do throws(CLIError) {
                return .init(try Command.load(name, self), foxes: foxes)
            } catch { return .init(name, problem: error.message, foxes: foxes) }
        }
    }
}

extension FrozenDraft {
    /// The draft for a command that would lose what of it cannot be taken.
    ///
    /// - Parameter file: The file that the command is about, or nil for all of them.
    /// - Returns: The draft itself.
    /// - Throws: `CLIError` that names the file.
    @discardableResult
    func whole(_ file: String? = nil) throws(CLIError) -> FrozenDraft {
        guard let finding = missing(file) else { return self }
        throw CLIError(
            .invalid, finding.code, "the draft '\(name)': \(finding.message)",
            next: "fox-sync draft check \(name.shellWord)")
    }
}

/// Drafts, a line each.
struct DraftListResult: CommandResult {
    /// A fox that gets the draft.
    struct Taker: Encodable, Sendable {
        let device: String
        let name: String?
        let state: FoxState.Kind
        let reason: String
        let next: [String]

        init(_ fox: FoxBoard.Fox) {
            device = fox.record.id
            name = fox.record.name
            state = fox.state.kind
            reason = fox.state.reason
            next = fox.state.next
        }

        /// Its name and its state, safe to print.
        var words: String { "\(Array((name ?? device).utf8).printable) (\(state.words))" }
    }

    struct Item: Encodable, Sendable {
        let draft: String
        var firmware: String?
        var callsign: String?
        var frequencyHz: Int?
        var files: Int?
        var errors: Int?
        /// Whether it would be silent, as was asked for.
        var offAirAsAsked: Bool?
        var problem: String?
        let foxes: [Taker]
        /// Left out of the JSON: the fox that it makes, to be looked at with the others.
        var inHunt: HuntChecks.Fox?

        private enum CodingKeys: String, CodingKey {
            case draft, firmware, callsign, frequencyHz, files, errors, offAirAsAsked, problem
            case foxes
        }

        init(_ draft: FrozenDraft, foxes: [Taker]) {
            self.draft = draft.name
            firmware = draft.firmware.id
            if draft.missing("settings.txt") == nil {
                callsign = draft.effective.callsign
                frequencyHz = draft.effective.hertz
            }
            files = draft.files.count
            let findings = draft.findings()
            errors = findings.filter { $0.severity == .error }.count
            offAirAsAsked = draft.isOffAirAsAsked(findings)
            inHunt = HuntChecks.Fox(draft, findings)
            self.foxes = foxes
        }

        init(_ name: String, problem: String, foxes: [Taker]) {
            draft = name
            self.problem = problem
            self.foxes = foxes
        }
    }

    let drafts: [Item]
    let folder: String
    /// What was done, when a command lists what it changed.
    var message: String?
    /// Left out of the JSON: a list is done when it is printed, a change may leave errors.
    var exitCode = ExitCode.done

    private enum CodingKeys: String, CodingKey { case drafts, folder, message, together }

    var exit: ExitCode { exitCode }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(drafts, forKey: .drafts)
        try container.encode(folder, forKey: .folder)
        try container.encodeIfPresent(message, forKey: .message)
        try container.encode(drafts.together, forKey: .together)
    }

    func text(_ style: Style) -> String {
        if drafts.isEmpty, message == nil {
            return "no drafts in \(folder)\nnext: fox-sync draft new NAME"
        }
        var table = Table()
        for item in drafts {
            let bad =
                item.problem ?? item.errors.flatMap { $0 > 0 ? Style.count($0, "error") : nil }
            let good = item.offAirAsAsked == true ? FrozenDraft.offAirAsAsked : "valid"
            table.add(
                [
                    item.draft, item.firmware ?? "", item.callsign.map(\.orDash) ?? "",
                    item.frequencyHz.map { FrequencyText.short(hertz: $0) + " MHz" } ?? "",
                    item.files.map { Style.count($0, "file") } ?? "", bad ?? good,
                    item.foxes.isEmpty
                        ? "for no fox yet"
                        : "for \(item.foxes.map(\.words).joined(separator: ", "))",
                ],
                tints: [
                    .bold, nil, nil, nil, nil,
                    bad != nil ? .bad : item.offAirAsAsked == true ? .warn : .good,
                ])
        }
        let lines = (table.isEmpty ? [] : [table.text(style)]) + collisions(style)
        return (lines + [message].compactMap(\.self)).joined(separator: "\n")
    }

    /// How many foxes disturb each other, in a line; `draft check` names them.
    private func collisions(_ style: Style) -> [String] {
        let count = drafts.together.filter { $0.severity == .warning }.count
        if count == 0 { return [] }
        return [
            style.paint("warning", .warn)
                + ": \(Style.count(count, "pair")) of foxes can transmit at"
                + " the same time on one channel: see '"
                + style.paint("fox-sync draft check", .bold) + "'"
        ]
    }
}

extension [DraftListResult.Item] {
    /// What is found in them together.
    var together: [Finding] { HuntChecks(compactMap(\.inHunt)).findings }
}

extension String {
    /// The text, or a dash where there is none.
    var orDash: String { isEmpty ? "—" : Array(utf8).printable }
}
