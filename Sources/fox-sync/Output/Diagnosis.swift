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
    private let guess: FirmwareGuess?
    private let readings: [Reading]
    private let wavs: [Wav]
    private let findings: [Finding]
    private let litter: [String]
    private let foreign: [String]
    private let advice: [String]

    /// What one firmware makes of the settings.
    private struct Reading: Sendable {
        let firmware: Firmware
        let effective: EffectiveSettings
    }

    /// What the firmwares make of one WAV.
    private struct Wav: Sendable {
        let name: String
        let size: Int
        let verdicts: [(Firmware, WavVerdict)]
    }

    /// Looks at a volume.
    ///
    /// - Parameters:
    ///   - found: The volume.
    ///   - mounted: Its mount, when it is the root of one.
    ///   - verdict: What the rules say of that mount.
    /// - Throws: `CLIError` when it cannot be read at all.
    init(
        _ found: FoundVolume, mounted: WatchedVolume?, verdict: VolumeVerdict?
    ) throws(CLIError) {
        volume = found.path
        identity = found.identity.id
        rule = verdict
        var advice = Self.layoutAdvice(mounted)
        do throws(VolumeError) {
            let root = try PosixVolume(path: found.path, device: found.number)
            do throws(SyncError) {
                let recognised = try Recogniser.recognise(root)
                let settings = recognised.settings.bytes
                let best = recognised.guess
                let snapshot = try SnapshotReader.read(root, recognised)
                refusal = nil
                guess = best
                readings = Firmware.all.map {
                    Reading(firmware: $0, effective: EffectiveSettings.read(settings, as: $0))
                }
                wavs = snapshot.files.values.filter { $0.name.lowercased().hasSuffix(".wav") }
                    .sorted { $0.name < $1.name }.map { file in
                        let inspection = WavInspection(file.bytes)
                        return Wav(
                            name: file.name, size: file.content.size,
                            verdicts: Firmware.all.map {
                                ($0, WavVerdict(inspection, for: $0))
                            })
                    }
                var others = snapshot.files.mapValues(\.bytes)
                others["settings.txt"] = nil
                findings = best.best.check(
                    settings: settings, files: others, offAirAllowed: false)
                let roles = recognised.entries.map {
                    ($0.printableName, best.best.role(of: $0.nameBytes))
                }
                litter = roles.filter { $0.1 == .hostLitter }.map(\.0).sorted()
                foreign = roles.filter { $0.1 == .foreign }.map(\.0).sorted()
                if best.best.deletesForeignFiles, !foreign.isEmpty {
                    advice.append(
                        "the \(best.best.id) firmware deletes foreign files at its next start")
                }
                if recognised.settings.name != "settings.txt" {
                    advice.append(
                        "\(recognised.settings.name) is not in small letters: r2 and kc9mne would"
                            + " delete it at their next start")
                }
                advice += snapshot.obstacles.sorted { $0.key < $1.key }.map {
                    "\($0.key): \($0.value)"
                }
            } catch {
                refusal = error.reason
                (guess, readings, wavs, findings, litter, foreign) = (nil, [], [], [], [], [])
            }
        } catch { throw CLIError(SyncError(error, .recognise)) }
        self.advice = advice
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
        guard let guess else {
            lines.append("  \(style.paint("not a PicoFox", .warn)): \(refusal ?? "")")
            return (lines + advice.map { "  advice: \($0)" }).joined(separator: "\n")
        }
        lines.append("  \(style.paint("recognised", .good)) as a PicoFox by its settings.txt")
        lines.append("  firmware: looks like \(guess.best.title)")
        lines += (guess.candidates.first?.reasons ?? []).map { "    \($0)" }
        if let reading = readings.first(where: { $0.firmware == guess.best }) {
            var table = Table(indent: "  ")
            for rule in guess.best.keys {
                guard let value = reading.effective.values[rule.name] else { continue }
                table.add([rule.name, value.settingsText.orDash, rule.unit])
            }
            lines.append(table.text(style))
            let reason = reading.effective.offAirReason.map { "off the air: \($0)" }
            lines.append("  " + (reason ?? "on the air"))
        }
        for wav in wavs {
            let verdict = wav.verdicts.first { $0.0 == guess.best }?.1
            let problems = verdict?.problems.map(\.description) ?? []
            lines.append(
                "  \(wav.name.orDash)  \(Style.bytes(wav.size))  "
                    + (problems.isEmpty ? "plays as meant" : problems.joined(separator: "; ")))
        }
        lines += findings.map { "  " + $0.line(style) }
        if !litter.isEmpty {
            lines.append("  left by computers: \(litter.joined(separator: ", "))")
        }
        if !foreign.isEmpty { lines.append("  not used by it: \(foreign.joined(separator: ", "))") }
        return (lines + advice.map { "  advice: \($0)" }).joined(separator: "\n")
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
        let firmware: [String: WavVerdict]
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
        try container.encodeIfPresent(guess?.best.id, forKey: .guess)
        try container.encodeIfPresent(guess?.candidates.first?.reasons, forKey: .reasons)
        let items = readings.map { ($0.firmware.id, $0.effective) }
        try container.encode(Dictionary(items) { first, _ in first }, forKey: .firmware)
        try container.encode(
            wavs.map { wav in
                WavItem(
                    name: wav.name, bytes: wav.size,
                    firmware: Dictionary(wav.verdicts.map { ($0.0.id, $0.1) }) { first, _ in first }
                )
            }, forKey: .wavs)
        try container.encode(findings, forKey: .findings)
        try container.encode(litter, forKey: .litter)
        try container.encode(foreign, forKey: .foreign)
        try container.encode(advice, forKey: .advice)
    }
}
