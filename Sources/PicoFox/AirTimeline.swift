// What a fox sends and when, from its effective settings and the lengths of its audio files: the
// cycle of each firmware as measured out in the facts of its source.

/// The cycles of one fox, from the first until they repeat.
package struct AirTimeline: Sendable, Hashable {
    /// One cycle: from key-up to key-up, or one minute of an ARDF fox.
    package struct Cycle: Sendable, Hashable {
        /// What happens, in order.
        package let segments: [AirSegment]

        /// The length in seconds.
        package var seconds: Double { segments.reduce(0) { $0 + $1.seconds } }
        /// The time on the air in seconds.
        package var secondsOnAir: Double {
            segments.reduce(0) { $0 + ($1.isOnAir ? $1.seconds : 0) }
        }
    }

    /// The battery's life in hours at 100 % duty, as the manual says.
    package static let batteryHoursAtFullDuty = 5.0
    /// The time of one Robot 36 picture with its header, in seconds.
    package static let pictureSeconds = 36.91

    /// The cycles, one for each file of a sequence; empty when the fox is off the air.
    package let cycles: [Cycle]
    /// Why nothing is sent, nil when something is.
    package let offAirReason: String?
    /// The keyed ID.
    package let keying: MorseKeying

    /// Works out the cycles.
    ///
    /// - Parameters:
    ///   - settings: The effective settings.
    ///   - firmware: The firmware by which they were read.
    ///   - audio: The audio files that are there, in any order; lengths as the firmware plays them.
    ///   - pictures: The names of the pictures that are there (pacificon).
    package init(
        _ settings: EffectiveSettings, firmware: Firmware, audio: [AudioClip],
        pictures: [String] = []
    ) {
        keying = MorseKeying(settings, for: firmware)
        offAirReason = settings.offAirReason
        guard settings.onAir else {
            cycles = []
            return
        }
        let duty = Double(settings.values["DUTY_CYCLE"]?.number ?? 100)
        let clips = firmware.clipsPlayed(of: audio, settings)
        let id = AirSegment(kind: .id, seconds: keying.seconds, label: keying.heard)
        switch firmware.cycle {
        case .audioThenID:
            cycles = clips.map { clip in
                let onAir = clip.seconds + id.seconds
                return AirTimeline.cycle(
                    [clip.segment, id], silence: (100 - duty) / 100 * onAir)
            }
        case .slots(let slot, let length):
            let number = settings.values["FOX_NUMBER"]?.number ?? 1
            let wait = slot * Double(number - 1)
            let carrier = max(0, slot - id.seconds)
            let rest = max(0, length - wait - id.seconds - carrier)
            let before = AirSegment(kind: .silence, seconds: wait, label: "")
            let after = AirSegment(kind: .carrier, seconds: carrier, label: "")
            cycles = [AirTimeline.cycle([before, id, after], silence: rest)]
        case .keyUpAudioGapID(let keyUp, let gap):
            let carrier = { AirSegment(kind: .carrier, seconds: $0, label: "") }
            let isOn = { settings.values[$0]?.isOn ?? false }
            let onAir: [[AirSegment]]
            if isOn("VOICE_ENABLE") {
                onAir = clips.map { [carrier(keyUp), $0.segment, carrier(gap), id] }
            } else if isOn("MORSE_MESSAGE_ENABLE") {
                onAir = [[carrier(keyUp), id]]
            } else {
                onAir = []
            }
            let sent =
                isOn("SSTV_ENABLE") ? firmware.firstOfSequence(firmware.pictures, pictures) : []
            let shown = sent.map { name in
                [
                    carrier(keyUp),
                    AirSegment(kind: .picture, seconds: AirTimeline.pictureSeconds, label: name),
                ]
            }
            cycles = AirTimeline.alternating(onAir, shown).map { segments in
                let seconds = segments.reduce(0) { $0 + $1.seconds }
                return AirTimeline.cycle(segments, silence: seconds * (100 - duty) / duty)
            }
        }
    }

    /// The length of all cycles in seconds, until the first comes again.
    package var seconds: Double { cycles.reduce(0) { $0 + $1.seconds } }

    /// The share of time on the air that is really reached, 0 … 1.
    ///
    /// On stock DUTY_CYCLE=50 gives two thirds, since the silence is half of the time on the air.
    package var dutyReached: Double {
        let onAir = cycles.reduce(0) { $0 + $1.secondsOnAir }
        return seconds > 0 ? onAir / seconds : 0
    }

    /// The longest time from one ID to the next in seconds, nil when none is ever sent.
    package var idInterval: Double? {
        guard !keying.heard.isEmpty else { return nil }
        var sinceLast: Double?
        var longest = 0.0
        // Twice round, so that the way from the last ID to the first counts too.
        for segment in (cycles + cycles).flatMap(\.segments) {
            if segment.kind == .id {
                if let waited = sinceLast { longest = max(longest, waited + segment.seconds) }
                sinceLast = 0
            } else if let waited = sinceLast {
                sinceLast = waited + segment.seconds
            }
        }
        return longest > 0 ? longest : nil
    }

    /// How long a full battery lasts at most, in hours, from five hours at 100 %.
    ///
    /// What the fox draws while silent is not known, so the truth is somewhat less.
    package var batteryHours: Double? {
        dutyReached > 0 ? AirTimeline.batteryHoursAtFullDuty / dutyReached : nil
    }

    private static func cycle(_ segments: [AirSegment], silence: Double) -> Cycle {
        let off = AirSegment(kind: .silence, seconds: silence, label: "")
        return Cycle(segments: (segments + [off]).filter { $0.seconds > 0 })
    }

    /// Takes turns between two sequences until both are through.
    private static func alternating(
        _ first: [[AirSegment]], _ second: [[AirSegment]]
    ) -> [[AirSegment]] {
        if first.isEmpty || second.isEmpty { return first + second }
        return (0..<max(first.count, second.count)).flatMap { index in
            [first[index % first.count], second[index % second.count]]
        }
    }
}

extension AudioClip {
    fileprivate var segment: AirSegment {
        AirSegment(kind: .audio, seconds: seconds, label: name)
    }
}
