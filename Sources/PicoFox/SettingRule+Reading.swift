// From the text behind a '=' to the value that the firmware stores, before any correction.

extension SettingRule {
    /// Whether the key has more than one possible value (SSTV_MODE has not).
    package var isEffective: Bool {
        if case .choice(let words, _) = kind { words.count > 1 } else { true }
    }

    /// Reads a value as the firmware stores it.
    ///
    /// - Parameters:
    ///   - text: The bytes behind the `=`, up to the first NUL, upper-cased by the stock family.
    ///   - firmware: Whose reading.
    /// - Returns: The value, cut to its width, not yet corrected to its range.
    func read(_ text: [UInt8], as firmware: Firmware) -> SettingValue {
        switch kind {
        case .text(let maximumBytes):
            return .text(text.prefix(maximumBytes).map(ASCII.upper))
        case .integer(let bits):
            return .integer(Int(UInt32(bitPattern: CNumber.atol(text)) & ((1 << bits) - 1)))
        case .frequency:
            return .frequency(hertz: SettingRule.wholeHertz(megahertz: CNumber.strtod(text)))
        case .flag:
            return .flag(CNumber.atol(text) != 0)
        case .choice(let words, let aliases):
            let word = String(decoding: text.map(ASCII.upper), as: UTF8.self)
            let meant = aliases[word] ?? word
            return words.contains(meant) ? .text(Array(meant.utf8)) : defaultValue
        }
    }

    /// Cuts to whole hertz as the conversion of a C double to 32 bits without a sign does on ARM,
    /// which saturates: negative numbers and NAN are 0.
    ///
    /// - Parameter megahertz: Any number.
    /// - Returns: Hz.
    static func wholeHertz(megahertz: Double) -> Int {
        let hertz = megahertz * 1e6
        guard hertz > 0 else { return 0 }
        return hertz >= Double(UInt32.max) ? Int(UInt32.max) : Int(hertz)
    }
}
