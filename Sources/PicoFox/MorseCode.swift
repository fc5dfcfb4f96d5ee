// The Morse alphabet of the firmwares: letters and digits, and on pacificon the slash.

/// Characters as dits and dahs.
package enum MorseCode {
    private static let letters = [
        ".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..",
        "--", "-.", "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-",
        "-.--", "--..",
    ]

    /// The signs of a character.
    ///
    /// - Parameters:
    ///   - byte: The character, upper case.
    ///   - morse: The firmware's way of keying.
    /// - Returns: `.` and `-`, or nil when the firmware is silent for the character.
    package static func signs(for byte: UInt8, in morse: Firmware.Morse) -> String? {
        switch ASCII.upper(byte) {
        case let letter where (65...90).contains(letter): letters[Int(letter) - 65]
        case let digit where ASCII.isDigit(digit): number(Int(digit) - 48)
        case UInt8(ascii: "/") where morse == .gapsBetween: "-..-."
        default: nil
        }
    }

    /// Whether nothing is heard of a character, not even that words are kept apart.
    ///
    /// - Parameters:
    ///   - byte: The character.
    ///   - morse: The firmware's way of keying.
    /// - Returns: False also for a blank, where the firmware keeps words apart.
    package static func isSilent(_ byte: UInt8, in morse: Firmware.Morse) -> Bool {
        signs(for: byte, in: morse) == nil && !(byte == ASCII.space && morse == .gapsBetween)
    }

    /// 1 is `.----`, 5 `.....`, 6 `-....`, 0 `-----`.
    private static func number(_ value: Int) -> String {
        let place = value == 0 ? 10 : value
        return String(
            (1...5).map { sign -> Character in
                place <= 5 ? (sign <= place ? "." : "-") : (sign <= place - 5 ? "-" : ".")
            })
    }
}
