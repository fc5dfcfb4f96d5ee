// RTTTL, the one-line tunes of songs.txt, such as `Fox:d=4,o=4,b=150:g,b,8g.,p`.

/// An RTTTL tune.
package struct RingTone: Sendable, Hashable {
    /// One note or pause.
    package struct Note: Sendable, Hashable {
        /// The pitch in Hz, nil for a pause and for what is no note.
        package let hertz: Double?
        /// The length in seconds.
        package let seconds: Double
    }

    /// The name in front of the tune.
    package let name: String
    /// The length of all notes, in seconds.
    package let seconds: Double
    private let text: [UInt8]
    private let defaults: Defaults

    /// What holds for the notes that do not say it themselves; the values are those of RTTTL.
    private struct Defaults: Hashable {
        var division = 4
        var octave = 6
        var beats = 63
    }

    /// Reads a tune.
    ///
    /// - Parameter line: One line of songs.txt; nil when it has no notes part.
    package init?(_ line: [UInt8]) {
        let parts = line.split(
            separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var defaults = Defaults()
        for setting in parts[1].split(separator: UInt8(ascii: ",")) {
            let text = ASCII.trimmed(setting).map(ASCII.lower)
            guard text.count > 2, let number = RingTone.leadingNumber(text[2...]) else { continue }
            switch text[0] {
            case UInt8(ascii: "d"): defaults.division = number
            case UInt8(ascii: "o"): defaults.octave = number
            case UInt8(ascii: "b"): defaults.beats = number
            default: break
            }
        }
        name = String(decoding: parts[0], as: UTF8.self)
        text = Array(parts[2])
        self.defaults = defaults
        seconds = RingTone.notes(of: text, defaults).reduce(0) { $0 + $1.seconds }
    }

    /// The notes in order, each read when it is asked for: a line may be long.
    package var notes: some Sequence<Note> { RingTone.notes(of: text, defaults) }

    private static func notes(of text: [UInt8], _ defaults: Defaults) -> some Sequence<Note> {
        let comma = UInt8(ascii: ",")
        return sequence(state: text[...]) { rest -> Note? in
            rest = rest.drop { $0 == comma }
            guard !rest.isEmpty else { return nil }
            let written = rest.prefix { $0 != comma }
            rest = rest[written.endIndex...]
            return note(ASCII.trimmed(written), defaults)
        }
    }

    /// Reads one note: its division, letter, sharp and octave, and a dot anywhere behind the letter.
    private static func note(_ written: [UInt8], _ defaults: Defaults) -> Note {
        let whole = 240 / Double(max(1, defaults.beats))
        let length = whole / Double(max(1, leadingNumber(written[...]) ?? defaults.division))
        let isDotted = written.contains(UInt8(ascii: "."))
        let rest = written.drop { ASCII.isDigit($0) }.map(ASCII.lower)
        var hertz: Double?
        if let letter = rest.first, let halfTones = halfTonesAboveC(letter) {
            let octave = rest.first { ASCII.isDigit($0) }.map { Int($0) - 48 } ?? defaults.octave
            let sharp = rest.dropFirst().first == UInt8(ascii: "#") ? 1 : 0
            hertz = pitch(halfTones + sharp, octave: min(octave, 9))
        }
        return Note(hertz: hertz, seconds: isDotted ? length * 1.5 : length)
    }

    /// `h` is what Germans call b.
    private static func halfTonesAboveC(_ letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "c"): 0
        case UInt8(ascii: "d"): 2
        case UInt8(ascii: "e"): 4
        case UInt8(ascii: "f"): 5
        case UInt8(ascii: "g"): 7
        case UInt8(ascii: "a"): 9
        case UInt8(ascii: "b"), UInt8(ascii: "h"): 11
        default: nil
        }
    }

    /// Equal temperament from A4 = 440 Hz, as the RTTTL specification counts octaves.
    private static func pitch(_ halfTones: Int, octave: Int) -> Double {
        var hertz = 440.0
        for _ in 0..<abs(octave - 4) { hertz *= octave > 4 ? 2 : 0.5 }
        let halfTone = 1.0594630943592953
        for _ in 0..<abs(halfTones - 9) { hertz *= halfTones > 9 ? halfTone : 1 / halfTone }
        return hertz
    }

    private static func leadingNumber(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = text.prefix(4).prefix { ASCII.isDigit($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
