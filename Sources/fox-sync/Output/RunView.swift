// A run as people and scripts see it: the result of `sync`, `log show` and the agent's lines.
internal import PicoFox
internal import SyncEngine

/// A run with its plan, ready to be printed.
struct RunView: CommandResult {
    /// The log's entry.
    let run: RunRecord
    /// What the device is called.
    let deviceName: String?
    /// What was done, file by file.
    let steps: [StepRecord]
    /// Every file that was considered.
    let planned: [PlannedFile]
    /// How it is with the fox after the run; nil where that was not asked, as of a dry run.
    var fox: FoxState?
    private let hasPlan: Bool
    private let findings: [Finding]
    private let isDryRun: Bool

    init(
        _ run: RunRecord, deviceName: String?, steps: [StepRecord], plan: SyncPlan? = nil,
        findings: [Finding] = [], isDryRun: Bool = false
    ) {
        self.run = run
        self.deviceName = deviceName
        self.steps = steps
        planned = plan?.files.map(PlannedFile.init) ?? []
        hasPlan = plan != nil
        self.findings = findings
        self.isDryRun = isDryRun
    }

    /// A run as the log has it, with all that it keeps.
    init(
        _ run: RunRecord, deviceName: String?, steps: [StepRecord], planned: [PlannedFile]
    ) {
        self.run = run
        self.deviceName = deviceName
        self.steps = steps
        self.planned = planned
        hasPlan = true
        findings = []
        isDryRun = false
    }

    /// A run as the log lists it, without its story.
    init(_ run: RunRecord, names: [String: String]) {
        self.init(
            run, deviceName: run.device.flatMap { names[$0] } ?? run.facts.deviceName, steps: [])
    }

    var exit: ExitCode { ExitCode(run.result) }
    /// How the run ended.
    var result: RunResult { run.result }
    /// What it says, in one sentence.
    var message: String { run.message }

    func text(_ style: Style) -> String {
        var lines = [headline(style)]
        let table = isDryRun || [.held, .refused].contains(run.result) ? planTable : stepTable
        if !table.isEmpty { lines.append(table.text(style)) }
        for finding in findings where finding.severity == .error {
            let message = Array(finding.message.utf8).printable
            lines.append("  \(style.paint("error", .bad)) \(message)")
        }
        for warning in run.warnings {
            lines.append("  \(style.paint("note", .warn)) \(Array(warning.utf8).printable)")
        }
        if let method = run.method { lines.append("  \(method.words)") }
        if let backup = run.backup { lines.append("  backup: \(Array(backup.utf8).printable)") }
        if let fox {
            // What the run says itself is said once.
            let reason =
                fox.kind == .ready || fox.reason == run.message ? "" : " — \(fox.shownReason)"
            lines.append("  state: \(style.paint(fox.kind.words, fox.kind.tint))\(reason)")
        }
        lines += Self.next(run.next.isEmpty ? fox?.next ?? [] : run.next, style, indent: "  ")
        return lines.joined(separator: "\n")
    }

    /// Whether the fox's file became what the plan said.
    ///
    /// - Parameter file: The file.
    /// - Returns: False for whatever was held, refused or only planned.
    func isCarriedOut(_ file: String) -> Bool {
        [.pushed, .restored].contains(run.result)
            || steps.contains { $0.file == file && $0.state == .done }
    }

    /// One line: device, result, draft, what was done.
    func headline(_ style: Style) -> String {
        let device = Array((deviceName ?? run.device ?? run.volume).utf8).printable
        let word =
            switch run.result {
            case .pushed where isDryRun: "would push"
            case .restored where isDryRun: "would restore"
            case .pulled where isDryRun: "would pull"
            default: run.result.rawValue
            }
        let draft = run.draft.map { " (\(Array($0.utf8).printable))" } ?? ""
        return "\(style.paint(device, .bold)): \(style.paint(word, run.result.tint))\(draft)"
            + " — \(Array(run.message.utf8).printable)"
    }

    /// The commands that go on, the first as the likeliest.
    static func next(_ commands: [String], _ style: Style, indent: String) -> [String] {
        commands.enumerated().map { index, command in
            "\(indent)\(index == 0 ? "next:" : "  or:")"
                + " \(style.paint(Array(command.utf8).printable, .bold))"
        }
    }

    private var stepTable: Table {
        var table = Table(indent: "  ")
        for step in steps {
            let state = step.state == .done ? "" : " (\(step.state.rawValue))"
            table.add([
                Array(step.file.utf8).printable, step.action + state,
                step.to.map { Style.bytes($0.size) } ?? "", Array(step.why.utf8).printable,
            ])
        }
        return table
    }

