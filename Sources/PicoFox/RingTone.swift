// RTTTL, the one-line tunes of songs.txt: only their length matters to the timeline.

/// The length of an RTTTL tune.
package enum RingTone {
    /// Reads a tune such as `Fox:d=4,o=4,b=150:g,b,8g.,p`.
    ///
    /// - Parameter line: One line of songs.txt.
    /// - Returns: Its length in seconds, nil when the line has no notes part.
    package static func seconds(_ line: [UInt8]) -> Double? {
        let parts = line.split(
            separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var division = 4
        var beats = 63
        for setting in parts[1].split(separator: UInt8(ascii: ",")) {
            let text = ASCII.trimmed(setting).map(ASCII.lower)
            guard text.count > 2, let number = leadingNumber(text[2...]) else { continue }
            if text[0] == UInt8(ascii: "d") { division = number }
            if text[0] == UInt8(ascii: "b") { beats = number }
        }
        let whole = 240 / Double(max(1, beats))
        return parts[2].split(separator: UInt8(ascii: ",")).reduce(0) { sum, note in
            let text = ASCII.trimmed(note)
            let length = whole / Double(max(1, leadingNumber(text[...]) ?? division))
            return sum + (text.contains(UInt8(ascii: ".")) ? length * 1.5 : length)
        }
    }

    private static func leadingNumber(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = text.prefix(4).prefix { ASCII.isDigit($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
