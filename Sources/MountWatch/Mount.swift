// One entry of the kernel's mount table, as a value that outlives libmount's handles.

/// A mount as `/proc/self/mountinfo` lists it; escapes are decoded.
package struct Mount: Sendable, Hashable, Codable {
    /// The mount's number.
    ///
    /// The kernel uses a number again once its mount is gone.
    package var id: Int
    /// The number of the mount it hangs on.
    package var parent: Int
    /// The kernel's number of this mount that is never used again until the next boot.
    ///
    /// `nil` where
    /// the kernel does not tell it: before Linux 6.8.
    package var uniqueID: UInt64?
    /// The device number of the filesystem; major 0 when no block device is behind it.
    package var number: UInt64
    /// Which folder of the filesystem is shown: `/`, or another one for a bind mount.
    package var root: String
    /// Where it is mounted.
    package var target: String
    /// `target` is byte for byte the name the kernel has.
    ///
    /// A name that is not UTF-8 cannot be told
    /// in a `String`, and a path made from it would lead elsewhere.
    package var targetIsExact: Bool
    /// What was mounted, such as `/dev/sda1`; whatever the filesystem calls it.
    package var source: String
    /// The type of the filesystem, such as `vfat`.
    package var fileSystem: String
    /// The options of the mount (`ro`, `nosuid` …), then those of the filesystem (`fmask=0022` …).
    package var options: [String]
    /// Either the mount or the filesystem below it takes no writes.
    package var isReadOnly: Bool
    /// The filesystem takes no writes although its mount would.
    ///
    /// So the kernel leaves it when it has met damage (`errors=remount-ro`, vfat's default). What a
    /// person mounts read-only says so of the mount, too.
    package var hasTurnedReadOnly = false

    /// Describes a mount.
    ///
    /// - Parameters:
    ///   - id: The mount's number.
    ///   - parent: The number of the mount it hangs on.
    ///   - number: The device number of the filesystem.
    ///   - target: Where it is mounted.
    ///   - fileSystem: The type of the filesystem.
    ///   - source: What was mounted.
    ///   - root: Which folder of the filesystem is shown.
    ///   - options: The options of the mount and of the filesystem.
    package init(
        id: Int, parent: Int, number: UInt64, target: String, fileSystem: String,
        source: String = "none", root: String = "/", options: [String] = ["rw"]
    ) {
        self.id = id
        self.parent = parent
        self.number = number
        self.root = root
        self.target = target
        targetIsExact = true
        self.source = source
        self.fileSystem = fileSystem
        self.options = options
        isReadOnly = options.contains("ro")
    }
}
