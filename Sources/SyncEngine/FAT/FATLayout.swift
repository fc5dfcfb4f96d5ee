// Where a FAT volume has its tables, by its boot sector. Every number in there is hostile.

/// The layout of a FAT12 or FAT16 volume.
///
/// It is read as the kernel reads it (fs/fat/inode.c): the number of clusters decides between the two,
/// and no text in the boot sector does. FAT32 is not read: no PicoFox has it.
package struct FATLayout: Equatable, Sendable {
    /// Bytes of the boot sector that are looked at.
    package static let bootSize = 512

    /// Bytes of a sector.
    package let sectorSize: Int
    /// Bytes of a cluster.
    package let clusterSize: Int
    /// Where the first table begins, in bytes.
    package let firstTable: Int
    /// Bytes of one table.
    package let tableSize: Int
    /// How many tables there are, all alike.
    package let copies: Int
    /// How many entries the root folder has.
    package let rootEntries: Int
    /// How many clusters there are; the first one's number is 2.
    package let clusters: Int
    /// Bits of an entry in a table: 12 or 16.
    package let bits: Int

    /// Reads a boot sector; nil when it is no FAT12 or FAT16 that can be read.
    ///
    /// - Parameter boot: The first bytes of the volume.
    package init?(boot: [UInt8]) {
        guard boot.count >= Self.bootSize else { return nil }
        sectorSize = boot.little(11, 2)
        let perCluster = boot.little(13, 1)
        copies = boot.little(16, 1)
        rootEntries = boot.little(17, 2)
        let perTable = boot.little(22, 2)
        let reserved = boot.little(14, 2)
        guard [512, 1024, 2048, 4096].contains(sectorSize), perCluster > 0,
            perCluster & (perCluster - 1) == 0, reserved > 0, (1...4).contains(copies),
            perTable > 0, rootEntries > 0, (rootEntries * 32).isMultiple(of: sectorSize)
        else { return nil }
        let short = boot.little(19, 2)
        let sectors = short == 0 ? boot.little(32, 4) : short
        clusterSize = perCluster * sectorSize
        firstTable = reserved * sectorSize
        tableSize = perTable * sectorSize
        let data = (sectors - reserved - copies * perTable) - rootEntries * 32 / sectorSize
        guard data >= perCluster else { return nil }
        let all = data / perCluster
        // MAX_FAT12 and MAX_FAT16: fs/fat/fat.h
        bits = all > 0xff4 ? 16 : 12
        clusters = min(all, tableSize * 8 / bits - 2)
        guard clusters > 0, all <= 0xfff4 else { return nil }
    }

    /// Where the root folder begins, in bytes.
    package var root: Int { firstTable + copies * tableSize }

    /// Where the first cluster begins, in bytes.
    package var data: Int { root + rootEntries * 32 }

    /// Where tables and root folder are, in bytes.
    package var tables: Range<Int> { firstTable..<data }

    /// The numbers that a cluster can have.
    package var numbers: Range<Int> { 2..<clusters + 2 }

    /// Where a cluster begins.
    ///
    /// - Parameter cluster: One of `numbers`.
    /// - Returns: Its place in bytes.
    package func offset(of cluster: Int) -> Int { data + (cluster - 2) * clusterSize }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
    /// A number that was written with its lowest byte first.
    ///
    /// - Parameters:
    ///   - offset: Where, from the first byte.
    ///   - width: Of how many bytes, 4 at most.
    /// - Returns: The number.
    func little(_ offset: Int, _ width: Int) -> Int {
        var number = 0
        for index in (0..<width).reversed() {
            number = number << 8 | Int(self[startIndex + offset + index])
        }
        return number
    }
}
