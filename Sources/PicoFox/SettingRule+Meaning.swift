// What a person means by a value, as opposed to what the firmware reads: the two are compared by
// the checks, and the first is what `draft fix` writes.

extension SettingRule {
    /// The value that the text means to a person.
    ///
    /// - Parameter text: The bytes behind the `=`, trimmed.
    /// - Returns: The value, not cut to any width or range; nil when it makes no sense for the key.
    package func meaning(of text: [UInt8]) -> SettingValue? {
        let visible = ASCII.cString(text).filter { $0 != ASCII.carriageReturn }
        let upper = ASCII.trimmed(visible).map(ASCII.upper)
        switch kind {
        case .text:
            return .text(upper)
        case .integer:
            return wholeNumber(upper).map(SettingValue.integer)
        case .frequency:
            guard let number = MegahertzText(upper), mayFollowNumber(number.rest) else {
                return nil
            }
            return .frequency(hertz: number.hertz)
        case .flag:
            let word = String(decoding: upper, as: UTF8.self)
            if ["ON", "TRUE", "YES", "ENABLED"].contains(word) { return .flag(true) }
            if ["OFF", "FALSE", "NO", "DISABLED"].contains(word) { return .flag(false) }
            return wholeNumber(upper).map { .flag($0 != 0) }
        case .choice(let words, let aliases):
            let word = String(decoding: upper, as: UTF8.self)
            let meant = aliases[word] ?? word
            return words.contains(meant) ? .text(Array(meant.utf8)) : nil
        }
    }

    /// The comment behind a number, which the firmware does not read.
    ///
    /// - Parameter text: The bytes behind the `=`, trimmed.
    /// - Returns: The comment with its sign; empty when there is none, or when the text means nothing.
    func comment(behind text: [UInt8]) -> [UInt8] {
        switch kind {
        case .text, .choice: return []
        case .integer, .frequency, .flag: break
        }
        let visible = ASCII.cString(text)
        guard meaning(of: text) != nil,
            let start = visible.firstIndex(where: { "#;/".utf8.contains($0) })
        else { return [] }
        return ASCII.trimmed(visible[start...])
    }

    /// A sign and digits; nil for anything else.
    private func wholeNumber(_ text: [UInt8]) -> Int? {
        var digits = text[...]
        if let sign = digits.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            digits.removeFirst()
        }
        let end = digits.firstIndex { !ASCII.isDigit($0) } ?? digits.endIndex
        guard mayFollowNumber(text[end...]) else { return nil }
        return Int(String(decoding: text[..<end], as: UTF8.self))
    }

    /// Whether a number is all that is meant: its key's own unit, a comment, or both may follow.
    ///
    /// The firmwares stop at whatever is no digit, so anything else may be more of the number
    /// (`145 500`), another one (`50;60`, `0x10`) or another unit (`145500 kHz`).
    private func mayFollowNumber(_ rest: ArraySlice<UInt8>) -> Bool {
        var rest = rest.drop(while: ASCII.isSpace)
        let unit = self.unit.utf8.map(ASCII.upper)
        if rest.starts(with: unit) { rest = rest.dropFirst(unit.count).drop(while: ASCII.isSpace) }
        guard rest.first == UInt8(ascii: ";") else {
            return rest.isEmpty || rest.first == UInt8(ascii: "#") || rest.starts(with: "//".utf8)
        }
        // It stands in lists of numbers, too.
        let note = rest.dropFirst().drop(while: ASCII.isSpace)
        let isWord = note.first.map { ASCII.isAlphanumeric($0) && !ASCII.isDigit($0) } ?? true
        return isWord || !note.contains(where: ASCII.isDigit)
    }
}
