// The answer to `preview`: one cycle on the air, its picture and its figures.
internal import PicoFox
internal import SyncEngine

/// What a draft sends.
struct OnAir: Sendable {
    let draft: FrozenDraft
    let timeline: AirTimeline
    /// What the firmware would do with the files beside settings.txt, and what makes no sense in that:
    /// the firmware sends something all the same.
    let findings: [Finding]

    init(_ draft: FrozenDraft) {
        self.draft = draft
        let files = draft.files.values.filter { $0.name != "settings.txt" }
            .sorted { $0.name < $1.name }.map { StagedFile(name: $0.name, bytes: $0.bytes) }
        timeline = AirTimeline(draft.effective, firmware: draft.firmware, files: files)
        findings = draft.findings().filter {
            $0.file != "settings.txt" || $0.severity == .error
        }
    }

    /// The samples of the draft's WAVs, as they are sent.
    var samples: [String: [Int16]] {
        draft.files.filter { $0.key.hasSuffix(".wav") }
            .mapValues { WavFile.samplesSent(of: $0.bytes) }
    }
}

/// A preview, ready to be printed.
struct PreviewResult: CommandResult {
    /// A file with the sound of a cycle.
    struct Sound: Encodable, Sendable {
        let file: String
        let seconds: Double
        /// What two tones stand in for.
        let standIns: [String]
    }

    private struct Segment: Encodable, Sendable {
        let kind: AirSegment.Kind
        let seconds: Double
        let label: String
    }

    let draft: String
    let firmware: String
    let frequencyHz: Int
    let onAir: Bool
    let offAirReason: String?
    let identifier: String
    let cycleSeconds: Double
    let idIntervalSeconds: Double?
    let duty: Double
    let batteryHours: Double?
    let sound: Sound?
    private let cycles: [[Segment]]
    private let findings: [Finding]
    /// How far the tone of the Morse ID deviates, in Hz; nil where none is keyed.
    private let toneDeviationHz: Int?
    private let carrierShift: (Int, Int)?
    private let lines: [String]

    /// What every line but the first begins with.
    static let indent = "  "

    private enum CodingKeys: CodingKey {
        case draft, firmware, frequencyHz, onAir, offAirReason, identifier, cycleSeconds
        case idIntervalSeconds, duty, batteryHours, sound, cycles, findings
        case toneDeviationHz
    }

    init(_ draft: FrozenDraft, _ air: OnAir, lines: [String], sound: Sound?) {
        let timeline = air.timeline
        self.draft = draft.name
        firmware = draft.firmware.id
        frequencyHz = draft.effective.hertz
        onAir = timeline.offAirReason == nil
        offAirReason = timeline.offAirReason
        identifier = timeline.keying.heard
        cycleSeconds = timeline.seconds
        idIntervalSeconds = timeline.idInterval
        duty = timeline.dutyReached
        batteryHours = timeline.batteryHours
        let volume = draft.effective.values["MORSE_TONE_VOL"]?.number
        toneDeviationHz =
            timeline.keying.heard.isEmpty
            ? nil : volume.map { draft.firmware.deviation(ofPeak: Double($0) / 100) }
        let offsets = timeline.carrierOffsets
        carrierShift = offsets.count > 1 ? (offsets.min() ?? 0, offsets.max() ?? 0) : nil
        cycles = timeline.cycles.map { cycle in
            cycle.segments.map { Segment(kind: $0.kind, seconds: $0.seconds, label: $0.label) }
        }
        findings = air.findings
        self.lines = lines
        self.sound = sound
    }

    func text(_ style: Style) -> String {
        var text = [
            "\(style.paint(draft, .bold)) (\(firmware)) on"
                + " \(FrequencyText.short(hertz: frequencyHz)) MHz"
        ]
        text += lines.map { Self.indent + Array($0.utf8).printable }
        guard onAir else { return text.joined(separator: "\n") }
        var figures = Table(indent: Self.indent)
        figures.add(["ID", identifier.isEmpty ? "none" : identifier.orDash])
        figures.add([
            "ID every", idIntervalSeconds.map { Self.tenths($0) + " s" } ?? "never",
        ])
        figures.add(["duty reached", Self.tenths(duty * 100) + " %"])
        figures.add([
            "battery", batteryHours.map { "about \(Self.tenths($0)) hours at most" } ?? "—",
        ])
        if let (least, most) = carrierShift {
            figures.add(["carrier", "moves by \(least) to +\(most) Hz from one time to the next"])
        }
        text.append(figures.text(style))
        text += findings.map { Self.indent + $0.line(style) }
        if let toneDeviationHz, toneDeviationHz > Firmware.widestDeviation {
            text.append(
                "\(Self.indent)note: the Morse tone deviates by \(WaveformView.kilohertz(toneDeviationHz));"
                    + " receivers are made for"
                    + " \(WaveformView.kilohertz(Firmware.widestDeviation)): lower MORSE_TONE_VOL")
        }
        if let sound {
            text.append("  wrote \(Self.tenths(sound.seconds)) s of sound to \(sound.file)")
            if !sound.standIns.isEmpty {
                text.append("  two tones stand in for \(Self.list(sound.standIns))")
            }
        }
        return text.joined(separator: "\n")
    }

    /// Some names, and how many more there are.
    private static func list(_ names: [String]) -> String {
        let most = 5
        let shown = names.prefix(most).map(\.orDash).joined(separator: ", ")
        return names.count > most ? "\(shown) and \(names.count - most) more" : shown
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((min(max(value, 0), 1e12) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