    private var planTable: Table {
        var table = Table(indent: "  ")
        if !planned.isEmpty {
            let sizes = run.result == .held ? "fox → draft" : "from → to"
            table.add(["file", "action", sizes, "why"], tints: [.dim, .dim, .dim, .dim])
        }
        for file in planned where file.action != FilePlan.Action.leave.rawValue {
            table.add([
                Array(file.file.utf8).printable, file.action, Self.sizes(file.from, file.to),
                Array(file.why.utf8).printable,
            ])
            if file.action != FilePlan.Action.hold.rawValue { continue }
            // Whoever has to decide wants to see both sides.
            for change in file.changes {
                let (fox, draft) = (change.from?.orDash ?? "—", change.to?.orDash ?? "—")
                let key = Array(change.key.utf8).printable
                table.add(["", "", "", "\(key): \(fox) on the fox, \(draft) in the draft"])
            }
        }
        return table
    }

    /// Both sizes, or the one when they are the same.
    static func sizes(_ from: FileContent?, _ to: FileContent?) -> String {
        let sizes = [from, to].map { $0.map { Style.bytes($0.size) } ?? "none" }
        return sizes[0] == sizes[1] ? sizes[0] : "\(sizes[0]) → \(sizes[1])"
    }
}

extension RunResult {
    /// The colour of a result.
    var tint: Style.Tint {
        switch self {
        case .pushed, .upToDate, .converged, .pulled, .restored: .good
        case .held, .noDraft, .running, .interrupted, .refused: .warn
        case .invalid, .verificationFailed, .failed, .damaged: .bad
        }
    }
}

extension RunView: Encodable {
    private enum Keys: String, CodingKey {
        case run, device, name, draft, volume, started, finished, result, message, next, method
        case files, bytes, firmware, backup, warnings, steps, plan, findings, dryRun
        case fox, kind, vendor, model, revision, guess, guessReasons, by, origin, hold, onFox,
            inDraft
    }

    private struct Step: Encodable {
        let file: String
        let action: String
        let why: String
        let from: FileContent?
        let to: FileContent?
        let state: String?
        let method: ReadMethod?
        let milliseconds: Int?
        let attempts: Int?
        let changes: [SettingChange]?
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(run.id, forKey: .run)
        try container.encodeIfPresent(run.device, forKey: .device)
        try container.encodeIfPresent(deviceName, forKey: .name)
        try container.encodeIfPresent(run.draft, forKey: .draft)
        try container.encode(run.volume, forKey: .volume)
        try container.encode(run.started.iso, forKey: .started)
        try container.encodeIfPresent(run.finished?.iso, forKey: .finished)
        try container.encode(run.result, forKey: .result)
        try container.encode(run.message, forKey: .message)
        try container.encode(run.next, forKey: .next)
        try container.encodeIfPresent(run.method, forKey: .method)
        try container.encode(run.files, forKey: .files)
        try container.encode(run.bytes, forKey: .bytes)
        try container.encodeIfPresent(run.firmware, forKey: .firmware)
        try container.encodeIfPresent(run.backup, forKey: .backup)
        try container.encode(run.warnings, forKey: .warnings)
        try container.encode(isDryRun, forKey: .dryRun)
        try container.encode(
            steps.map {
                Step(
                    file: $0.file, action: $0.action, why: $0.why, from: $0.from, to: $0.to,
                    state: $0.state.rawValue, method: $0.method, milliseconds: $0.milliseconds,
                    attempts: $0.attempts, changes: nil)
            }, forKey: .steps)
        try container.encodeIfPresent(fox.map(FoxStateView.init), forKey: .fox)
        try encodeFacts(to: &container)
        if hasPlan {
            try container.encode(
                planned.map {
                    Step(
                        file: $0.file, action: $0.action, why: $0.why, from: $0.from,
                        to: $0.to, state: nil, method: nil, milliseconds: nil, attempts: nil,
                        changes: $0.changes)
                }, forKey: .plan)
        }
        try container.encode(findings, forKey: .findings)
    }

    private func encodeFacts(to container: inout KeyedEncodingContainer<Keys>) throws {
        let facts = run.facts
        try container.encode(run.kind, forKey: .kind)
        try container.encodeIfPresent(facts.vendor, forKey: .vendor)
        try container.encodeIfPresent(facts.model, forKey: .model)
        try container.encodeIfPresent(facts.revision, forKey: .revision)
        try container.encodeIfPresent(facts.guess, forKey: .guess)
        if !facts.guessReasons.isEmpty {
            try container.encode(facts.guessReasons, forKey: .guessReasons)
        }
        try container.encodeIfPresent(facts.madeBy, forKey: .by)
        try container.encodeIfPresent(run.origin, forKey: .origin)
        try container.encodeIfPresent(run.hold, forKey: .hold)
        try container.encodeIfPresent(facts.onFox.map(AirView.init), forKey: .onFox)
        try container.encodeIfPresent(facts.inDraft.map(AirView.init), forKey: .inDraft)
    }
}
