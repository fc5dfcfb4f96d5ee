// Does it look like a callsign? Only a hint: administrations keep inventing new ones.

/// The usual shape of amateur callsigns (ITU Radio Regulations, article 19).
package enum CallsignShape {
    /// Whether the text could be a callsign: a prefix of one to three letters and digits with a
    /// letter in it, a digit, and one to four letters, with other parts set off by `/` or `-`.
    ///
    /// - Parameter callsign: The text in capitals.
    /// - Returns: False when no part of it has that shape, or a part is not plain.
    package static func isPlausible(_ callsign: [UInt8]) -> Bool {
        let parts = callsign.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "-") }
        return parts.allSatisfy { $0.allSatisfy(ASCII.isAlphanumeric) }
            && parts.contains { isCore(Array($0)) }
    }

    private static func isCore(_ part: [UInt8]) -> Bool {
        guard let digit = part.lastIndex(where: ASCII.isDigit) else { return false }
        let suffix = part[(digit + 1)...]
        let prefix = part[..<digit]
        return (1...4).contains(suffix.count) && (1...4).contains(prefix.count)
            && prefix.contains { !ASCII.isDigit($0) }
    }
}
