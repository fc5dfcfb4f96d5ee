// `draft check` and `draft fix`: what is wrong with a draft, and its cure.
internal import PicoFox
internal import SyncEngine

extension Command {
    static let draftCheck = Command(
        "draft check", words: "[NAME…]", count: 0...100,
        "what a fox would do with a draft, and what it would not",
        details: """
            Without a name, all drafts. Valid drafts are also checked together: two foxes that can
            transmit at the same time on one channel are a warning, with the seconds of a cycle.
            docs/checks.md explains every code. Errors block a push; warnings and notes do not.
            """,
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        var drafts: [FrozenDraft] = []
        var problems: [(String, CLIError)] = []
        var names = call.words
        if names.isEmpty {
            do throws(SyncError) { names = try context.drafts.names() } catch {
                throw CLIError(error)
            }
        }
        for name in names {
            do throws(CLIError) { drafts.append(try load(name, context)) } catch {
                // One that cannot be read is no reason to say nothing of the others.
                if names.count == 1 || error.exit == .notFound { throw error }
                problems.append((name, error))
            }
        }
        return CheckResult(drafts: drafts, problems: problems, store: context.drafts)
    }

    static let draftFix = Command(
        "draft fix", words: "NAME", count: 1...1,
        "rewrite settings.txt so that every firmware reads it as meant",
        details: """
            No byte-order mark, LF line ends, a final newline, nothing round '=', no line that hides
            another. Comments stay where they safely can. A file that is only spelled otherwise gets the
            name that every firmware accepts. The version before is kept. A merge that was not finished
            is left as it is.
            """,
        options: [Option("dry-run", letter: "n", "show the difference, write nothing")],
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let draft = try load(call.words[0], context).whole("settings.txt")
        let old = draft.settings ?? []
        let unfinished = ConflictCopy.findings(in: old)
        if !unfinished.isEmpty {
            // Which side is meant nobody but a person can say.
            return FixResult(
                unfinished: draft.name, isDryRun: call.has("dry-run"), unfinished)
        }
        let new = SettingsDocument(old).canonical(for: draft.firmware).bytes
        let isDryRun = call.has("dry-run")
        let names = draft.misspelled
        if new != old || !names.isEmpty, !isDryRun {
            try context.change("fix") { (edit) throws(CLIError) in
                try context.engine { () throws(SyncError) in
                    try edit.expect(draft)
                    for (file, name) in names { try edit.respell(file, as: name, of: draft.name) }
                }
                if new != old { edit.write(new, to: "settings.txt", of: draft.name) }
            }
        }
        var files = draft.files
        files["settings.txt"] = DeviceFile(name: "settings.txt", bytes: new)
        let fixed = draft.settings == nil ? draft : draft.replacing(files)
        let respelled = Set(names.map(\.file))
        let kept = fixed.findings().filter {
            $0.severity == .error
                && !($0.code == CheckCode.fileName.rawValue && respelled.contains($0.file))
        }
        // What comes under its right name is only checked there.
        let left =
            isDryRun || names.isEmpty
            ? kept : try load(draft.name, context).findings().filter { $0.severity == .error }
        return FixResult(
            draft: draft.name, old: old, new: new, renamed: names, isDryRun: isDryRun, left: left)
    }
}

extension Context {
    /// Replaces a draft's settings, keeping its version before.
    func replace(
        settings: [UInt8], in draft: FrozenDraft, reason: String
    ) throws(CLIError) {
        try change(reason) { (edit) throws(CLIError) in
            try engine { () throws(SyncError) in try edit.expect(draft) }
            edit.write(settings, to: "settings.txt", of: draft.name)
        }
    }
}

private struct CheckResult: CommandResult {
    private struct Item: Encodable, Sendable {
        let draft: String
        let firmware: String?
        /// Whether the firmware was said, and not guessed; nil when the draft could not be read.
        let firmwareGiven: Bool?
        /// Whether it would be silent, as was asked for; nil when it could not be read.
        let offAirAsAsked: Bool?
        let findings: [Finding]
        let problem: String?
        /// What converts audio that would not be played as meant.
        let next: [String]?
    }

    private let drafts: [Item]
    /// What is found in several drafts together.
    private let together: [Finding]
    /// Left out of the JSON: the codes of the problems.
    private let codes: [ExitCode]

    private enum CodingKeys: CodingKey { case drafts, together }

