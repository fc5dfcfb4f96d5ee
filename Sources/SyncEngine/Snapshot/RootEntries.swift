// How many of FAT16's root entries a name takes.

/// Counts directory entries as vfat makes them.
package enum RootEntries {
    /// The root of a FAT16 volume as the firmware formats it.
    ///
    /// Source: SdFat's FatFormatter.
    package static let fat16Limit = 512

    /// Entries that a name takes: one, or more when it does not fit 8.3 in one letter case.
    ///
    /// - Parameter name: The name's bytes.
    /// - Returns: The number of 32-byte entries.
    package static func needed(for name: [UInt8]) -> Int {
        if isShort(name) { return 1 }
        let units = String(decoding: name, as: UTF8.self).utf16.count
        // 13 UTF-16 units in each long entry, and the short one (Microsoft FAT specification).
        return (units + 12) / 13 + 1
    }

    private static func isShort(_ name: [UInt8]) -> Bool {
        let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...8).contains(parts[0].count) else { return false }
        if parts.count == 2 && !(1...3).contains(parts[1].count) { return false }
        return parts.allSatisfy { part in
            let isPlain = part.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: Array("!#$%&'()-@^_`{}~".utf8).contains(byte)
                }
            }
            let hasLower = part.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            let hasUpper = part.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
            return isPlain && !(hasLower && hasUpper)
        }
    }
}
