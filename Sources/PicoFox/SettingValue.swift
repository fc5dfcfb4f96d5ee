// One value as a firmware holds it after reading settings.txt: what two files are compared by.

/// A value that a firmware makes of a setting.
package enum SettingValue: Sendable, Hashable {
    /// A number, already cut to its width and corrected to its range.
    case integer(Int)
    /// A switch (0 is off, any other number is on).
    case flag(Bool)
    /// Text as the firmware keeps it, upper-cased and cut; not necessarily UTF-8.
    case text([UInt8])
    /// A frequency, cut to whole hertz as the firmwares do before the band check.
    case frequency(hertz: Int)

    /// The number of an `.integer`, else nil.
    package var number: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The state of a `.flag`, else nil.
    package var isOn: Bool? {
        if case .flag(let isOn) = self { isOn } else { nil }
    }

    /// The bytes of a `.text`, else nil.
    package var bytes: [UInt8]? {
        if case .text(let bytes) = self { bytes } else { nil }
    }

    /// The hertz of a `.frequency`, else nil.
    package var hertz: Int? {
        if case .frequency(let hertz) = self { hertz } else { nil }
    }

    /// The value in the form in which settings.txt holds it, such as `146.565000` or `1`.
    ///
    /// Bytes of a text that are no UTF-8 are shown as U+FFFD.
    package var settingsText: String {
        switch self {
        case .integer(let number): String(number)
        case .flag(let isOn): isOn ? "1" : "0"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .frequency(let hertz): FrequencyText.sixDecimals(hertz: hertz)
        }
    }
}
