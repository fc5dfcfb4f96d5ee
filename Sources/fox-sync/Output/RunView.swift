// A run as people and scripts see it: the result of `sync`, `log show` and the agent's lines.
internal import PicoFox
internal import SyncEngine

/// A run with its plan, ready to be printed.
struct RunView: CommandResult {
    private let run: RunRecord
    private let deviceName: String?
    private let steps: [StepRecord]
    private let plan: SyncPlan?
    private let findings: [Finding]
    private let isDryRun: Bool

    init(
        _ run: RunRecord, deviceName: String?, steps: [StepRecord], plan: SyncPlan? = nil,
        findings: [Finding] = [], isDryRun: Bool = false
    ) {
        self.run = run
        self.deviceName = deviceName
        self.steps = steps
        self.plan = plan
        self.findings = findings
        self.isDryRun = isDryRun
    }

    var exit: ExitCode { ExitCode(run.result) }
    /// How the run ended.
    var result: RunResult { run.result }
    /// What it says, in one sentence.
    var message: String { run.message }

    func text(_ style: Style) -> String {
        var lines = [headline(style)]
        let table = isDryRun || run.result == .held ? planTable : stepTable
        if !table.isEmpty { lines.append(table.text(style)) }
        for finding in findings where finding.severity == .error {
            lines.append("  \(style.paint("error", .bad)) \(finding.message)")
        }
        for warning in run.warnings { lines.append("  \(style.paint("note", .warn)) \(warning)") }
        if let method = run.method { lines.append("  \(method.words)") }
        if let backup = run.backup { lines.append("  backup: \(backup)") }
        lines += Self.next(run.next, style, indent: "  ")
        return lines.joined(separator: "\n")
    }

    /// One line: device, result, draft, what was done.
    func headline(_ style: Style) -> String {
        let device = deviceName ?? run.device ?? run.volume
        let word =
            switch run.result {
            case .pushed where isDryRun: "would push"
            case .restored where isDryRun: "would restore"
            case .pulled where isDryRun: "would pull"
            default: run.result.rawValue
            }
        let draft = run.draft.map { " (\($0))" } ?? ""
        return "\(style.paint(device, .bold)): \(style.paint(word, run.result.tint))\(draft)"
            + " — \(Array(run.message.utf8).printable)"
    }

    /// The commands that go on, the first as the likeliest.
    static func next(_ commands: [String], _ style: Style, indent: String) -> [String] {
        commands.enumerated().map { index, command in
            "\(indent)\(index == 0 ? "next:" : "  or:") \(style.paint(command, .bold))"
        }
    }

    private var stepTable: Table {
        var table = Table(indent: "  ")
        for step in steps {
            let state = step.state == .done ? "" : " (\(step.state.rawValue))"
            table.add([
                step.file, step.action + state, step.to.map { Style.bytes($0.size) } ?? "",
                step.why,
            ])
        }
        return table
    }

    private var planTable: Table {
        var table = Table(indent: "  ")
        if plan?.files.isEmpty == false {
            table.add(["file", "action", "from → to", "why"], tints: [.dim, .dim, .dim, .dim])
        }
        for file in plan?.files ?? [] where file.action != .leave {
            table.add([
                file.name, file.action.rawValue, Self.sizes(file.from, file.to), file.why,
            ])
            if file.action != .hold { continue }
            // Whoever has to decide wants to see both sides.
            for change in file.changes {
                let (fox, draft) = (change.from?.orDash ?? "—", change.to?.orDash ?? "—")
                table.add(["", "", "", "\(change.key): \(fox) on the fox, \(draft) in the draft"])
            }
        }
        return table
    }

    private static func sizes(_ from: FileContent?, _ to: FileContent?) -> String {
        let sizes = [from, to].map { $0.map { Style.bytes($0.size) } ?? "none" }
        return sizes[0] == sizes[1] ? sizes[0] : "\(sizes[0]) → \(sizes[1])"
    }
}

extension RunResult {
    /// The colour of a result.
    var tint: Style.Tint {
        switch self {
        case .pushed, .upToDate, .converged, .pulled, .restored: .good
        case .held, .noDraft, .running, .interrupted: .warn
        case .invalid, .verificationFailed, .failed: .bad
        }
    }
}

extension RunView: Encodable {
    private enum Keys: String, CodingKey {
        case run, device, name, draft, volume, started, finished, result, message, next, method
        case files, bytes, firmware, backup, warnings, steps, plan, findings, dryRun
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
        if let plan {
            try container.encode(
                plan.files.map {
                    Step(
                        file: $0.name, action: $0.action.rawValue, why: $0.why, from: $0.from,
                        to: $0.to, state: nil, method: nil, milliseconds: nil, attempts: nil,
                        changes: $0.changes)
                }, forKey: .plan)
        }
        try container.encode(findings, forKey: .findings)
    }
}
