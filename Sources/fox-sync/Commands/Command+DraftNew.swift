// `draft new`: drafts with their firmware's settings, or with the files of a fox, backup or folder.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

extension Command {
    private static let farnsworth = "MORSE_FARNSWORTH_WPM"
    private static let number = "FOX_NUMBER"

    static let draftNew = Command(
        "draft new", words: "NAME…", count: 1...100, "make drafts with their firmware's settings",
        details: """
            A draft is a plain folder with a settings.txt; put the WAVs beside it. With --from, it gets
            the files of a fox that is plugged in, of a backup or of a folder. All drafts are made, or
            none. A draft that is there is made anew: 'draft undo' brings back what it had, and changes
            that are on no fox are only replaced when you say so.
            """,
        options: [
            firmwareOption,
            Option("from", value: "SOURCE", "a fox, the run of a backup, or a folder (with a '/')"),
            Option("number", "number them 1, 2, … (FOX_NUMBER, where the firmware has it)"),
            Option("force", letter: "f", "replace changes that are on no fox, without asking"),
        ], exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let source = try call.value("from").map { (words) throws(CLIError) in
            try DraftSource(words, context)
        }
        let firmware = try firmware(call) ?? source?.firmware ?? .stock
        var files = try source?.files(for: firmware) ?? []
        if source == nil {
            files = [DeviceFile(name: "settings.txt", bytes: fresh(firmware))]
        }
        if call.has("number") { try refuse(call.words, numberedBy: firmware) }
        guard Set(call.words).count == call.words.count else {
            throw .usage("a name is there twice", command: "draft new")
        }
        // Asked before the drafts are locked: people may take their time.
        var replaced: [String: FrozenDraft] = [:]
        let wanted = call.words.enumerated().map { index, name in
            (name, call.has("number") ? numbered(files, index + 1, for: firmware) : files)
        }
        for (name, own) in wanted where context.drafts.contains(name) {
            let draft = try load(name, context)
            try context.mayReplace(
                try context.unsynced(draft, over: own.reduce(into: [:]) { $0[$1.name] = $1.bytes }),
                of: name, isForced: call.has("force"), command: repeated(call))
            replaced[name] = draft
        }
        let done = try context.change("new") { (edit) throws(CLIError) in
            var done: [String] = []
            for (name, own) in wanted {
                let options = DraftOptions(firmware: firmware.id)
                if let draft = replaced[name] {
                    let now = try context.engine { () throws(SyncError) in
                        try edit.replace(own, in: draft)
                        return try edit.options(of: name)
                    }
                    edit.set(options, of: name)
                    let isSame =
                        now == options && draft.files == own.reduce(into: [:]) { $0[$1.name] = $1 }
                    done.append(
                        isSame
                            ? "'\(name)' is as it was"
                            : "made \(context.drafts.path(of: name)) anew; 'fox-sync draft undo"
                                + " \(name.shellWord)' brings back what it had")
                } else {
                    try context.engine { () throws(SyncError) in
                        try edit.create(name, files: own, options: options)
                    }
                    done.append("made \(context.drafts.path(of: name))")
                }
            }
            return done
        }
        let first = call.words[0]
        let notes = source?.leftOut(for: firmware) ?? []
        return Note(
            draft: first, message: (done + notes).joined(separator: "\n"),
            next: source == nil
                ? "fox-sync draft set \(first.shellWord) CALLSIGN=… FREQ_MHZ=…"
                : "fox-sync draft check \(first.shellWord)")
    }

    /// The call as it was typed.
    private static func repeated(_ call: Invocation) -> String {
        var words = ["fox-sync draft new"] + call.words.map(\.shellWord)
        for name in ["firmware", "from"] {
            if let value = call.value(name) { words += ["--\(name)", value.shellWord] }
        }
        if call.has("number") { words.append("--number") }
        return words.joined(separator: " ")
    }

    /// The settings of a new draft.
    static func fresh(_ firmware: Firmware) -> [UInt8] {
        var settings = SettingsDocument(firmware.factorySettings)
        if let speed = settings.value(of: "MORSE_WPM"), firmware.rule(for: farnsworth) != nil {
            // The factory's 10 is below the speed and so ignored: written as it acts.
            settings.set(farnsworth, to: speed, for: firmware)
        }
        return settings.bytes
    }

    private static func refuse(_ names: [String], numberedBy firmware: Firmware) throws(CLIError) {
        guard let range = firmware.rule(for: number)?.range else {
            let others = Firmware.all.filter { $0.rule(for: number) != nil }.map(\.id)
            throw .usage(
                "the \(firmware.id) firmware has no \(number); --number is for"
                    + " \(others.joined(separator: ", "))", command: "draft new")
        }
        guard names.count <= range.upperBound else {
            throw .usage(
                "\(number) goes from \(range.lowerBound) to \(range.upperBound), and there are"
                    + " \(names.count) names", command: "draft new")
        }
    }

    private static func numbered(
        _ files: [DeviceFile], _ value: Int, for firmware: Firmware
    ) -> [DeviceFile] {
        files.map { file in
            guard file.name == "settings.txt" else { return file }
            var settings = SettingsDocument(file.bytes)
            settings.set(number, to: String(value), for: firmware)
            return DeviceFile(name: file.name, bytes: settings.bytes)
        }
    }
}
