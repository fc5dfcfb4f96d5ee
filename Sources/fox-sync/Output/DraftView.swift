// A draft as people and scripts see it.
internal import PicoFox
internal import SyncEngine

/// A draft with its settings, files and checks.
struct DraftView: CommandResult {
    private let draft: FrozenDraft
    private let folder: String
    private let findings: [Finding]
    private let cures: [String]
    /// The keys that `draft unset` did not find; nil for the other commands.
    var notSet: [String]?

    init(_ draft: FrozenDraft, folder: String) {
        self.draft = draft
        self.folder = folder
        findings = draft.findings()
        cures = AudioCure.commands(for: draft, findings, folder: folder)
    }

    var exit: ExitCode {
        draft.settings == nil || findings.contains { $0.severity == .error } ? .invalid : .done
    }

    func text(_ style: Style) -> String {
        let origin = draft.firmwareIsGiven ? "" : " (guessed from its files)"
        var lines = [
            "\(style.paint(draft.name, .bold)) for \(draft.firmware.title)\(origin)",
            "  folder: \(folder)",
        ]
        // Of settings that could not be taken nothing is known.
        if draft.missing("settings.txt") == nil { lines += settingsLines(style) }
        var files = Table(indent: "  ")
        for file in draft.files.values.sorted(by: { $0.name < $1.name }) {
            files.add([file.name, Style.bytes(file.content.size), file.content.digest.short])
        }
        if !files.isEmpty { lines.append(files.text(style)) }
        for (name, wave) in waveforms {
            lines.append("  " + style.paint(name, .bold))
            lines += wave.lines(style).map { "    " + $0 }
        }
        for (file, reason) in draft.leftOut.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(style.paint("not staged", .warn)) \(file.orDash): \(reason)")
        }
        for finding in findings {
            lines.append("  " + finding.line(style))
        }
        lines += cures.map { "  next: \(style.paint($0, .bold))" }
        return lines.joined(separator: "\n")
    }

    private func settingsLines(_ style: Style) -> [String] {
        let effective = draft.effective
        let factory = EffectiveSettings.read(draft.firmware.factorySettings, as: draft.firmware)
        var settings = Table(indent: "  ")
        for rule in draft.firmware.keys {
            guard let value = effective.values[rule.name] else { continue }
            let isDefault = factory.values[rule.name] == value
            settings.add(
                [
                    rule.name, value.settingsText.orDash, rule.unit,
                    isDefault ? "default" : "",
                ], tints: [nil, .bold, nil, .dim])
        }
        let air =
            effective.onAir
            ? "  \(style.paint("on the air", .good))"
            : "  \(style.paint(silence, .warn)): \(effective.offAirReason ?? "")"
        return [settings.text(style), air]
    }

    private var silence: String {
        draft.isOffAirAsAsked(findings) ? FrozenDraft.offAirAsAsked : "off the air"
    }

    /// The WAVs in playing order.
    private var waveforms: [(String, WaveformView)] {
        draft.firmware.audio.names.compactMap { name in
            draft.files[name].map { (name, WaveformView($0.bytes, for: draft.firmware)) }
        }
    }

    private enum Keys: String, CodingKey {
        case draft, firmware, firmwareGiven, folder, offAir, settings, onAir, files, leftOut
        case findings, next, notSet
    }

    private struct File: Encodable {
        let name: String
        let size: Int
        let sha256: Digest
        let audio: WaveformView.Figures?
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(draft.name, forKey: .draft)
        try container.encode(draft.firmware.id, forKey: .firmware)
        try container.encode(draft.firmwareIsGiven, forKey: .firmwareGiven)
        try container.encode(folder, forKey: .folder)
        try container.encode(draft.offAir, forKey: .offAir)
        try container.encode(draft.effective, forKey: .settings)
        try container.encode(draft.effective.onAir, forKey: .onAir)
        try container.encode(
            draft.files.values.sorted { $0.name < $1.name }.map {
                File(
                    name: $0.name, size: $0.content.size, sha256: $0.content.digest,
                    audio: draft.firmware.plays($0.name)
                        ? WaveformView($0.bytes, for: draft.firmware).figures : nil)
            }, forKey: .files)
        try container.encode(draft.leftOut, forKey: .leftOut)
        try container.encode(findings, forKey: .findings)
        if !cures.isEmpty { try container.encode(cures, forKey: .next) }
        try container.encodeIfPresent(notSet, forKey: .notSet)
    }
}
