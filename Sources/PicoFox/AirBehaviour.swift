// What a fox does on the air: two firmwares may read the same files, and still do the same.

/// What a receiver hears of a fox, and when.
///
/// It is made of the timeline that `preview` shows. A fox does what `preview` promised when nothing
/// differs: frequency, power, carrier, the text, speed, pitch and level of the Morse ID, what is
/// played in which order, and when the transmitter is on. Not compared is what a hunter cannot tell:
/// a key-up of 0.1 s, the gap of 1 s before an ID and the gaps at its ends.
package struct AirBehaviour: Sendable {
    /// How much the lengths of one stretch on or off the air may differ, in seconds: the key-up and
    /// the gap of pacificon, and the gaps of stock round a slow ID.
    private static let tolerance = 2.0

    private let hertz: Int
    private let attenuation: ClosedRange<Int>
    private let idDeviation: Int
    private let timeline: AirTimeline
    /// The cycles until the first comes again.
    private let cycles: [AirTimeline.Cycle]

    /// Works out what a firmware does with files.
    ///
    /// - Parameters:
    ///   - settings: The content of settings.txt.
    ///   - files: The other files that are on the fox, under their exact names.
    ///   - firmware: Who reads them.
    package init(_ settings: [UInt8], files: [StagedFile], as firmware: Firmware) {
        let effective = EffectiveSettings.read(settings, as: firmware)
        hertz = effective.hertz
        attenuation = AirBehaviour.attenuation(effective)
        timeline = AirTimeline(effective, firmware: firmware, files: files)
        idDeviation = timeline.keying.volume * firmware.fullScaleDeviation / 100
        cycles = AirBehaviour.period(of: timeline.cycles)
    }

    /// What another behaviour does otherwise.
    ///
    /// - Parameter other: The other behaviour.
    /// - Returns: A few words for each difference, this behaviour's side first; none where both do the
    ///   same, as when both are off the air.
    package func differences(to other: AirBehaviour) -> [String] {
        switch (timeline.offAirReason, other.timeline.offAirReason) {
        case (.some, .some): return []
        case (nil, let reason?): return ["off the air, as \(reason)"]
        case (.some, nil):
            return [
                "on the air as \(other.heard) on \(FrequencyText.short(hertz: other.hertz)) MHz"
            ]
        case (nil, nil): break
        }
        let offsets = (timeline.carrierOffsets, other.timeline.carrierOffsets)
        let all: [String?] = [
            Self.change(
                "frequency", FrequencyText.short(hertz: hertz),
                FrequencyText.short(hertz: other.hertz), " MHz"),
            Self.change("carrier", Self.carrier(offsets.0), Self.carrier(offsets.1)),
            Self.change("attenuation", Self.power(attenuation), Self.power(other.attenuation)),
        ]
        return all.compactMap { $0 } + idDifferences(to: other) + soundDifferences(to: other)
            + scheduleDifference(to: other)
    }

    // MARK: The Morse ID

    private var heard: String { timeline.keying.heard.isEmpty ? "none" : timeline.keying.heard }

    private func idDifferences(to other: AirBehaviour) -> [String] {
        if heard != other.heard { return ["ID \(heard) → \(other.heard)"] }
        let (own, its) = (timeline.keying, other.timeline.keying)
        if own.heard.isEmpty { return [] }
        return [
            Self.change(
                "ID speed", Self.tenths(1.2 / own.dit), Self.tenths(1.2 / its.dit), " WPM"),
            // Milliseconds: the same gap may be worked out in two ways.
            Self.change(
                "gap between the ID's characters", Self.milliseconds(own.characterGap),
                Self.milliseconds(its.characterGap), " ms"),
            Self.change("ID tone", "\(own.tone)", "\(its.tone)", " Hz"),
            Self.change(
                "deviation of the ID", "\(idDeviation)", "\(other.idDeviation)", " Hz"),
        ].compactMap { $0 }
    }

    // MARK: Power and carrier

    /// The least and the most attenuation, in steps.
    private static func attenuation(_ settings: EffectiveSettings) -> ClosedRange<Int> {
        if settings.values["ATTENUATION_MODE"] == .text(Array("RANDOM".utf8)) {
            let ends = ["ATTENUATION_MIN", "ATTENUATION_MAX"].map {
                settings.values[$0]?.number ?? 0
            }
            return min(ends[0], ends[1])...max(ends[0], ends[1])
        }
        // A firmware that knows no attenuator sends with full power.
        let steps = settings.values["ATTENUATION"]?.number ?? 0
        return steps...steps
    }

    private static func power(_ steps: ClosedRange<Int>) -> String {
        steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound) to \(steps.upperBound)"
    }

    private static func carrier(_ offsets: [Int]) -> String {
        let most = offsets.map(\.magnitude).max() ?? 0
        return most == 0 ? "steady" : "shifted by up to \(most) Hz"
    }

    // MARK: What is played, and when

    private static let sounds: Set<AirSegment.Kind> = [.audio, .message, .picture, .packet]

    private var sounds: [AirSegment] {
        cycles.flatMap(\.segments).filter { Self.sounds.contains($0.kind) }
    }

    private func soundDifferences(to other: AirBehaviour) -> [String] {
        let (own, its) = (sounds, other.sounds)
        if own.map(\.kind) != its.map(\.kind) || own.map(\.label) != its.map(\.label) {
            return ["sound \(Self.list(own)) → \(Self.list(its))"]
        }
        var seen: Set<String> = []
        return zip(own, its).compactMap { own, its in
            guard own.kind == .audio, seen.insert(own.label).inserted else { return nil }
            return Self.change(
                "length of \(Self.word(own))", Self.tenths(own.seconds),
                Self.tenths(its.seconds), " s")
        }
    }

    private func scheduleDifference(to other: AirBehaviour) -> [String] {
        let (own, its) = (cycles.map(Self.stretches), other.cycles.map(Self.stretches))
        let isSame =
            own.count == its.count
            && zip(own, its).allSatisfy { own, its in
                own.count == its.count
                    && zip(own, its).allSatisfy {
                        $0.isOnAir == $1.isOnAir && abs($0.seconds - $1.seconds) <= tolerance
                    }
            }
        return isSame ? [] : ["on the air \(schedule) → \(other.schedule)"]
    }

    private var tolerance: Double { Self.tolerance }

    /// How long the transmitter is on and off, in turn.
    private static func stretches(
        _ cycle: AirTimeline.Cycle
    ) -> [(isOnAir: Bool, seconds: Double)] {
        var found: [(isOnAir: Bool, seconds: Double)] = []
        for segment in cycle.segments {
            if let last = found.last, last.isOnAir == segment.isOnAir {
                found[found.count - 1].seconds += segment.seconds
            } else {
                found.append((segment.isOnAir, segment.seconds))
            }
        }
        return found
    }

    private var schedule: String {
        let onAir = Self.tenths(cycles.reduce(0) { $0 + $1.secondsOnAir })
        let all = Self.tenths(cycles.reduce(0) { $0 + $1.seconds })
        let wait = cycles.first?.segments.first.flatMap { $0.isOnAir ? nil : $0.seconds }
        return "\(onAir) s of \(all) s" + (wait.map { " after \(Self.tenths($0)) s" } ?? "")
    }

    /// The shortest beginning whose repetition is the whole.
    private static func period(of cycles: [AirTimeline.Cycle]) -> [AirTimeline.Cycle] {
        let lengths = (0..<cycles.count).dropFirst().filter { cycles.count % $0 == 0 }
        let shortest = lengths.first { length in
            cycles.indices.allSatisfy { cycles[$0] == cycles[$0 % length] }
        }
        return Array(cycles.prefix(shortest ?? cycles.count))
    }
}

extension AirBehaviour {
    private static func change(
        _ what: String, _ own: String, _ its: String, _ unit: String = ""
    ) -> String? {
        own == its ? nil : "\(what) \(own) → \(its)\(unit)"
    }

    /// What a stretch sends; the text of a packet is somebody's and may hold anything.
    private static func word(_ segment: AirSegment) -> String {
        let label = SettingValue.printable(Array(segment.label.utf8))
        return switch segment.kind {
        case .message, .packet: "\(segment.kind.rawValue) '\(label)'"
        default: label
        }
    }

    private static func list(_ segments: [AirSegment]) -> String {
        if segments.isEmpty { return "none" }
        let more = segments.count - 3
        return segments.prefix(more > 1 ? 3 : segments.count).map(word).joined(separator: ", ")
            + (more > 1 ? " and \(more) more" : "")
    }

    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int((min(max(seconds, 0), 1e9) * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func milliseconds(_ seconds: Double) -> String {
        "\(Int((min(max(seconds, 0), 1e9) * 1000).rounded()))"
    }
}
