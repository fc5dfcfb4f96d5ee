// The three modes that pacificon takes in turn: voice and Morse, pictures, APRS packets.

/// What pacificon sends in each of its modes.
struct PacificonModes {
    /// The time of one Robot 36 picture with its header: 0.91 s and 240 lines of 150 ms.
    static let pictureSeconds = 36.91

    let firmware: Firmware
    let settings: EffectiveSettings
    let keying: MorseKeying
    let material: AirMaterial
    let keyUp: Double
    let gap: Double

    /// The transmissions of each mode that is on, in the firmware's order.
    var sequences: [[[AirSegment]]] {
        [
            isOn("VOICE_ENABLE") || isOn("MORSE_MESSAGE_ENABLE") ? voice : [],
            isOn("SSTV_ENABLE") ? pictures : [],
            isOn("APRS_ENABLE") ? packets : [],
        ]
    }

    private func isOn(_ key: String) -> Bool { settings.values[key]?.isOn ?? false }

    private func carrier(_ seconds: Double) -> AirSegment {
        AirSegment(kind: .carrier, seconds: seconds)
    }

    /// Audio, a gap, then the ID; with messages, one of them and a blank of seven dits before it.
    private var voice: [[AirSegment]] {
        let clips: [AudioClip?] =
            isOn("VOICE_ENABLE") ? firmware.clipsPlayed(of: material, settings) : [nil]
        let texts = isOn("MORSE_MESSAGE_ENABLE") ? material.morseMessages : []
        let id = AirSegment(.id, keying)
        return (0..<max(clips.count, texts.count)).map { index in
            var segments = [carrier(keyUp)]
            if let clip = clips[index % clips.count] {
                segments += [clip.segment, carrier(gap)]
            }
            if !texts.isEmpty {
                let text = keying.keying(text: texts[index % texts.count])
                segments += [AirSegment(.message, text), carrier(7 * keying.dit)]
            }
            return segments + [id]
        }
    }

    private var pictures: [[AirSegment]] {
        firmware.firstOfSequence(firmware.pictures, material.pictures).map { name in
            [
                carrier(keyUp),
                AirSegment(
                    kind: .picture, seconds: PacificonModes.pictureSeconds, label: name,
                    sound: .firmwareMade),
            ]
        }
    }

    /// An AX.25 frame at 1200 baud: 60 flags in front, 3 behind, about 29 bytes round the message.
    private var packets: [[AirSegment]] {
        material.packets.map { line in
            let text = line.prefix(67)
            let seconds = Double((60 + 3 + 29 + text.count) * 8) / 1200
            return [
                carrier(keyUp),
                AirSegment(
                    kind: .packet, seconds: seconds, label: String(decoding: text, as: UTF8.self),
                    sound: .firmwareMade),
            ]
        }
    }
}
