// What one firmware accepts for one key of settings.txt, as data.

/// One key of a firmware: its type, range, default, and what becomes of a value out of range.
package struct SettingRule: Sendable, Hashable {
    /// How a firmware reads the text behind the `=`.
    package enum Kind: Sendable, Hashable {
        /// Text of which only the first bytes are kept.
        case text(maximumBytes: Int)
        /// A number read like C `atol`, then cut to so many bits without a sign.
        case integer(bits: Int)
        /// A number of MHz read like C `strtod`, cut to whole hertz.
        case frequency
        /// A number of which only zero or not zero counts.
        case flag
        /// One of these words; anything else is the first of them. Aliases are a word and its meaning.
        case choice(words: [String], aliases: [String: String])
    }

    /// What a firmware does with a number out of range.
    package enum Correction: Sendable, Hashable {
        /// The number stays as it is.
        case kept
        /// This number is taken instead.
        case replaced(by: Int)
        /// The value of this other key is taken when the number is zero or below it.
        case raised(toKey: String)
    }

    /// The key, in capitals.
    package let name: String
    /// How its text is read.
    package let kind: Kind
    /// The numbers that the firmware takes as they are; nil where numbers have no range.
    package let range: ClosedRange<Int>?
    /// What happens outside the range.
    package let correction: Correction
    /// The value when settings.txt has no such line.
    package let defaultValue: SettingValue
    /// The unit of the value, empty where it has none.
    package let unit: String
    /// What the key does, for help and tables.
    package let meaning: String

    /// The width in bits to which the firmware cuts the number, nil for anything else.
    package var bits: Int? {
        if case .integer(let bits) = kind { bits } else { nil }
    }
}
