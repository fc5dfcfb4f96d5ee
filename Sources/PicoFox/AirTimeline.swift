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
    /// The steps in Hz by which pacificon's FREQUENCY_SHIFTING moves the carrier.
    private static let shiftedCarrier = [
        0, 1000, 3000, 5000, 3000, 1000, 0, -1000, -3000, -5000, -3000, -1000,
    ]

    /// The cycles, one for each file of a sequence; empty when the fox is off the air.
    package let cycles: [Cycle]
    /// Why nothing is sent, nil when something is.
    package let offAirReason: String?
    /// The keyed ID.
    package let keying: MorseKeying
    /// By how many Hz the carrier is off FREQ_MHZ, transmission by transmission (voice and Morse of
    /// pacificon with FREQUENCY_SHIFTING); `[0]` for all others.
    package let carrierOffsets: [Int]

    /// Works out the cycles.
    ///
    /// - Parameters:
    ///   - settings: The effective settings.
    ///   - firmware: The firmware by which they were read.
    ///   - material: What there is to send.
    package init(_ settings: EffectiveSettings, firmware: Firmware, material: AirMaterial) {
        keying = MorseKeying(settings, for: firmware)
        offAirReason = settings.offAirReason
        carrierOffsets =
            settings.values["FREQUENCY_SHIFTING"]?.isOn == true
            ? AirTimeline.shiftedCarrier : [0]
        guard settings.onAir else {
            cycles = []
            return
        }
        let duty = Double(settings.values["DUTY_CYCLE"]?.number ?? 100)
        let id = AirSegment(.id, keying)
        switch firmware.cycle {
        case .audioThenID:
            cycles = firmware.clipsPlayed(of: material, settings).map { clip in
                AirTimeline.cycle([clip.segment, id]) { (100 - duty) / 100 * $0 }
            }
        case .slots(let slot, let length):
            let number = settings.values["FOX_NUMBER"]?.number ?? 1
            let wait = slot * Double(number - 1)
            let before = AirSegment(kind: .silence, seconds: wait)
            let after = AirSegment(kind: .carrier, seconds: max(0, slot - id.seconds))
            cycles = [AirTimeline.cycle([before, id, after]) { max(0, length - wait - $0) }]
        case .keyUpAudioGapID(let keyUp, let gap):
            let modes = PacificonModes(
                firmware: firmware, settings: settings, keying: keying, material: material,
                keyUp: keyUp, gap: gap)
            cycles = AirTimeline.inTurn(modes.sequences).map { segments in
                AirTimeline.cycle(segments) { $0 * (100 - duty) / duty }
            }
        }
    }

    /// Works out the cycles from audio files alone.
    ///
    /// - Parameters:
    ///   - settings: The effective settings.
    ///   - firmware: The firmware by which they were read.
    ///   - audio: The audio files that are there, in any order.
    ///   - pictures: The names of the pictures that are there (pacificon).
    package init(
        _ settings: EffectiveSettings, firmware: Firmware, audio: [AudioClip],
        pictures: [String] = []
    ) {
        self.init(
            settings, firmware: firmware, material: AirMaterial(audio: audio, pictures: pictures))
    }

    /// Works out the cycles of a draft.
    ///
    /// - Parameters:
    ///   - settings: The effective settings.
    ///   - firmware: The firmware by which they were read.
    ///   - files: The draft's files; those that the firmware does not play do not matter.
    package init(_ settings: EffectiveSettings, firmware: Firmware, files: [StagedFile]) {
        self.init(
            settings, firmware: firmware, material: AirMaterial(files, for: firmware))
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

    /// Adds the silence, which depends on the time on the air.
    private static func cycle(
        _ segments: [AirSegment], silence: (_ secondsOnAir: Double) -> Double
    ) -> Cycle {
        let onAir = segments.reduce(0) { $0 + ($1.isOnAir ? $1.seconds : 0) }
        let off = AirSegment(kind: .silence, seconds: silence(onAir))
        return Cycle(segments: (segments + [off]).filter { $0.seconds > 0 })
    }

    /// Takes one of each sequence in turn, until the longest is through.
    private static func inTurn(_ sequences: [[[AirSegment]]]) -> [[AirSegment]] {
        let filled = sequences.filter { !$0.isEmpty }
        return (0..<(filled.map(\.count).max() ?? 0)).flatMap { index in
            filled.map { $0[index % $0.count] }
        }
    }
}
