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
            return SettingRule.wholeNumber(upper).map(SettingValue.integer)
        case .frequency:
            return SettingRule.hertz(upper).map { .frequency(hertz: $0) }
        case .flag:
            let word = String(decoding: upper, as: UTF8.self)
            if ["ON", "TRUE", "YES", "ENABLED"].contains(word) { return .flag(true) }
            if ["OFF", "FALSE", "NO", "DISABLED"].contains(word) { return .flag(false) }
            return SettingRule.wholeNumber(upper).map { .flag($0 != 0) }
        case .choice(let words, let aliases):
            let word = String(decoding: upper, as: UTF8.self)
            let meant = aliases[word] ?? word
            return words.contains(meant) ? .text(Array(meant.utf8)) : nil
        }
    }

    /// A sign and digits, which a blank, `%` or a comment may follow; nil for anything else.
    private static func wholeNumber(_ text: [UInt8]) -> Int? {
        var digits = text[...]
        if let sign = digits.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            digits.removeFirst()
        }
        let end = digits.firstIndex { !ASCII.isDigit($0) } ?? digits.endIndex
        guard mayFollowNumber(text[end...]) else { return nil }
        return Int(String(decoding: text[..<end], as: UTF8.self))
    }

    /// Megahertz with a point or a comma; more than six decimals are cut, as the firmwares do.
    private static func hertz(_ text: [UInt8]) -> Int? {
        let end = text.firstIndex { !ASCII.isDigit($0) && !".,".utf8.contains($0) } ?? text.endIndex
        guard mayFollowNumber(text[end...]) else { return nil }
        let parts = text[..<end].split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
        }
        guard let whole = parts.first, (1...6).contains(whole.count),
            parts.allSatisfy({ $0.allSatisfy(ASCII.isDigit) })
        else { return nil }
        var decimals = parts.count > 1 ? Array(parts[1].prefix(6)) : []
        while decimals.count < 6 { decimals.append(UInt8(ascii: "0")) }
        return Int(String(decoding: whole + decimals, as: UTF8.self))
    }

    /// A blank, `%`, a comment or a unit ends a number; anything else may mean another number, as
    /// `1e2` and `0x10` do.
    private static func mayFollowNumber(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return true }
        return ASCII.isSpace(first) || "%#;".utf8.contains(first)
            || ["MHZ", "HZ", "WPM", "DB"].contains { rest.elementsEqual($0.utf8) }
    }
}
