// A frequency as somebody typed it, taken digit by digit: no floating point decides what is meant.

/// A number of megahertz in text.
struct MegahertzText {
    /// The digits behind the point, when the exponent is worked in.
    let decimals: [UInt8]
    /// What follows the number.
    let rest: ArraySlice<UInt8>
    private let whole: [UInt8]

    /// Reads a number with a point or a comma, and an exponent as C `strtod` takes one.
    ///
    /// It is nil when no number stands at the beginning, or one beyond six digits of megahertz.
    ///
    /// - Parameter text: The text, in capitals.
    init?(_ text: [UInt8]) {
        var rest = text[...]
        if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        var whole = MegahertzText.digits(&rest)
        if whole.isEmpty { return nil }
        var decimals: [UInt8] = []
        if let mark = rest.first, ".,".utf8.contains(mark) {
            rest.removeFirst()
            decimals = MegahertzText.digits(&rest)
        }
        let exponent = MegahertzText.exponent(&rest)
        for _ in 0..<max(0, exponent) {
            whole.append(decimals.isEmpty ? UInt8(ascii: "0") : decimals.removeFirst())
        }
        for _ in 0..<max(0, -exponent) {
            decimals.insert(whole.popLast() ?? UInt8(ascii: "0"), at: 0)
        }
        whole = Array(whole.drop { $0 == UInt8(ascii: "0") })
        guard whole.count <= 6 else { return nil }
        (self.whole, self.decimals, self.rest) = (whole, decimals, rest)
    }

    /// The frequency in Hz; more than six decimals are cut, as the firmwares do.
    var hertz: Int {
        var digits = whole + decimals.prefix(6)
        for _ in decimals.prefix(6).count..<6 { digits.append(UInt8(ascii: "0")) }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }

    private static func digits(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let found = rest.prefix(while: ASCII.isDigit)
        rest = rest[found.endIndex...]
        return Array(found)
    }

    /// Takes an `E` with at most two digits; more of them, or none, stay behind the number.
    private static func exponent(_ rest: inout ArraySlice<UInt8>) -> Int {
        guard rest.first == UInt8(ascii: "E") else { return 0 }
        var after = rest.dropFirst()
        let isNegative = after.first == UInt8(ascii: "-")
        if isNegative || after.first == UInt8(ascii: "+") { after.removeFirst() }
        let digits = digits(&after)
        guard (1...2).contains(digits.count),
            let value = Int(String(decoding: digits, as: UTF8.self))
        else { return 0 }
        rest = after
        return isNegative ? -value : value
    }
}
