// Where the tables of a medium can be spoilt.

/// A place on a medium that says something of a file.
package enum FATPlace: String, Sendable, Hashable, CaseIterable {
    /// What the first table says of the file's first cluster.
    case firstTable = "the first FAT"
    /// What the second table says of it.
    case secondTable = "the second FAT"
    /// The file's size in the root folder.
    case root = "the root folder"
}

extension FATImage {
    /// Spoils what a table says of a file; where it has none, of what a file was.
    ///
    /// - Parameters:
    ///   - place: Which table.
    ///   - name: The file. Of one that is gone, the entry that was deleted last comes back, or a
    ///     cluster that is free counts as in use.
    package mutating func spoil(_ place: FATPlace, of name: String) {
        let entry = directory.first { $0.key == name.lowercased() }
        switch (place, entry) {
        case (.root, let entry?):
            var raw = self[slot: entry.slot]
            raw[28] ^= 0x02
            self[slot: entry.slot] = raw
        case (.root, nil):
            let wanted = FATName.entries(for: name, taken: [])?.last ?? []
            let slot = (0..<Self.rootEntries).first {
                let raw = self[slot: $0]
                return raw[0] == 0xe5 && raw[1..<11] == wanted[1..<11]
            }
            guard let slot else { return }
            var raw = self[slot: slot]
            raw[0] = wanted[0]
            self[slot: slot] = raw
        case (.firstTable, let entry): alter(entry?.start ?? 0, copies: [0])
        case (.secondTable, let entry): alter(entry?.start ?? 0, copies: [1])
        }
    }

    /// Makes a cluster's entry another one: a free one counts as in use.
    private mutating func alter(_ cluster: Int, copies: [Int]) {
        let cluster = cluster == 0 ? freeCluster(after: 1) ?? 2 : cluster
        var altered = self
        _ = altered.link(cluster, to: next(cluster) ^ 0x0101)
        for copy in copies {
            let sector = 1 + copy * tableSectors + cluster * 2 / Self.sector
            self[sector] = altered[sector]
        }
    }

    /// Whether both tables are the same.
    package var tablesAreAlike: Bool {
        (1..<1 + tableSectors).allSatisfy { self[$0] == self[$0 + tableSectors] }
    }
}
