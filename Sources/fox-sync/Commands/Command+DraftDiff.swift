// `draft diff`: a draft beside what its fox has, had at the last sync, or beside an earlier version.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

extension Command {
    static let draftDiff = Command(
        "draft diff", words: "NAME", count: 1...1, "what differs between a draft and its fox",
        details: """
            --base (the default): what was on the fox that got this draft last, when it was synced last.
            --device: what is on this fox now; it must be plugged in. --version: an earlier version of
            the draft, by its number in 'draft undo --list'.
            """,
        options: [
            Option("base", letter: "b", "the fox at the last sync"),
            Option("device", letter: "d", value: "DEVICE", "this fox, now"),
            Option("version", value: "NUMBER", "an earlier version of the draft"),
        ], exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let draft = try loadWhole(call.words[0], context)
        guard ["base", "device", "version"].filter(call.has).count <= 1 else {
            throw .usage("say one of --base, --device, --version", command: "draft diff")
        }
        if let words = call.value("device") {
            let device = try context.device(words)
            let source = try DraftSource(device.id, context)
            let files = try source.files(for: draft.firmware)
            return DiffResult(
                draft, with: device.title,
                old: files.reduce(into: [:]) { $0[$1.name] = .init($1) })
        }
        if let number = try call.number("version", in: 1...Int(Int32.max)) {
            let versions = context.drafts.versions
            let kept = try context.engine { () throws(SyncError) in
                try versions.versions(of: draft.name)
            }
            guard let version = kept.first(where: { $0.number == number }) else {
                throw CLIError(
                    .notFound, "not-found", "there is no version \(number) of '\(draft.name)'",
                    next: "fox-sync draft undo \(draft.name.shellWord) --list")
            }
            let files: [DeviceFile]
            do throws(SyncError) { files = try versions.files(of: version) } catch {
                throw CLIError(error)
            }
            return DiffResult(
                draft, with: "version \(number)",
                old: files.reduce(into: [:]) { $0[$1.name] = .init($1) })
        }
        let bases = try context.reading { (store) throws(StateError) in
            try store.bases(ofDraft: draft.name)
        }
        guard let base = bases.first else {
            throw CLIError(
                .notFound, "no-base", "'\(draft.name)' was never synced to a fox",
                next: "fox-sync draft show \(draft.name.shellWord)")
        }
        return DiffResult(
            draft, with: "the sync of \(base.at.local)",
            old: base.files.filter(\.value.fromDraft).mapValues { .init($0) })
    }
}

private struct DiffResult: CommandResult {
    /// One side of a file.
    struct Side {
        let digest: Digest
        let size: Int
        let text: [UInt8]?

        init(_ file: DeviceFile) {
            digest = file.content.digest
            size = file.content.size
            text = file.name == "settings.txt" ? file.bytes : nil
        }

        init(_ file: BaseFile) {
            digest = file.digest
            size = file.size
            text = file.settings
        }
    }

    private struct File: Encodable, Sendable {
        let file: String
        let change: String
        let from: Int?
        let to: Int?
    }

    let draft: String
    let with: String
    private let files: [File]
    let settings: [SettingChange]

    init(_ draft: FrozenDraft, with: String, old: [String: Side]) {
        self.draft = draft.name
        self.with = with
        let new = draft.files.mapValues(Side.init)
        var settings: [SettingChange] = []
        if let before = old["settings.txt"]?.text, let after = draft.settings {
            let (old, new) = (
                EffectiveSettings.typed(before, as: draft.firmware),
                EffectiveSettings.typed(after, as: draft.firmware)
            )
            settings = new.changedKeys(from: old).map {
                SettingChange(
                    key: $0, from: old.values[$0]?.settingsText, to: new.values[$0]?.settingsText)
            }
        }
        self.settings = settings
        files = Set(old.keys).union(new.keys).sorted().compactMap { name in
            let (from, to) = (old[name], new[name])
            if from?.digest == to?.digest { return nil }
            let change = from == nil ? "added" : to == nil ? "removed" : "changed"
            return File(file: name, change: change, from: from?.size, to: to?.size)
        }
    }

    func text(_ style: Style) -> String {
        if files.isEmpty { return "\(draft): nothing differs from \(with)" }
        var lines = ["\(style.paint(draft, .bold)) and \(with):"]
        for file in files {
            let sizes = [file.from, file.to].compactMap { $0.map { Style.bytes($0) } }
            let isSame = file.file == "settings.txt" && file.change == "changed" && settings.isEmpty
            lines.append(
                "  \(file.file) \(file.change) (\(sizes.joined(separator: " → ")))"
                    + (isSame ? ": other text, the same settings" : ""))
            if file.file == "settings.txt" { lines += settings.map { "    " + $0.words } }
        }
        return lines.joined(separator: "\n")
    }
}
