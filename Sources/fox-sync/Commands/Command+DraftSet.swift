// `draft set` and `draft unset`: the keys of settings.txt, in one draft or in all.
internal import PicoFox
internal import SyncEngine

extension Command {
    static let draftSet = Command(
        "draft set", words: "NAME KEY=VALUE…", count: 0...200, "change settings of a draft",
        details: """
            Keys are those of settings.txt, in any letter case. Only the lines of the named keys are
            touched; comments and unknown keys stay as they are, and '# =' comes between a comment and a
            line that it would hide. With --all and no NAME, every draft is changed, or none when one
            of them cannot take it. A value that the firmware would not take as it is typed is refused,
            and nothing changes; exit code 5 says that the change is made and the draft not valid.
            """,
        options: [
            firmwareOption,
            Option("off-air", "silence is meant: no error, until an edit ends it"),
            Option("on-air", "takes --off-air back"),
            Option("all", letter: "a", "every draft"),
        ],
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let isAll = call.has("all")
        guard isAll || !call.words.isEmpty else {
            throw .usage("'draft set' wants NAME KEY=VALUE…", command: "draft set")
        }
        let pairs = try (isAll ? call.words[...] : call.words.dropFirst())
            .map { (word) throws(CLIError) in try pair(word) }
        let wanted = try firmware(call)
        let (names, views) = try context.change("set") { (edit) throws(CLIError) in
            let names =
                isAll
                ? try context.engine { () throws(SyncError) in try edit.names() } : [call.words[0]]
            if names.isEmpty {
                throw CLIError(
                    .notFound, "not-found", "there is no draft yet", next: "fox-sync draft new NAME"
                )
            }
            var changes: [(DraftOptions, FrozenDraft, [UInt8])] = []
            for name in names {
                let draft = try whole(edit, name, context)
                let firmware = wanted ?? draft.firmware
                do throws(CLIError) {
                    let settings = try set(pairs, in: draft.settings, of: firmware)
                    var options = DraftOptions(
                        firmware: draft.firmwareIsGiven ? draft.firmware.id : nil,
                        offAir: draft.offAir && !call.has("on-air")
                    ).writing(settings, for: firmware)
                    if call.has("off-air") { options.offAir = true }
                    if let wanted { options.firmware = wanted.id }
                    changes.append((options, draft, settings))
                } catch {
                    throw names.count < 2
                        ? error
                        : CLIError(
                            error.exit, error.code,
                            "\(name): \(error.message); nothing was changed",
                            next: error.next)
                }
            }
            for (options, draft, settings) in changes {
                if !pairs.isEmpty || draft.settings == nil {
                    edit.write(settings, to: "settings.txt", of: draft.name)
                }
                edit.set(options, of: draft.name)
                edit.note(pairs.map(\.key).joined(separator: ", "), of: draft.name)
            }
            // Told from what was read and written, so that nothing can fail after the change.
            return (
                names,
                changes.map { options, draft, settings in
                    var files = draft.files
                    files["settings.txt"] = DeviceFile(name: "settings.txt", bytes: settings)
                    return draft.with(options, files: files)
                }
            )
        }
        if !isAll, let view = views.first {
            return Command.view(view, context)
        }
        var result = DraftListResult(
            drafts: (try? context.listed(names)) ?? [], folder: context.places.drafts)
        result.message = "set in \(Style.count(names.count, "draft")); 'draft undo' undoes one"
        if views.contains(where: { $0.findings().haveErrors }) { result.exitCode = .invalid }
        return result
    }

    static let draftUnset = Command(
        "draft unset", words: "NAME KEY…", count: 2...200,
        "remove settings from a draft, so that the firmware's default counts",
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let name = call.words[0]
        let keys = call.words.dropFirst().map { $0.uppercased() }
        let (draft, absent) = try context.change("unset") { (edit) throws(CLIError) in
            let draft = try whole(edit, name, context)
            var document = SettingsDocument(draft.settings ?? [])
            let absent = keys.filter { document.valueBytes(of: $0) == nil }
            guard absent.count < keys.count else { return (draft, absent) }
            for key in keys { document.unset(key, for: draft.firmware) }
            edit.write(document.bytes, to: "settings.txt", of: name)
            edit.note(keys.filter { !absent.contains($0) }.joined(separator: ", "), of: name)
            var files = draft.files
            files["settings.txt"] = DeviceFile(name: "settings.txt", bytes: document.bytes)
            return (draft.replacing(files), absent)
        }
        if !absent.isEmpty {
            context.printer.note(NotSet(draft: name, keys: absent, all: absent.count == keys.count))
        }
        var result = view(draft, context)
        result.notSet = absent
        return result
    }

    /// Reads a draft under the lock, for a command that writes its settings anew.
    private static func whole(
        _ edit: DraftEdit, _ name: String, _ context: Context
    ) throws(CLIError) -> FrozenDraft {
        try context.engine { () throws(SyncError) in try edit.draft(name) }.whole("settings.txt")
    }

    private static func pair(_ word: String) throws(CLIError) -> (key: String, value: String) {
        guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
            throw .usage(
                "'\(Array(word.utf8).printable)' is not KEY=VALUE", command: "draft set")
        }
        let key = word[..<equals].uppercased()
        let value = String(word[word.index(after: equals)...])
        guard Array(value.utf8).printable == value else {
            throw .usage("the value of \(key) has control characters in it", command: "draft set")
        }
        return (key, value)
    }

    /// Sets keys in a settings text, as the firmware reads them.
    ///
    /// - Parameters:
    ///   - pairs: Keys in capitals, and their values as somebody typed them.
    ///   - settings: The text; nil for the firmware's own.
    ///   - firmware: Whose.
    /// - Returns: The new text.
    /// - Throws: `CLIError` with exit code 2 for a value that the firmware does not take as it is typed:
    ///   what is not written makes no draft invalid.
    static func set(
        _ pairs: [(key: String, value: String)], in settings: [UInt8]?, of firmware: Firmware
    ) throws(CLIError) -> [UInt8] {
        var document = SettingsDocument(settings ?? firmware.factorySettings)
        for (key, value) in pairs {
            if let refusal = firmware.refusal(toSet: key, to: value) {
                throw CLIError(.usage, "bad-value", Array(refusal.utf8).printable)
            }
            // Written as the firmware reads it: 146,565 is meant as 146.565.
            let meant = firmware.rule(for: key)?.meaning(of: Array(value.utf8))?.settingsText
            document.set(key, to: meant ?? value, for: firmware)
        }
        return document.bytes
    }
}

/// Keys that `draft unset` did not find.
private struct NotSet: Remark {
    let message: String

    init(draft: String, keys: [String], all: Bool) {
        let list = keys.map { Array($0.utf8).printable }.joined(separator: ", ")
        message = "'\(draft)' does not set \(list)" + (all ? "; nothing was removed" : "")
    }
}

extension FrozenDraft {
    /// The draft with other options and files.
    func with(_ options: DraftOptions, files: [String: DeviceFile]) -> FrozenDraft {
        let given = options.firmware.flatMap(Firmware.named)
        return FrozenDraft(
            name: name, firmware: given ?? firmware, firmwareIsGiven: given != nil,
            offAir: options.offAir, files: files, leftOut: leftOut, refused: refused)
    }
}
