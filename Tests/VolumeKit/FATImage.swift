// The sectors of a small FAT16 volume, laid out as the firmware's formatter does it.

/// Bytes of a medium: boot sector, two FATs, a root of 512 entries, clusters of 1 KiB.
package struct FATImage: Sendable, Equatable {
    /// Bytes of a sector.
    package static let sector = 512
    /// Entries of the root folder.
    package static let rootEntries = 512
    /// Bytes of a cluster.
    package static let clusterSize = 1024
    /// How a chain ends.
    static let end: UInt16 = 0xffff

    /// Clusters for data.
    package let clusters: Int
    let tableSectors: Int
    private var bytes: [UInt8]

    /// Formats a volume.
    ///
    /// - Parameter clusters: Its size in clusters of 1 KiB.
    package init(clusters: Int = 512) {
        self.clusters = clusters
        // Less clusters than this would make it FAT12: those that a small image lacks count as bad.
        let all = max(clusters, 4085)
        tableSectors = ((all + 2) * 2 + Self.sector - 1) / Self.sector
        let sectors = 1 + 2 * tableSectors + 32 + clusters * 2
        bytes = [UInt8](repeating: 0, count: sectors * Self.sector)
        let total = 1 + 2 * tableSectors + 32 + all * 2
        for (offset, width, value) in [
            (11, 2, Self.sector), (13, 1, 2), (14, 2, 1), (16, 1, 2), (17, 2, Self.rootEntries),
            (19, 2, total), (21, 1, 0xf8), (22, 2, tableSectors), (510, 2, 0xaa55),
        ] {
            for index in 0..<width { bytes[offset + index] = UInt8(value >> (8 * index) & 0xff) }
        }
        for table in [1, 1 + tableSectors] {
            for (cluster, value) in [(0, 0xfff8), (1, 0xffff)]
                + (clusters + 2..<all + 2).map({ ($0, 0xfff7) })
            {
                bytes[table * Self.sector + cluster * 2] = UInt8(value & 0xff)
                bytes[table * Self.sector + cluster * 2 + 1] = UInt8(value >> 8)
            }
        }
        // Erased flash reads 0xff: what was never written must not look like zeros.
        let data = (1 + 2 * tableSectors + 32) * Self.sector
        bytes.replaceSubrange(
            data..., with: repeatElement(0xff, count: bytes.count - data))
    }

    private var rootSector: Int { 1 + 2 * tableSectors }

    /// One sector's bytes.
    subscript(number: Int) -> ArraySlice<UInt8> {
        get { bytes[number * Self.sector..<(number + 1) * Self.sector] }
        set {
            bytes.withUnsafeMutableBytes { all in
                newValue.withUnsafeBytes { one in
                    UnsafeMutableRawBufferPointer(
                        rebasing: all[number * Self.sector..<(number + 1) * Self.sector]
                    ).copyMemory(from: one)
                }
            }
        }
    }

    /// Some bytes, as far as the image goes.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        Array(bytes[range.clamped(to: 0..<bytes.count)])
    }

    /// Whether a sector belongs to the root folder or the FATs.
    func isMetadata(_ sector: Int) -> Bool { sector < rootSector + 32 }

    // MARK: The FAT

    /// What the FAT says of a cluster: 0 is free.
    func next(_ cluster: Int) -> UInt16 {
        guard (2..<clusters + 2).contains(cluster) else { return 0 }
        let offset = Self.sector + cluster * 2
        return UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    }

    /// Changes an entry in both FATs.
    ///
    /// - Returns: The two sectors that changed.
    mutating func link(_ cluster: Int, to value: UInt16) -> [Int] {
        let offset = cluster * 2
        return [1, 1 + tableSectors].map { first in
            let place = first * Self.sector + offset
            bytes[place] = UInt8(value & 0xff)
            bytes[place + 1] = UInt8(value >> 8)
            return first + offset / Self.sector
        }
    }

    /// Number of free clusters.
    var freeClusters: Int { (2..<clusters + 2).count { next($0) == 0 } }

    /// The first free cluster, looked for from a place on.
    func freeCluster(after last: Int) -> Int? {
        let all = 2..<clusters + 2
        return all.first { $0 > last && next($0) == 0 } ?? all.first { next($0) == 0 }
    }

    /// The two sectors of a cluster.
    func sectors(of cluster: Int) -> Range<Int> {
        let first = rootSector + 32 + (cluster - 2) * 2
        return first..<first + 2
    }

    // MARK: The root folder

    /// The 32 bytes of an entry.
    subscript(slot slot: Int) -> [UInt8] {
        get {
            let offset = rootSector * Self.sector + slot * 32
            return Array(bytes[offset..<offset + 32])
        }
        set {
            let offset = rootSector * Self.sector + slot * 32
            bytes.replaceSubrange(offset..<offset + 32, with: newValue)
        }
    }

    /// The sector that holds an entry.
    func sector(ofSlot slot: Int) -> Int { rootSector + slot / 16 }

    /// All files in the root.
    var directory: [FATEntry] {
        var found: [FATEntry] = []
        var long: [[UInt16]] = []
        for slot in 0..<Self.rootEntries {
            if bytes[rootSector * Self.sector + slot * 32] == 0 { return found }
            let raw = self[slot: slot]
            switch (raw[0], raw[11]) {
            case (0xe5, _): long = []
            case (_, 0x0f): long.append(FATName.longPart(raw))
            case (_, let attributes) where attributes & 0x08 != 0: long = []
            default:
                let name =
                    long.isEmpty
                    ? FATName.short(raw)
                    : String(decoding: long.reversed().joined(), as: UTF16.self)
                found.append(
                    FATEntry(name: name, slot: slot, firstSlot: slot - long.count, raw: raw))
                long = []
            }
        }
        return found
    }

    /// A row of entries that nobody uses.
    func freeSlots(_ count: Int) -> Int? {
        var run = 0
        for slot in 0..<Self.rootEntries {
            let first = bytes[rootSector * Self.sector + slot * 32]
            run = first == 0 || first == 0xe5 ? run + 1 : 0
            if run == count { return slot - count + 1 }
        }
        return nil
    }
}

/// A file's entry in the root.
struct FATEntry: Sendable, Equatable {
    let name: String
    /// The name as it is compared.
    let key: String
    /// The entry with start and size.
    let slot: Int
    /// The first of its long-name entries, or the same.
    let firstSlot: Int
    let start: Int
    let size: Int
    /// Time in steps of two seconds.
    let time: Int
    let isFolder: Bool

    init(name: String, slot: Int, firstSlot: Int, raw: [UInt8]) {
        self.name = name
        key = name.lowercased()
        self.slot = slot
        self.firstSlot = firstSlot
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reduce(0) { $0 | Int(raw[offset + $1]) << (8 * $1) }
        }
        start = number(26, 2)
        size = number(28, 4)
        time = number(22, 4)
        isFolder = raw[11] & 0x10 != 0
    }

    /// An entry's bytes with new start, size and time.
    static func updated(_ raw: [UInt8], start: Int, size: Int, time: Int) -> [UInt8] {
        var raw = raw
        for (offset, width, value) in [(26, 2, start), (28, 4, size), (22, 4, time)] {
            for index in 0..<width { raw[offset + index] = UInt8((value >> (8 * index)) & 0xff) }
        }
        return raw
    }
}
