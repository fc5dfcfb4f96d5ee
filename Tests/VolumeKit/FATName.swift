// Names on FAT: 8.3 with flags for small letters, or several long entries.

/// Makes and reads the entries that hold a name.
enum FATName {
    /// The entries for a name, long ones first, the one with start and size last.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - taken: Short names that are there already.
    /// - Returns: 32 bytes an entry, or nil when FAT cannot hold the name.
    static func entries(for name: String, taken: Set<[UInt8]>) -> [[UInt8]]? {
        let units = Array(name.utf16)
        let bad = "\"*/:<>?\\|".utf16
        guard (1...255).contains(units.count),
            !units.contains(where: { $0 < 32 || bad.contains($0) }),
            units.last != 0x2e, units.last != 0x20
        else { return nil }
        if let (short, flags) = shortForm(name), !taken.contains(short) {
            return [short + [0x20, flags] + [UInt8](repeating: 0, count: 19)]
        }
        let alias = (1...).lazy.map { tail(name, $0) }.first { !taken.contains($0) } ?? []
        let parts = (units.count + 12) / 13
        let sum = alias.reduce(UInt8(0)) { ($0 >> 1 | $0 << 7) &+ $1 }
        let padded =
            units + (units.count % 13 == 0 ? [] : [0])
            + [UInt16](repeating: 0xffff, count: 13)
        let long = (0..<parts).reversed().map { part -> [UInt8] in
            var raw = [UInt8](repeating: 0, count: 32)
            raw[0] = UInt8(part + 1) | (part == parts - 1 ? 0x40 : 0)
            raw[11] = 0x0f
            raw[13] = sum
            for (index, place) in places.enumerated() {
                let unit = padded[part * 13 + index]
                raw[place] = UInt8(unit & 0xff)
                raw[place + 1] = UInt8(unit >> 8)
            }
            return raw
        }
        return long + [alias + [0x20] + [UInt8](repeating: 0, count: 20)]
    }

    /// The UTF-16 units of one long entry.
    static func longPart(_ raw: [UInt8]) -> [UInt16] {
        let units = places.map { UInt16(raw[$0]) | UInt16(raw[$0 + 1]) << 8 }
        return Array(units.prefix { $0 != 0 && $0 != 0xffff })
    }

    /// The name of an entry without long ones.
    static func short(_ raw: [UInt8]) -> String {
        func part(_ bytes: ArraySlice<UInt8>, lower: Bool) -> String {
            let text = String(decoding: bytes, as: UTF8.self)
            let trimmed = text.prefix { $0 != " " }
            return lower ? trimmed.lowercased() : String(trimmed)
        }
        let base = part(raw[0..<8], lower: raw[12] & 0x08 != 0)
        let suffix = part(raw[8..<11], lower: raw[12] & 0x10 != 0)
        return suffix.isEmpty ? base : base + "." + suffix
    }

    private static let places = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30]

    private static func shortForm(_ name: String) -> ([UInt8], UInt8)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, (1...8).contains(parts[0].utf8.count),
            parts.count == 1 || (1...3).contains(parts[1].utf8.count)
        else { return nil }
        var flags: UInt8 = 0
        for (part, flag) in zip(parts, [UInt8(0x08), 0x10]) {
            let plain = part.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "_-~".contains($0))
            }
            guard plain else { return nil }
            if part.contains(where: \.isLowercase) {
                if part.contains(where: \.isUppercase) { return nil }
                flags |= flag
            }
        }
        return (
            field(String(parts[0]), 8) + field(parts.count == 2 ? String(parts[1]) : "", 3), flags
        )
    }

    private static func tail(_ name: String, _ number: Int) -> [UInt8] {
        let letters = name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let mark = "~\(number)"
        return field(String(letters.prefix(8 - mark.count)) + mark, 8) + field("", 3)
    }

    private static func field(_ text: String, _ width: Int) -> [UInt8] {
        let bytes = Array(text.uppercased().utf8)
        return bytes + [UInt8](repeating: 0x20, count: width - bytes.count)
    }
}
