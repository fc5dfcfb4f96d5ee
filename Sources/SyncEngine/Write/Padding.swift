// When a settings.txt may be replaced in place, and with which bytes exactly.

/// The rule of the pad way: which bytes take the place of a text that fits one sector.
package enum Padding {
    /// The most bytes of a sector, within which an overwrite is old or new and nothing between.
    package static let sector = 512

    private static let newline = UInt8(ascii: "\n")

    /// The bytes that shall be on the device, newlines behind them where the old text was longer.
    ///
    /// A text whose last line does not end is left to held-dir: the firmware never read that line,
    /// and a newline behind it would make it count.
    ///
    /// - Parameters:
    ///   - new: The draft's text.
    ///   - old: The device's text, or nil when it has none.
    /// - Returns: The new text with padding, or nil when this way is closed.
    package static func target(for new: [UInt8], over old: [UInt8]?) -> [UInt8]? {
        guard let old, (1...sector).contains(old.count), (1...sector).contains(new.count),
            old.last == newline, new.last == newline
        else { return nil }
        return padded(new, to: old.count)
    }

    /// A text with newlines behind it; every firmware skips blank lines.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - length: Its new length in bytes; a longer text stays as it is.
    /// - Returns: The padded text.
    package static func padded(_ bytes: [UInt8], to length: Int) -> [UInt8] {
        bytes + [UInt8](repeating: newline, count: max(0, length - bytes.count))
    }
}
