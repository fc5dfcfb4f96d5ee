// Whether a mounted filesystem can be used where it is mounted, and what stands in the way.

/// Whether a volume's files can be reached through its target.
package enum VolumeAccess: String, Sendable, Hashable, Codable {
    /// Its root folder is what one finds at its target.
    case accessible
    /// Something else is mounted over the target, or over a folder above it.
    case covered
    /// Only a folder of it is mounted (a bind mount), not its root.
    case partial
    /// The target's name is not UTF-8.
    case unnameable
    /// The mount is left over from a device that has gone: it is stale until someone unmounts it.
    case deviceGone
    /// udev has not finished with the device yet.
    case deviceNotReady
}
