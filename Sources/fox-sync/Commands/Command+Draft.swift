// `draft new`, `draft list`, `draft show`, `draft set`: staging offline.
internal import PicoFox
internal import SyncEngine

extension Command {
    private static let firmwareOption = Option(
        "firmware", value: "ID", Firmware.all.map(\.id).joined(separator: ", "))

    private static let farnsworth = "MORSE_FARNSWORTH_WPM"

    static let draftNew = Command(
        "draft new", words: "NAME…", count: 1...100, "make drafts with their firmware's settings",
        details: "A draft is a plain folder with a settings.txt; put the WAVs beside it.",
        options: [firmwareOption], exits: [.invalid]
    ) { (context, call) throws(CLIError) in
        let firmware = try firmware(call) ?? .stock
        var settings = SettingsDocument(firmware.factorySettings)
        if let speed = settings.value(of: "MORSE_WPM"), firmware.rule(for: farnsworth) != nil {
            // The factory's 10 is below the speed and so ignored: written as it acts.
            settings.set(farnsworth, to: speed)
        }
        do throws(SyncError) {
            let edit = try DraftEdit(context.drafts, reason: "new")
            for name in call.words {
                try edit.create(
                    name, files: [DeviceFile(name: "settings.txt", bytes: settings.bytes)],
                    options: DraftOptions(firmware: firmware.id))
            }
            try edit.commit()
        } catch { throw CLIError(error) }
        let first = call.words[0]
        return Note(
            draft: first,
            message: call.words.map { "made \(context.drafts.path(of: $0))" }
                .joined(separator: "\n")
                + "\nnext: fox-sync draft set \(first.shellWord) CALLSIGN=… FREQ_MHZ=…")
    }

    static let draftList = Command("draft list", "all drafts, and which fox gets them") {
        (context, _) throws(CLIError) in
        let names: [String]
        do throws(SyncError) { names = try context.drafts.names() } catch { throw CLIError(error) }
        let devices = try context.state { (store) throws(StateError) in
            try store.devices()
        }
        var items: [DraftListResult.Item] = []
        for name in names {
            let takers = devices.filter { $0.assignment?.draft == name }.map(\.title)
            do throws(CLIError) {
                let draft = try load(name, context)
                items.append(.init(draft, devices: takers))
            } catch { items.append(.init(name, problem: error.message, devices: takers)) }
        }
        return DraftListResult(drafts: items, folder: context.places.drafts)
    }

    static let draftShow = Command(
        "draft show", words: "NAME", count: 1...1, "a draft's settings, files and checks",
        exits: [.notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        DraftView(
            try load(call.words[0], context), folder: context.drafts.path(of: call.words[0]))
    }

    static let draftSet = Command(
        "draft set", words: "NAME KEY=VALUE…", count: 1...200, "change settings of a draft",
        details: """
            Keys are those of settings.txt, in any letter case. Only the lines of the named keys are
            touched; comments and unknown keys stay as they are.
            """,
        options: [
            firmwareOption,
            Option("off-air", "an empty CALLSIGN or DUTY_CYCLE=0 is meant: no error"),
            Option("on-air", "takes --off-air back"),
        ],
        exits: [.notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let name = call.words[0]
        let before = try load(name, context)
        let firmware = try firmware(call) ?? before.firmware
        var document = SettingsDocument(before.settings ?? firmware.factorySettings)
        for word in call.words.dropFirst() {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw .usage(
                    "'\(Array(word.utf8).printable)' is not KEY=VALUE", command: "draft set")
            }
            let key = word[..<equals].uppercased()
            let value = String(word[word.index(after: equals)...])
            guard Array(value.utf8).printable == value else {
                throw .usage(
                    "the value of \(key) has control characters in it", command: "draft set")
            }
            if let refusal = firmware.refusal(toSet: key, to: value) {
                throw CLIError(.invalid, "bad-value", Array(refusal.utf8).printable)
            }
            // Written as the firmware reads it: 146,565 is meant as 146.565.
            let meant = firmware.rule(for: key)?.meaning(of: Array(value.utf8))?.settingsText
            document.set(key, to: meant ?? value)
        }
        try change(name, context, call, firmware: firmware, offAir: before.offAir)
        if document.bytes != before.settings {
            try context.replace(settings: document.bytes, in: before, reason: "set")
        }
        return DraftView(try load(name, context), folder: context.drafts.path(of: name))
    }

    private static func change(
        _ name: String, _ context: Context, _ call: Invocation, firmware: Firmware, offAir: Bool
    ) throws(CLIError) {
        let wanted = call.has("off-air") || (offAir && !call.has("on-air"))
        let isGiven = call.has("firmware")
        try context.state { (store) throws(StateError) in
            var options = try store.options(of: name)
            options.offAir = wanted
            if isGiven { options.firmware = firmware.id }
            if options != (try store.options(of: name)) { try store.set(options, of: name) }
        }
    }

    /// Reads a draft with its options.
    static func load(_ name: String, _ context: Context) throws(CLIError) -> FrozenDraft {
        let options = try context.state { (store) throws(StateError) in
            try store.options(of: name)
        }
        do { return try context.drafts.freeze(name, options: options) } catch {
            if error.code == .notFound { throw noDraft(name) }
            throw CLIError(error)
        }
    }

    private static func firmware(_ call: Invocation) throws(CLIError) -> Firmware? {
        guard let name = call.value("firmware") else { return nil }
        guard let firmware = Firmware.named(name) else {
            throw .usage(
                "there is no firmware '\(Array(name.utf8).printable)'; there are "
                    + Firmware.all.map(\.id).joined(separator: ", "))
        }
        return firmware
    }
}

private struct DraftListResult: CommandResult {
    struct Item: Encodable, Sendable {
        let draft: String
        var firmware: String?
        var callsign: String?
        var frequencyHz: Int?
        var files: Int?
        var errors: Int?
        var problem: String?
        let devices: [String]

        init(_ draft: FrozenDraft, devices: [String]) {
            self.draft = draft.name
            firmware = draft.firmware.id
            callsign = draft.effective.callsign
            frequencyHz = draft.effective.hertz
            files = draft.files.count
            errors = draft.findings().filter { $0.severity == .error }.count
            self.devices = devices
        }

        init(_ name: String, problem: String, devices: [String]) {
            draft = name
            self.problem = problem
            self.devices = devices
        }
    }

    let drafts: [Item]
    let folder: String

    func text(_ style: Style) -> String {
        if drafts.isEmpty { return "no drafts in \(folder)\nnext: fox-sync draft new NAME" }
        var table = Table()
        for item in drafts {
            let bad =
                item.problem ?? item.errors.flatMap { $0 > 0 ? Style.count($0, "error") : nil }
            table.add(
                [
                    item.draft, item.firmware ?? "", item.callsign.map(\.orDash) ?? "",
                    item.frequencyHz.map { FrequencyText.short(hertz: $0) + " MHz" } ?? "",
                    item.files.map { Style.count($0, "file") } ?? "", bad ?? "valid",
                    item.devices.isEmpty
                        ? "for no fox yet" : "for \(item.devices.joined(separator: ", "))",
                ], tints: [.bold, nil, nil, nil, nil, bad == nil ? .good : .bad])
        }
        return table.text(style)
    }
}

extension String {
    /// The text, or a dash where there is none.
    var orDash: String { isEmpty ? "—" : Array(utf8).printable }
}
