// Values in sentences: with their units, and never empty.

extension SettingValue {
    /// The value with its unit, for a sentence.
    ///
    /// - Parameter rule: The rule of its key.
    /// - Returns: Such as `146.565 MHz`, `15 WPM`, `off` or `none`.
    package func shown(for rule: SettingRule) -> String {
        switch self {
        case .frequency(let hertz): FrequencyText.short(hertz: hertz) + " MHz"
        case .flag(let isOn): isOn ? "on" : "off"
        case .text(let bytes):
            bytes.isEmpty ? "none" : "'\(SettingValue.printable(bytes))'"
        case .integer(let number):
            rule.unit.isEmpty
                ? String(number) : rule.unit == "%" ? "\(number) %" : "\(number) \(rule.unit)"
        }
    }

    /// Bytes as visible text: control characters are written as escapes.
    static func printable(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            switch scalar {
            case "\r": "\\r"
            case "\t": "\\t"
            case let other where other.value < 32 || other.value == 127: "?"
            default: String(scalar)
            }
        }.joined()
    }
}
