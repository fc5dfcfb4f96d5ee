// What fsck would say: chains that are free, and clusters that two files own.

/// Something wrong with the tables of a medium.
package struct FATDamage: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: String, Sendable {
        /// A file's cluster is free in the FAT: the next file that is written takes it.
        case dangling
        /// Two files own one cluster: removing one frees the other's content.
        case crossLinked = "cross-linked"
        /// A chain ends before the file does.
        case short
    }

    /// The file.
    package let name: String
    /// What is wrong.
    package let kind: Kind
    /// The other file, of a cross-link.
    package let other: String?

    /// The file and its damage.
    package var description: String {
        "\(name) is \(kind.rawValue)" + (other.map { " with \($0)" } ?? "")
    }
}

extension FATImage {
    /// All damage but lost clusters, which only cost space.
    package var damage: [FATDamage] {
        var owners: [Int: String] = [:]
        var found: [FATDamage] = []
        for entry in directory where !entry.isFolder {
            let needed = (entry.size + Self.clusterSize - 1) / Self.clusterSize
            var cluster = entry.start
            var count = 0
            while count <= clusters, cluster != 0, cluster != Int(Self.end) {
                if next(cluster) == 0 {
                    found.append(FATDamage(name: entry.name, kind: .dangling, other: nil))
                    break
                }
                if let other = owners[cluster] {
                    found.append(FATDamage(name: entry.name, kind: .crossLinked, other: other))
                    break
                }
                owners[cluster] = entry.name
                count += 1
                cluster = Int(next(cluster))
            }
            if count < needed, found.last?.name != entry.name {
                found.append(FATDamage(name: entry.name, kind: .short, other: nil))
            }
        }
        return found
    }
}
