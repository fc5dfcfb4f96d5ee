// `draft check`, `draft fix`, `draft unset`, `draft undo`: what is wrong with a draft, and its cure.
internal import PicoFox
internal import SyncEngine

extension Command {
    static let draftCheck = Command(
        "draft check", words: "[NAME…]", count: 0...100,
        "what a fox would do with a draft, and what it would not",
        details: """
            Without a name, all drafts. Several drafts are also checked together: the same identifier
            on different frequencies. docs/checks.md explains every code. Errors block a push; warnings
            do not.
            """,
        exits: [.notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        var drafts: [FrozenDraft] = []
        var names = call.words
        if names.isEmpty {
            do throws(SyncError) { names = try context.drafts.names() } catch {
                throw CLIError(error)
            }
        }
        for name in names { drafts.append(try load(name, context)) }
        return CheckResult(drafts: drafts)
    }

    static let draftFix = Command(
        "draft fix", words: "NAME", count: 1...1,
        "rewrite settings.txt so that every firmware reads it as meant",
        details: """
            No byte-order mark, LF line ends, a final newline, nothing round '=', no line that hides
            another. Comments stay where they safely can. The version before is kept.
            """,
        options: [Option("dry-run", letter: "n", "show the difference, write nothing")],
        exits: [.notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let draft = try load(call.words[0], context)
        let old = draft.settings ?? []
        let new = SettingsDocument(old).canonical(for: draft.firmware).bytes
        let isDryRun = call.has("dry-run")
        if new != old, !isDryRun { try context.replace(settings: new, in: draft, reason: "fix") }
        let fixed = draft.settings == nil ? draft : try load(draft.name, context)
        return FixResult(
            draft: draft.name, old: old, new: new, isDryRun: isDryRun,
            left: isDryRun ? [] : fixed.findings().filter { $0.severity == .error })
    }

    static let draftUnset = Command(
        "draft unset", words: "NAME KEY…", count: 2...200,
        "remove settings from a draft, so that the firmware's default counts",
        exits: [.notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let draft = try load(call.words[0], context)
        var document = SettingsDocument(draft.settings ?? [])
        for key in call.words.dropFirst() { document.unset(key) }
        if document.bytes != draft.settings {
            try context.replace(settings: document.bytes, in: draft, reason: "unset")
        }
        return DraftView(
            try load(draft.name, context), folder: context.drafts.path(of: draft.name))
    }

    static let draftUndo = Command(
        "draft undo", words: "NAME", count: 1...1, "bring back the version a draft had before",
        details: """
            Each set, unset, fix, pull, merge and restore keeps the version before it; undo takes them
            back one by one, the newest first.
            """,
        options: [Option("list", letter: "l", "only list the versions")], exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let name = call.words[0]
        guard context.drafts.contains(name) else { throw noDraft(name) }
        let versions = DraftVersions(folder: context.places.versions)
        let kept = versions.versions(of: name)
        if call.has("list") { return VersionsResult(draft: name, versions: kept) }
        guard let last = kept.last else {
            throw CLIError(
                .notFound, "not-found", "no earlier version of '\(name)' was kept",
                next: "fox-sync draft show \(name.shellWord)")
        }
        do throws(SyncError) {
            let edit = try DraftEdit(context.drafts, reason: "undo")
            try edit.bringBack(last, of: name)
            try edit.commit()
        } catch { throw CLIError(error) }
        return Note(
            draft: name,
            message: "'\(name)' is as it was before '\(last.reason)' at \(last.moment);"
                + " \(Style.count(kept.count - 1, "earlier version")) left")
    }
}

extension Context {
    /// Replaces a draft's settings, keeping its version before.
    func replace(
        settings: [UInt8], in draft: FrozenDraft, reason: String
    ) throws(CLIError) {
        do throws(SyncError) {
            let edit = try DraftEdit(drafts, reason: reason)
            try edit.expect(draft)
            edit.write(settings, to: "settings.txt", of: draft.name)
            try edit.commit()
        } catch { throw CLIError(error) }
    }
}

private struct CheckResult: CommandResult {
    private struct Item: Encodable, Sendable {
        let draft: String
        let firmware: String
        let findings: [Finding]
    }

    private let drafts: [Item]

    init(drafts: [FrozenDraft]) {
        // One hunt may mix firmwares, but identifiers are only compared within one.
        let together = Dictionary(grouping: drafts, by: \.firmware).flatMap { firmware, drafts in
            firmware.checkTogether(drafts.map { ($0.name, $0.effective) })
        }
        self.drafts = drafts.map { draft in
            Item(
                draft: draft.name, firmware: draft.firmware.id,
                findings: draft.findings() + together.filter { $0.file == draft.name })
        }
    }

    var exit: ExitCode { drafts.contains { $0.findings.haveErrors } ? .invalid : .done }

    func text(_ style: Style) -> String {
        if drafts.isEmpty { return "there is no draft yet" }
        return drafts.map { item in
            let head = "\(style.paint(item.draft, .bold)) (\(item.firmware)): "
            if item.findings.isEmpty { return head + style.paint("valid", .good) }
            let errors = item.findings.filter { $0.severity == .error }.count
            let verdict =
                errors > 0
                ? style.paint(Style.count(errors, "error"), .bad) : style.paint("valid", .good)
            return
                ([head + verdict] + item.findings.map { "  " + $0.line(style) })
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

extension Finding {
    /// The finding on one line.
    func line(_ style: Style) -> String {
        let tint: Style.Tint = severity == .error ? .bad : .warn
        let place = Array(file.utf8).printable + (line.map { ":\($0)" } ?? "")
        return "\(style.paint(severity.rawValue, tint)) \(place): "
            + "\(Array(message.utf8).printable) [\(code)]"
    }
}

private struct FixResult: CommandResult {
    let draft: String
    let changed: Bool
    let dryRun: Bool
    let errors: [Finding]
    private let old: [String]
    private let new: [String]

    private enum CodingKeys: CodingKey { case draft, changed, dryRun, errors }

    init(draft: String, old: [UInt8], new: [UInt8], isDryRun: Bool, left: [Finding]) {
        self.draft = draft
        changed = old != new
        dryRun = isDryRun
        errors = left
        self.old = Self.lines(old)
        self.new = Self.lines(new)
    }

    var exit: ExitCode { errors.isEmpty ? .done : .invalid }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.printable }
        if lines.last == "" {
            lines.removeLast()
        } else if let last = lines.popLast() {
            lines.append(last + " (no newline)")
        }
        return lines
    }

    func text(_ style: Style) -> String {
        var lines: [String] = []
        if changed {
            lines += LineDiff.between(old, new).map { line in
                switch line {
                case .same(let text): "  " + text
                case .removed(let text): style.paint("- " + text, .bad)
                case .added(let text): style.paint("+ " + text, .good)
                }
            }
        }
        lines.append(
            !changed
                ? "\(draft): nothing to fix"
                : dryRun ? "\(draft): nothing was written" : "\(draft): fixed; 'draft undo' undoes")
        lines += errors.map { "  " + $0.line(style) }
        return lines.joined(separator: "\n")
    }
}

private struct VersionsResult: CommandResult {
    private struct Item: Encodable, Sendable {
        let moment: String
        let before: String
        let path: String
    }

    private let draft: String
    private let versions: [Item]

    init(draft: String, versions: [DraftVersion]) {
        self.draft = draft
        self.versions = versions.reversed().map {
            Item(moment: $0.moment, before: $0.reason, path: $0.path)
        }
    }

    func text(_ style: Style) -> String {
        var table = Table()
        for item in versions { table.add([item.moment, "before \(item.before)", item.path]) }
        return table.isEmpty ? "no earlier version of '\(draft)'" : table.text(style)
    }
}
