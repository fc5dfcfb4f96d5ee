// A mounted filesystem together with the block device behind it.

/// One mounted filesystem: what `design.md` calls a volume.
///
/// A filesystem that is mounted at several places is one volume. Its mount is the first one in the
/// table through which its root can be reached, so that a later bind mount changes nothing.
package struct WatchedVolume: Sendable, Hashable, Codable {
    /// The mount that is used.
    package let mount: Mount
    /// The block device; `nil` for a filesystem without one, and when the device has gone.
    package let device: BlockDevice?
    /// Whether its files can be reached at the mount's target.
    package let access: VolumeAccess
    /// The other places where the filesystem or a part of it is mounted.
    package let otherTargets: [String]

    /// The identity of this stay.
    package var session: VolumeSession {
        VolumeSession(
            mount: mount.id, uniqueMount: mount.uniqueID, number: mount.number,
            diskSequence: device?.diskSequence)
    }

    /// Puts a volume together.
    ///
    /// - Parameters:
    ///   - mount: The mount that is used.
    ///   - device: The block device, if any.
    ///   - access: Whether its files can be reached.
    ///   - otherTargets: The other places where it is mounted.
    package init(
        mount: Mount, device: BlockDevice?, access: VolumeAccess = .accessible,
        otherTargets: [String] = []
    ) {
        self.mount = mount
        self.device = device
        self.access = access
        self.otherTargets = otherTargets
    }
}
