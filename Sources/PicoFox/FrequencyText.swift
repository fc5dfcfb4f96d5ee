// Megahertz as text, from whole hertz: no floating point, so what is shown is what is meant.

/// Writing a frequency in hertz as a decimal number of megahertz.
package enum FrequencyText {
    /// The form of settings.txt, with six decimals: `146.565000`.
    ///
    /// - Parameter hertz: The frequency in Hz.
    /// - Returns: The number of MHz, without a unit.
    package static func sixDecimals(hertz: Int) -> String {
        let sign = hertz < 0 ? "-" : ""
        let (whole, part) = hertz.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(part)
        return sign + String(whole) + "." + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The form for people, with three to six decimals: `146.565`.
    ///
    /// - Parameter hertz: The frequency in Hz.
    /// - Returns: The number of MHz, without a unit.
    package static func short(hertz: Int) -> String {
        var text = sixDecimals(hertz: hertz)
        for _ in 0..<3 where text.hasSuffix("0") {
            text.removeLast()
        }
        return text
    }
}