    init(
        drafts: [FrozenDraft], problems: [(String, CLIError)], store: DraftStore
    ) {
        codes = problems.map(\.1.exit)
        var foxes: [HuntChecks.Fox] = []
        let checked = drafts.map { draft in
            let findings = draft.findings()
            foxes += [HuntChecks.Fox(draft, findings)].compactMap(\.self)
            let cures = AudioCure.commands(
                for: draft, findings, folder: store.path(of: draft.name))
            return Item(
                draft: draft.name, firmware: draft.firmware.id,
                firmwareGiven: draft.firmwareIsGiven,
                offAirAsAsked: draft.isOffAirAsAsked(findings),
                findings: findings, problem: nil, next: cures.isEmpty ? nil : cures)
        }
        let unread = problems.map { name, error in
            Item(
                draft: name, firmware: nil, firmwareGiven: nil, offAirAsAsked: nil, findings: [],
                problem: error.message, next: nil)
        }
        self.drafts = (checked + unread).sorted {
            (NaturalOrder($0.draft), $0.draft) < (NaturalOrder($1.draft), $1.draft)
        }
        together = HuntChecks(foxes).findings
    }

    var exit: ExitCode {
        ExitCode.most(
            serious: codes + drafts.map { $0.findings.haveErrors ? .invalid : .done })
    }

    func text(_ style: Style) -> String {
        if drafts.isEmpty { return "there is no draft yet" }
        let each = drafts.map { item in
            if let problem = item.problem {
                return "\(style.paint(item.draft, .bold)): \(style.paint(problem, .bad))"
            }
            let origin = item.firmwareGiven == false ? ", guessed" : ""
            let head =
                "\(style.paint(item.draft, .bold)) (\(item.firmware ?? "")\(origin)): "
            let errors = item.findings.filter { $0.severity == .error }.count
            let verdict =
                errors > 0
                ? style.paint(Style.count(errors, "error"), .bad)
                : item.offAirAsAsked == true
                    ? style.paint("valid, \(FrozenDraft.offAirAsAsked)", .warn)
                    : style.paint("valid", .good)
            let next = (item.next ?? []).map { "  next: " + style.paint($0, .bold) }
            return
                ([head + verdict] + item.findings.map { "  " + $0.line(style) } + next)
                .joined(separator: "\n")
        }
        return (each + together.togetherLines(style)).joined(separator: "\n")
    }
}

extension Finding {
    /// The finding on one line.
    func line(_ style: Style) -> String {
        let place = Array(file.utf8).printable + (line.map { ":\($0)" } ?? "")
        return "\(word(style)) \(place): \(Array(message.utf8).printable) [\(code)]"
    }

    /// How grave it is.
    func word(_ style: Style) -> String {
        let tint: Style.Tint =
            switch severity {
            case .error: .bad
            case .warning: .warn
            case .note: .dim
            }
        return style.paint(severity.rawValue, tint)
    }
}

private struct FixResult: CommandResult {
    struct Renamed: Encodable, Sendable {
        let from: String
        let to: String
    }

    let draft: String
    let changed: Bool
    let renamed: [Renamed]
    let dryRun: Bool
    let errors: [Finding]
    private let old: [String]
    private let new: [String]
    private let isUnfinished: Bool

    private enum CodingKeys: CodingKey { case draft, changed, renamed, dryRun, errors }

    /// What is said of a draft that an unfinished merge has left.
    init(unfinished draft: String, isDryRun: Bool, _ findings: [Finding]) {
        self.draft = draft
        changed = false
        renamed = []
        dryRun = isDryRun
        errors = findings
        (old, new) = ([], [])
        isUnfinished = true
    }

    init(
        draft: String, old: [UInt8], new: [UInt8], renamed: [(file: String, name: String)],
        isDryRun: Bool, left: [Finding]
    ) {
        self.draft = draft
        self.renamed = renamed.map { Renamed(from: $0.file, to: $0.name) }
        changed = old != new || !renamed.isEmpty
        dryRun = isDryRun
        errors = left
        isUnfinished = false
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
        lines += renamed.map { "  \($0.from) \(dryRun ? "would be" : "is") named \($0.to)" }
        if old != new {
            lines += LineDiff.between(old, new).map { line in
                switch line {
                case .same(let text): "  " + text
                case .removed(let text): style.paint("- " + text, .bad)
                case .added(let text): style.paint("+ " + text, .good)
                }
            }
        }
        lines.append(
            isUnfinished
                ? "\(draft): not fixed, and nothing was written"
                : !changed
                    ? "\(draft): nothing to fix"
                    : dryRun
                        ? "\(draft): nothing was written" : "\(draft): fixed; 'draft undo' undoes")
        lines += errors.map { "  " + $0.line(style) }
        return lines.joined(separator: "\n")
    }
}
