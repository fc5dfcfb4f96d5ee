// The Morse ID as a firmware keys it: dit = 1.2 s / WPM, dah = 3 dits, 1 dit between signs,
// 3.6 s / Farnsworth WPM between characters; each firmware has its own rule for the ends.

/// A keyed Morse ID.
package struct MorseKeying: Sendable, Hashable {
    /// The identifiers of jf9som by FOX_NUMBER.
    static let foxIdentifiers = ["MOE", "MOI", "MOS", "MOH", "MO5"]

    /// The tones and gaps in order.
    package let elements: [MorseElement]
    /// The characters that are really heard, such as `K7ABCP` for `K7ABC/P` on stock, with a blank
    /// where words are kept apart.
    package let heard: String
    /// The pitch in Hz.
    package let tone: Int
    /// The level, 1 … 100 % of full scale.
    package let volume: Int
    /// The length of a dit in seconds; tones rise and fall over a third of it.
    package let dit: Double

    /// The length of the whole ID in seconds.
    package var seconds: Double { elements.reduce(0) { $0 + $1.seconds } }

    /// The silence between two characters that are keyed, in seconds.
    package var characterGap: Double { morse == .gapsBetween ? 3 * dit : spacing }

    private let spacing: Double
    private let morse: Firmware.Morse

    /// Keys the ID of a fox.
    ///
    /// - Parameters:
    ///   - settings: The effective settings.
    ///   - firmware: The firmware by which they were read.
    package init(_ settings: EffectiveSettings, for firmware: Firmware) {
        let speed = max(1, settings.values["MORSE_WPM"]?.number ?? 15)
        let farnsworth = max(1, settings.values["MORSE_FARNSWORTH_WPM"]?.number ?? speed)
        let number = settings.values["FOX_NUMBER"]?.number ?? 1
        let names = MorseKeying.foxIdentifiers
        self.init(
            settings.values["CALLSIGN"]?.bytes ?? [],
            behind: names[(1...5).contains(number) ? number - 1 : 0],
            tone: settings.values["MORSE_TONE"]?.number ?? 600,
            volume: settings.values["MORSE_TONE_VOL"]?.number ?? 60,
            dit: 1.2 / Double(speed), spacing: 3.6 / Double(farnsworth), morse: firmware.morse)
    }

    /// Keys another text at the same speed, pitch and level, such as a line of morse.txt.
    ///
    /// - Parameter text: The text.
    /// - Returns: Its keying.
    package func keying(text: [UInt8]) -> MorseKeying {
        MorseKeying(
            text, behind: "", tone: tone, volume: volume, dit: dit, spacing: spacing, morse: morse)
    }

    private init(
        _ text: [UInt8], behind identifier: String, tone: Int, volume: Int, dit: Double,
        spacing: Double, morse: Firmware.Morse
    ) {
        self.tone = tone
        self.volume = volume
        self.dit = dit
        self.spacing = spacing
        self.morse = morse
        var writer = Writer(dit: dit, gap: spacing, morse: morse)
        switch morse {
        case .gapRoundEveryCharacter:
            writer.silence(writer.gap)
            for byte in text {
                writer.key(byte)
                writer.silence(writer.gap)
            }
        case .foxIdentifierFirst:
            for byte in Array(identifier.utf8) + text {
                writer.silence(writer.gap)
                writer.key(byte)
            }
        case .gapsBetween:
            writer.keyWords(text)
        }
        elements = writer.elements
        heard = writer.heard
    }
}

extension MorseKeying {
    private struct Writer {
        let dit: Double
        let gap: Double
        let morse: Firmware.Morse
        var elements: [MorseElement] = []
        var heard = ""

        init(dit: Double, gap: Double, morse: Firmware.Morse) {
            self.dit = dit
            self.gap = gap
            self.morse = morse
        }

        mutating func silence(_ seconds: Double) {
            elements.append(MorseElement(isTone: false, seconds: seconds))
        }

        mutating func key(_ byte: UInt8) {
            guard let signs = MorseCode.signs(for: byte, in: morse) else { return }
            for (index, sign) in signs.enumerated() {
                if index > 0 { silence(dit) }
                elements.append(MorseElement(isTone: true, seconds: sign == "-" ? 3 * dit : dit))
            }
            heard.unicodeScalars.append(Unicode.Scalar(ASCII.upper(byte)))
        }

        /// Three dits between characters, seven for a blank, nothing for silent characters.
        mutating func keyWords(_ text: [UInt8]) {
            var afterCharacter = false
            for byte in text {
                if byte == ASCII.space {
                    silence(7 * dit)
                    afterCharacter = false
                } else if MorseCode.signs(for: byte, in: morse) != nil {
                    if afterCharacter {
                        silence(3 * dit)
                    } else if !heard.isEmpty {
                        heard += " "
                    }
                    key(byte)
                    afterCharacter = true
                }
            }
        }
    }
}
