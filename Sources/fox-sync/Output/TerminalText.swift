// The last look at what goes to a terminal or into JSON: whatever moves a cursor or hides another
// character is shown as its number. Names and paths come from volumes, drafts and the command line,
// and one place that is passed by all of them cannot be forgotten.
internal import SyncEngine

extension String {
    /// The text with its lines and tabs, and otherwise without control characters.
    ///
    /// - Parameter isColoured: Whether the program's own colours are in it, and stay.
    /// - Returns: The text.
    func safeForTerminal(isColoured: Bool) -> String {
        if utf8.allSatisfy({ (0x20..<0x7f).contains($0) || $0 == 0x0a || $0 == 0x09 }) {
            return self
        }
        var result = ""
        result.reserveCapacity(utf8.count)
        var rest = Substring(self).unicodeScalars
        while let scalar = rest.first {
            if isColoured, scalar == "\u{1b}",
                let code = Style.codes.first(where: { Substring(rest).utf8.starts(with: $0.utf8) })
            {
                result += code
                rest = rest.dropFirst(code.unicodeScalars.count)
                continue
            }
            rest.removeFirst()
            let isPlain = (0x20..<0x7f).contains(scalar.value) || scalar == "\n" || scalar == "\t"
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else {
                result += Array(String(Character(scalar)).utf8).printable
            }
        }
        return result
    }

    /// One line of JSON in which characters that act on a terminal are `\uNNNN`: the same value.
    ///
    /// JSON itself asks for that below U+0020 only (RFC 8259, 7); outside of strings it is all ASCII.
    /// What lies beyond U+FFFF is a pair of them, as JSON has it. Such a line never passes
    /// `safeForTerminal`, whose forms are no JSON.
    var safeJSON: String {
        if utf8.allSatisfy({ $0 < 0x7f }) { return self }
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            if scalar.isPrintable {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(Character(scalar)).utf16 {
                let hex = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }
        }
        return result
    }
}
