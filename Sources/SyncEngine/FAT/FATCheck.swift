// Whether the tables of a medium have what must be there after a push: a pure comparison.

/// Compares the tables before and after a push with what the push was to do.
///
/// Held to it is all that the push wrote: the entries of the written files, their chains in every table,
/// their clusters as nobody else's, and the absence of what was removed. What was there before must be
/// as it was, unless somebody else wrote meanwhile. A fox may come with damage, or with tables that
/// differ: of what was not sound before, nothing is said but of the written files.
package struct FATCheck: Sendable {
    /// What a push was to do, and what others may have done meanwhile.
    package struct Expectation: Sendable {
        /// The written files, with their sizes in bytes.
        package var written: [(name: String, size: Int)] = []
        /// Files that are to be gone.
        package var removed: [String] = []
        /// Names that are none of the push's, and that the kernel shows as before.
        package var undisturbed: Set<String> = []
        /// Whether the kernel shows all names that are none of the push's as before.
        package var isAlone = false

        /// Expects nothing yet.
        package init() {}
    }

    private let before: FATTable?
    private let after: FATTable
    private let expected: Expectation

    /// Prepares a comparison.
    ///
    /// - Parameters:
    ///   - before: The tables before the push; nil when nothing is known of them.
    ///   - after: The tables now.
    ///   - expected: What the push was to do.
    package init(before: FATTable?, after: FATTable, _ expected: Expectation) {
        self.before = before
        self.after = after
        self.expected = expected
    }

    /// All that is not as it must be, what is worst for a written file first.
    package var faults: [FATFault] {
        if let before, before.layout != after.layout { return [.boot] }
        var found = expected.written.flatMap { faults(ofWritten: $0.name, size: $0.size) }
        found += sharedClusters
        found += expected.removed.filter { !after.entries(named: $0).isEmpty }
            .map { FATFault.stillThere($0) }
        if let before, Self.isSound(before) { found += disturbances(since: before) }
        return found
    }

    // MARK: What was written

    private func faults(ofWritten name: String, size: Int) -> [FATFault] {
        let entries = after.entries(named: name)
        guard let entry = entries.first else { return [.missing(name)] }
        if entries.count > 1 { return [.twice(name)] }
        if entry.isFolder { return [.folder(name)] }
        if entry.size != size { return [.size(name, is: entry.size, wanted: size)] }
        return Self.faults(of: entry, in: after)
    }

    /// What is wrong with the chain of a file.
    private static func faults(of entry: FATRootEntry, in table: FATTable) -> [FATFault] {
        let unit = table.layout.clusterSize
        let needed = entry.size / unit + (entry.size.isMultiple(of: unit) ? 0 : 1)
        let chains = (0..<table.layout.copies).map { table.chain(from: entry.start, copy: $0) }
        for (copy, chain) in chains.enumerated() {
            let isShort = chain.clusters.count < needed
            // A folder has no size: its chain is as long as it is.
            if entry.isFolder ? chain.ending != .end : isShort {
                return [
                    .short(
                        entry.name, chain.ending, bytes: chain.clusters.count * unit,
                        of: entry.size, copy: copy)
                ]
            }
            if !entry.isFolder, chain.clusters.count > needed || chain.ending != .end {
                return [.long(entry.name, chain.ending, size: entry.size, copy: copy)]
            }
        }
        return chains.allSatisfy { $0 == chains.first } ? [] : [.copies(entry.name)]
    }

    /// Written files whose clusters are another one's, too.
    private var sharedClusters: [FATFault] {
        let written = Set(expected.written.map { FATRootEntry.key($0.name) })
        return Self.shared(in: after).compactMap { left, right in
            if written.contains(left.key) { return .shared(left.name, with: right.name) }
            return written.contains(right.key) ? .shared(right.name, with: left.name) : nil
        }
    }

    /// The pairs of entries that own a cluster together, by the first table.
    private static func shared(in table: FATTable) -> [(FATRootEntry, FATRootEntry)] {
        var owners = [Int](repeating: -1, count: table.layout.clusters + 2)
        var pairs: [(FATRootEntry, FATRootEntry)] = []
        for (number, entry) in table.entries.enumerated() {
            var cluster = entry.start
            // Behind a cluster that has an owner, the chains are one: no cluster is seen twice.
            while table.layout.numbers.contains(cluster) {
                let owner = owners[cluster]
                if owner >= 0 {
                    if owner != number { pairs.append((table.entries[owner], entry)) }
                    break
                }
                owners[cluster] = number
                cluster = table.next(cluster)
            }
        }
        return pairs
    }

    // MARK: What was there before

    /// Whether tables are alike, and all chains of the root folder as they should be.
    private static func isSound(_ table: FATTable) -> Bool {
        (1..<table.layout.copies).allSatisfy {
            table.differences(copy: 0, table, copy: $0).isEmpty
        } && table.entries.allSatisfy { faults(of: $0, in: table).isEmpty }
            && shared(in: table).isEmpty
    }

    /// What is not as before, though nothing should have changed it.
    private func disturbances(since before: FATTable) -> [FATFault] {
        let own = Set(
            (expected.written.map(\.name) + expected.removed).map(FATRootEntry.key))
        func others(_ table: FATTable) -> [String: FATRootEntry] {
            Dictionary(
                table.entries.filter { !own.contains($0.key) }.map { ($0.key, $0) },
                uniquingKeysWith: { first, _ in first })
        }
        let (old, new) = (others(before), others(after))
        let undisturbed = Set(expected.undisturbed.map(FATRootEntry.key))
        var faults: [FATFault] = []
        for key in Set(old.keys).union(new.keys).sorted() {
            guard expected.isAlone || undisturbed.contains(key) else { continue }
            let (past, present) = (old[key], new[key])
            let isSame =
                past?.start == present?.start && past?.size == present?.size
                && past?.isFolder == present?.isFolder
                && before.chain(from: past?.start ?? 0) == after.chain(from: present?.start ?? 0)
            if !isSame { faults.append(.changed((present ?? past)?.name ?? key)) }
        }
        if expected.isAlone { faults += unexplained(since: before) }
        return faults
    }

    /// Clusters of which a table says something new that no written file explains.
    ///
    /// One that was given free explains itself, and one that was not is still its old file's: another
    /// program may hold that open.
    private func unexplained(since before: FATTable) -> [FATFault] {
        let written = Set(
            expected.written.flatMap { after.entries(named: $0.name) }
                .flatMap { after.chain(from: $0.start).clusters })
        for copy in 0..<after.layout.copies {
            let changed = after.differences(copy: copy, before, copy: copy)
            let found = changed.first {
                !written.contains($0) && after.next($0, copy: copy) != 0
            }
            if let found { return [.unexplained(cluster: found)] }
        }
        let differing = (1..<after.layout.copies).lazy.flatMap {
            after.differences(copy: 0, after, copy: $0)
        }
        return differing.first.map { [.tables(cluster: $0)] } ?? []
    }
}
