// What can be said of one volume without writing to it: the answer to `doctor DIR`.
internal import MountWatch
internal import PicoFox
internal import SyncEngine

/// A volume, looked at from every side.
struct Diagnosis: CommandResult {
    private let volume: String
    private let identity: String
    private let rule: VolumeVerdict?
    private let refusal: String?
    private let content: RootDiagnosis?
    private let advice: [String]
    private let cure: FailureAdvice?

    /// Looks at a volume.
    ///
    /// - Parameters:
    ///   - found: The volume.
    ///   - mounted: Its mount, when it is the root of one.
    ///   - verdict: What the rules say of that mount.
    ///   - guess: Tells the firmware from what is found, and from what is known before.
    /// - Throws: `CLIError` when it cannot be read at all.
    init(
        _ found: FoundVolume, mounted: WatchedVolume?, verdict: VolumeVerdict?,
        guess: (Recogniser.Found) -> FirmwareGuess
    ) throws(CLIError) {
        volume = found.path
        identity = found.identity.id
        rule = verdict
        do throws(VolumeError) {
            let root = try PosixVolume(path: found.path, device: found.number)
            let problem: SyncError?
            (content, problem) = Self.look(root, guess)
            refusal = problem?.reason
            // Asked after the reading: the kernel turns a mount read-only when it meets the damage.
            cure = problem.flatMap { MountAdvice.make(for: $0, on: found) }
        } catch { throw CLIError(SyncError(error, .recognise)) }
        advice =
            Self.layoutAdvice(mounted) + (cure.map { ["\($0.cause): \($0.next)"] } ?? [])
            + (content?.advice ?? [])
    }

    /// What is there, as far as it can be read, and why it is no PicoFox's, nil when it is.
    private static func look(
        _ root: any VolumeIO, _ guess: (Recogniser.Found) -> FirmwareGuess
    ) -> (RootDiagnosis?, refusal: SyncError?) {
        var refusal: SyncError?
        do throws(SyncError) {
            let found: Recogniser.Found
            (found, refusal) = try Recogniser.look(root)
            let content = RootDiagnosis(root, found, guess(found))
            return (content, refusal ?? content.failure)
        } catch { return (nil, refusal ?? error) }
    }

    private static func layoutAdvice(_ mounted: WatchedVolume?) -> [String] {
        guard let device = mounted?.device else { return [] }
        var advice: [String] = []
        if device.partitionNumber == nil {
            advice.append(
                "the filesystem is not in a partition: a fox's firmware mounts partition 1 only, does"
                    + " not find this one, and formats its flash at the next start")
        } else if device.partitionNumber != 1 {
            advice.append("this is partition \(device.partitionNumber ?? 0), and foxes use 1 only")
        }
        if device.serial == nil {
            advice.append("the device has no serial number: the agent does not write to it")
        }
        return advice
    }

    var exit: ExitCode { refusal == nil ? .done : .notFound }

    func text(_ style: Style) -> String {
        var lines = ["\(style.paint(volume, .bold)) (\(Array(identity.utf8).printable))"]
        if let rule {
            lines.append("  rule \(rule.rule.rawValue): \(rule.reason)")
        } else {
            lines.append("  a folder, no mounted volume: the agent does not look at it")
        }
        if let refusal { lines.append("  " + style.paint(refusal, .warn)) }
        lines += content.map { text(of: $0, style) } ?? []
        return (lines + advice.map { "  advice: \($0)" }).joined(separator: "\n")
    }

    private func text(of content: RootDiagnosis, _ style: Style) -> [String] {
        let best = content.guess.best
        var lines: [String] = []
        if refusal == nil || content.failure != nil {
            lines.append("  \(style.paint("recognised", .good)) as a PicoFox by its settings.txt")
            lines.append("  firmware: looks like \(best.title)")
        } else {
            lines.append("  if it is one all the same, its firmware looks like \(best.title)")
        }
        lines += (content.guess.candidates.first?.reasons ?? []).map { "    \($0)" }
        if let reading = content.readings.first(where: { $0.firmware == best }) {
            var table = Table(indent: "  ")
            for rule in best.keys {
                guard let value = reading.effective.values[rule.name] else { continue }
                table.add([rule.name, value.settingsText.orDash, rule.unit])
            }
            lines.append(table.text(style))
            let reason = reading.effective.offAirReason.map { "off the air: \($0)" }
            lines.append("  " + (reason ?? "on the air"))
        }
        for wav in content.wavs {
            guard let judgement = content.judgement(on: wav) else { continue }
            let problems = judgement.verdict.problems.map(\.description)
            let heard =
                !problems.isEmpty
                ? problems.joined(separator: "; ")
                : wav.isCut ? "cut short: plays as far as it goes" : "plays as meant"
            lines.append(
                "  \(wav.name.orDash)  \(Style.bytes(wav.size))  "
                    + (judgement.isPlayed ? heard : "not played by it"))
        }
        lines += content.findings.map { "  " + $0.line(style) }
        if !content.litter.isEmpty {
            lines.append("  left by computers: \(content.litter.joined(separator: ", "))")
        }
        if !content.foreign.isEmpty {
            lines.append("  not used by it: \(content.foreign.joined(separator: ", "))")
        }
        return lines
    }
}

extension Diagnosis: Encodable {
    private enum Keys: String, CodingKey {
        case volume, device, recognised, reason, rule, ruleReason, candidate, guess, reasons
        case firmware, wavs, findings, litter, foreign, advice
    }

    private struct WavItem: Encodable {
        let name: String
        let bytes: Int
        let firmware: [String: Judgement]

        init(_ wav: RootDiagnosis.Wav) {
            name = wav.name
            bytes = wav.size
            firmware = Dictionary(wav.judgements.map { ($0.firmware.id, Judgement($0)) }) { $1 }
        }
    }

    /// The verdict, and beside its keys whether a file of that name is played at all.
    private struct Judgement: Encodable {
        private enum Key: CodingKey { case played }
        private let judgement: RootDiagnosis.Wav.Judgement

        init(_ judgement: RootDiagnosis.Wav.Judgement) { self.judgement = judgement }

        func encode(to encoder: any Encoder) throws {
            try judgement.verdict.encode(to: encoder)
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(judgement.isPlayed, forKey: .played)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(volume, forKey: .volume)
        try container.encode(identity, forKey: .device)
        try container.encode(refusal == nil, forKey: .recognised)
        try container.encodeIfPresent(refusal, forKey: .reason)
        try container.encodeIfPresent(rule?.rule.rawValue, forKey: .rule)
        try container.encodeIfPresent(rule?.reason, forKey: .ruleReason)
        try container.encodeIfPresent(rule?.isCandidate, forKey: .candidate)
        try container.encodeIfPresent(content?.guess.best.id, forKey: .guess)
        try container.encodeIfPresent(
            content?.guess.candidates.first?.reasons, forKey: .reasons)
        let readings = (content?.readings ?? []).map { ($0.firmware.id, $0.effective) }
        try container.encode(Dictionary(readings) { $1 }, forKey: .firmware)
        try container.encode((content?.wavs ?? []).map(WavItem.init), forKey: .wavs)
        try container.encode(content?.findings ?? [], forKey: .findings)
        try container.encode(content?.litter ?? [], forKey: .litter)
        try container.encode(content?.foreign ?? [], forKey: .foreign)
        try container.encode(advice, forKey: .advice)
    }
}
