// Which mounts can be reached at all: the walk that the kernel does for a path, over the table.

/// The mounts by the mount they hang on.
///
/// A mount's entry stays in the table when another one covers it, and its target then leads to the
/// other one's files. Comparing targets is not enough: a mount over a parent folder hides it too.
struct MountTree {
    private let children: [Int: [String: Mount]]
    private static let outside = Int.min

    /// Sorts the mounts.
    ///
    /// - Parameter mounts: The whole table.
    init(_ mounts: [Mount]) {
        let known = Set(mounts.map(\.id))
        var children: [Int: [String: Mount]] = [:]
        for mount in mounts {
            // The root hangs on a mount outside the table, or (in an initramfs) on itself.
            let parent =
                known.contains(mount.parent) && mount.parent != mount.id
                ? mount.parent : Self.outside
            children[parent, default: [:]][mount.target] = mount
        }
        self.children = children
    }

    /// Whether a mount is what its target leads to.
    ///
    /// - Parameter mount: A mount of the table.
    /// - Returns: `false` when it or a folder above it is mounted over.
    func isVisible(_ mount: Mount) -> Bool { resolve(mount.target) == mount.id }

    // Follows the path folder by folder, stepping into whatever is mounted there.
    private func resolve(_ path: String) -> Int {
        var current = Self.outside
        var prefix = ""
        descend(&current, at: "/")
        for component in path.split(separator: "/") {
            prefix += "/" + component
            descend(&current, at: prefix)
        }
        return current
    }

    // Mounts at one place are stacked: each hangs on the one below it.
    private func descend(_ current: inout Int, at path: String) {
        while let next = children[current]?[path] { current = next.id }
    }
}
