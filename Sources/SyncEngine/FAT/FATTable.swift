// The tables of a FAT volume as the medium has them: which cluster follows which, and the root folder.
internal import Glibc

/// The tables and the root folder of a FAT volume.
package struct FATTable: Sendable {
    /// The most bytes of tables and root folder that are read; a PicoFox has 76 KiB.
    package static let limit = 4 << 20

    /// Where everything is.
    package let layout: FATLayout
    /// The root folder.
    package let entries: [FATRootEntry]
    /// All tables, one behind the other.
    private let bytes: [UInt8]

    /// Reads tables and root folder; nil when the medium ends before they do.
    ///
    /// - Parameters:
    ///   - layout: Where they are.
    ///   - bytes: What the medium has in `layout.tables`.
    package init?(_ layout: FATLayout, bytes: [UInt8]) {
        guard layout.tables.count <= Self.limit, bytes.count >= layout.tables.count else {
            return nil
        }
        self.layout = layout
        self.bytes = bytes
        let root = layout.copies * layout.tableSize
        entries = FATRootEntry.all(in: bytes[root..<root + layout.rootEntries * 32])
    }

    /// The entries that have a name.
    ///
    /// - Parameter name: A name, in any letter case.
    /// - Returns: One, none, or more of a folder that is damaged.
    package func entries(named name: String) -> [FATRootEntry] {
        let key = FATRootEntry.key(name)
        return entries.filter { $0.key == key }
    }

    /// What a table says of a cluster: which one follows, that it is free (0), or that it is the last.
    ///
    /// - Parameters:
    ///   - cluster: One of the layout's numbers.
    ///   - copy: Which table, from 0.
    /// - Returns: The entry as it is.
    package func next(_ cluster: Int, copy: Int = 0) -> Int {
        let table = copy * layout.tableSize
        if layout.bits == 16 { return bytes.little(table + cluster * 2, 2) }
        let pair = bytes.little(table + cluster + cluster / 2, 2)
        return cluster.isMultiple(of: 2) ? pair & 0xfff : pair >> 4
    }

    /// Walks a chain.
    ///
    /// - Parameters:
    ///   - start: Its first cluster; 0 for none.
    ///   - copy: Which table, from 0.
    /// - Returns: Its clusters, never more than there are, and how it ends.
    package func chain(from start: Int, copy: Int = 0) -> FATChain {
        if start == 0 { return FATChain(clusters: [], ending: .end) }
        var clusters: [Int] = []
        var cluster = start
        while true {
            guard layout.numbers.contains(cluster) else {
                // From 0xff8 or 0xfff8 on: the last one.
                let isEnd = cluster >= 1 << layout.bits - 8 && !clusters.isEmpty
                return FATChain(clusters: clusters, ending: isEnd ? .end : .outside)
            }
            if clusters.count == layout.clusters {
                return FATChain(clusters: clusters, ending: .loop)
            }
            clusters.append(cluster)
            cluster = next(cluster, copy: copy)
            if cluster == 0 { return FATChain(clusters: clusters, ending: .free) }
        }
    }

    /// The clusters of which another table says something else.
    ///
    /// - Parameters:
    ///   - copy: Which table of this one, from 0.
    ///   - other: The other one; of the same layout.
    ///   - otherCopy: Which table of that.
    /// - Returns: Their numbers, in order.
    package func differences(copy: Int, _ other: FATTable, copy otherCopy: Int) -> [Int] {
        var found: [Int] = []
        // Sectors that are alike, which nearly all are, need no look at each of their entries.
        for first in stride(from: 0, to: layout.clusters + 2, by: 256) {
            let last = min(first + 256, layout.clusters + 2)
            let range = first * layout.bits / 8..<(last * layout.bits + 7) / 8
            if sameBytes(copy, other, otherCopy, range) { continue }
            found += (max(2, first)..<last).filter {
                next($0, copy: copy) != other.next($0, copy: otherCopy)
            }
        }
        return found
    }

    private func sameBytes(
        _ copy: Int, _ other: FATTable, _ otherCopy: Int, _ range: Range<Int>
    ) -> Bool {
        let (ours, theirs) = (copy * layout.tableSize, otherCopy * layout.tableSize)
        return bytes.withUnsafeBytes { left in
            other.bytes.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else {
                    return false
                }
                return memcmp(
                    left + ours + range.lowerBound, right + theirs + range.lowerBound, range.count)
                    == 0
            }
        }
    }
}
