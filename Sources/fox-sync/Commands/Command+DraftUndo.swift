// `draft undo`: the versions that a draft had, and the way back to each.
internal import PicoFox
internal import SyncEngine

extension Command {
    static let draftUndo = Command(
        "draft undo", words: "NAME", count: 1...1, "bring back the version a draft had before",
        details: """
            Every command that changes a draft keeps the version before it; undo takes the changes back
            one by one, the newest first. What it replaces is kept, too: 'undo --to NUMBER' brings any
            version of the list back. What other programs changed meanwhile is replaced only when you
            say so. A draft that was removed comes back the same way; foxes that an import gave the draft
            get what they had before.
            """,
        options: [
            Option("list", letter: "l", "only list the versions"),
            Option("steps", value: "N", "take back so many changes at once"),
            Option("to", value: "NUMBER", "bring back the version of this number"),
            Option("force", letter: "f", "replace what other programs changed, without asking"),
            dryRunOption,
        ], exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let name = call.words[0]
        let isThere = context.drafts.contains(name)
        let versions = context.drafts.versions
        let kept = try context.engine { () throws(SyncError) in try versions.versions(of: name) }
        if !isThere, kept.isEmpty { throw noDraft(name, context) }
        if call.has("list") { return VersionsResult(draft: name, versions: kept) }
        let steps = try call.number("steps", in: 1...DraftVersions.limit) ?? 1
        let number = try call.number("to", in: 1...Int(Int32.max))
        let target =
            number.map { wanted in kept.first { $0.number == wanted } }
            ?? DraftVersions.target(steps, in: kept)
        guard let target else {
            throw CLIError(
                .notFound, "not-found",
                number.map { "there is no version \($0) of '\(name)'" }
                    ?? (steps == 1
                        ? kept.isEmpty
                            ? "no earlier version of '\(name)' was kept"
                            : "all changes of '\(name)' that were kept are taken back"
                        : "there are not \(steps) changes of '\(name)' to take back"),
                next: "fox-sync draft undo \(name.shellWord) --list")
        }
        let edits = try context.engine { () throws(SyncError) in
            try DraftEdit(context.drafts, reason: "look").editedSince(name)
        }
        let what = "'\(name)' as it was before '\(target.reason)' at \(target.at.local)"
        if call.has("dry-run") {
            let also =
                edits.isEmpty ? "" : "; changed by other programs: " + edits.joined(separator: ", ")
            return Note(draft: name, message: "would bring back \(what)\(also); nothing was done")
        }
        let isForced = call.has("force")
        let options = ["steps", "to"].compactMap { option in
            call.value(option).map { " --\(option) \($0.shellWord)" }
        }
        if !isForced, !edits.isEmpty {
            try context.confirm(
                "other programs changed \(edits.joined(separator: ", ")) of '\(name)' since fox-sync"
                    + " did", "Replace that? It is kept as a version.", "unsynced",
                command: "fox-sync draft undo \(name.shellWord)" + options.joined())
        }
        let returned = try context.change("undo") { (edit) throws(CLIError) in
            try context.engine { () throws(SyncError) in
                if !isForced, try edit.editedSince(name) != edits {
                    throw SyncError(
                        .busy, .draft,
                        "the draft '\(name)' was changed meanwhile; nothing was done, try again")
                }
                try edit.bringBack(target, of: name)
            }
            return edit.returned
        }
        let now = (try? versions.versions(of: name)) ?? []
        let back = now.last.map { "; 'draft undo \(name.shellWord) --to \($0.number)' undoes this" }
        let first =
            context.drafts.contains(name)
            ? "\(what), is back\(back ?? "")" : "'\(name)' is gone, as before\(back ?? "")"
        let names = (try? context.deviceNames()) ?? [:]
        return Note(
            draft: name,
            message: ([first] + returned.map { $0.words(names[$0.device]) })
                .joined(separator: "\n"))
    }
}

extension ReturnedDevice {
    /// What became of a fox, with the command that decides otherwise.
    fileprivate func words(_ name: String?) -> String {
        let title = Array((name ?? device).utf8).printable
        if isBack {
            return draft.map { "\(title) gets '\($0)' again" } ?? "\(title) has no draft again"
        }
        let word = (name ?? device).shellWord
        let command =
            draft.map { "fox-sync assign \(word) \($0.shellWord)" } ?? "fox-sync unassign \(word)"
        let now = kept.map { "keeps '\($0)'" } ?? "keeps no draft"
        return "\(title) \(now), as somebody decided since; '\(command)' takes that back, too"
    }
}

private struct VersionsResult: CommandResult {
    private struct Item: Encodable, Sendable {
        let number: Int
        let moment: String
        let local: String
        let before: String
        let what: String?
        let path: String

        /// Without the local time, which is for people.
        private enum CodingKeys: String, CodingKey { case number, moment, before, what, path }
    }

    private let draft: String
    private let versions: [Item]

    init(draft: String, versions: [DraftVersion]) {
        self.draft = draft
        self.versions = versions.reversed().map {
            Item(
                number: $0.number, moment: $0.at.iso, local: $0.at.local, before: $0.reason,
                what: $0.notes.what.isEmpty ? nil : $0.notes.what, path: $0.path)
        }
    }

    func text(_ style: Style) -> String {
        var table = Table()
        for item in versions {
            table.add(
                [
                    String(item.number), item.local, "before \(item.before)",
                    (item.what ?? "").orDash, item.path,
                ], tints: [.bold, nil, nil, nil, .dim])
        }
        return table.isEmpty ? "no earlier version of '\(draft)'" : table.text(style)
    }
}
