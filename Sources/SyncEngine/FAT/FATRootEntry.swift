// One name in the root folder as the medium has it: short, or long with its checksum.

/// A file or folder in the root of a FAT volume.
package struct FATRootEntry: Equatable, Sendable {
    /// Its name, long where it has a long one that is whole.
    package let name: String
    /// Which entry of the root folder has its start and size.
    package let slot: Int
    /// Whether it is a folder.
    package let isFolder: Bool
    /// Its first cluster; 0 for none.
    package let start: Int
    /// Its size in bytes; 0 for a folder.
    package let size: Int

    /// The name as it is compared: FAT has one name in one letter case only.
    package var key: String { Self.key(name) }

    /// A name as it is compared.
    package static func key(_ name: String) -> String { name.lowercased() }

    /// Reads a root folder.
    ///
    /// - Parameter bytes: Its entries, 32 bytes each.
    /// - Returns: All files and folders, in their order; neither volume labels nor what was deleted.
    static func all(in bytes: ArraySlice<UInt8>) -> [FATRootEntry] {
        var found: [FATRootEntry] = []
        var long = LongName()
        for slot in 0..<bytes.count / 32 {
            let raw = bytes.dropFirst(slot * 32).prefix(32)
            let (first, attributes) = (raw.little(0, 1), raw.little(11, 1))
            if first == 0 { break }
            if first == 0xe5 {
                long = LongName()
            } else if attributes & 0x3f == 0x0f {
                long.add(raw)
            } else {
                let name = long.name(for: raw.prefix(11)) ?? shortName(raw)
                long = LongName()
                if attributes & 0x08 != 0 { continue }
                found.append(
                    FATRootEntry(
                        name: name, slot: slot, isFolder: attributes & 0x10 != 0,
                        start: raw.little(26, 2), size: raw.little(28, 4)))
            }
        }
        return found
    }

    /// A name of 8.3, its letters small where the entry says so.
    private static func shortName(_ raw: ArraySlice<UInt8>) -> String {
        func part(_ offset: Int, _ width: Int, isSmall: Bool) -> String {
            var bytes = Array(raw.dropFirst(offset).prefix(width))
            while bytes.last == 0x20 { bytes.removeLast() }
            // 0xe5 as a first letter would mean 'deleted'.
            if offset == 0, bytes.first == 0x05 { bytes[0] = 0xe5 }
            let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            return isSmall ? text.lowercased() : text
        }
        let flags = raw.little(12, 1)
        let base = part(0, 8, isSmall: flags & 0x08 != 0)
        let suffix = part(8, 3, isSmall: flags & 0x10 != 0)
        return suffix.isEmpty ? base : base + "." + suffix
    }
}

/// The parts of a long name, which come before the entry that it belongs to, the last part first.
private struct LongName {
    /// Where the 13 UTF-16 units of a part are.
    private static let places = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30]

    private var parts: [[UInt16]] = []
    private var sum = 0
    /// The number of the part that comes next; 0 when all are there.
    private var next = -1

    mutating func add(_ raw: ArraySlice<UInt8>) {
        let number = raw.little(0, 1)
        if number & 0x40 != 0 {
            (parts, sum, next) = ([], raw.little(13, 1), number & 0x3f)
            if !(1...20).contains(next) { next = -1 }
        }
        guard next > 0, number & 0x3f == next, raw.little(13, 1) == sum else {
            self = LongName()
            return
        }
        parts.append(Self.places.map { UInt16(raw.little($0, 2)) })
        next -= 1
    }

    /// The name, when all parts are there and belong to this short name.
    func name(for short: ArraySlice<UInt8>) -> String? {
        let own = short.reduce(UInt8(0)) { ($0 >> 1 | $0 << 7) &+ $1 }
        guard next == 0, Int(own) == sum else { return nil }
        let units = parts.reversed().joined().prefix { $0 != 0 }
        return String(decoding: Array(units), as: UTF16.self)
    }
}
