// The state of the machine at one moment: devices and mounts, joined to volumes.
internal import FoxSystem

/// All block devices and mounts, and the volumes they make.
///
/// A scan is complete in itself: whoever has one needs no events to understand it.
package struct VolumeScan: Sendable, Equatable, Codable {
    /// udevd runs, so devices have all their properties once they are listed.
    package let udevIsRunning: Bool
    /// The block devices that are ready to be used, by name.
    package let devices: [BlockDevice]
    /// The devices that udev has not finished with; they do not count yet.
    package let unreadyDevices: [BlockDevice]
    /// The mount table, in the kernel's order.
    package let mounts: [Mount]
    /// The mounted filesystems, in the order of the mount table.
    package let volumes: [WatchedVolume]

    /// Joins devices and mounts.
    ///
    /// - Parameters:
    ///   - devices: The devices that are ready.
    ///   - unreadyDevices: The devices that udev has not finished with.
    ///   - mounts: The mount table, in the kernel's order.
    ///   - udevIsRunning: udevd runs.
    ///   - devicesAreKnown: `false` when sysfs could not be read, so that a device which is not
    ///     listed is unknown rather than gone.
    package init(
        devices: [BlockDevice], unreadyDevices: [BlockDevice] = [], mounts: [Mount],
        udevIsRunning: Bool = true, devicesAreKnown: Bool = true
    ) {
        self.udevIsRunning = udevIsRunning
        self.devices = devices
        self.unreadyDevices = unreadyDevices
        self.mounts = mounts
        volumes = Self.join(
            ready: devices, unready: unreadyDevices, mounts: mounts,
            devicesAreKnown: devicesAreKnown)
    }

    /// The ready devices with a filesystem that is mounted nowhere.
    package var unmountedDevices: [BlockDevice] {
        let mounted = Set(mounts.map(\.number))
        return devices.filter { $0.fileSystem != nil && !mounted.contains($0.number) }
    }

    private static func join(
        ready: [BlockDevice], unready: [BlockDevice], mounts: [Mount], devicesAreKnown: Bool
    ) -> [WatchedVolume] {
        let tree = MountTree(mounts)
        let readyByNumber = index(ready)
        let unreadyByNumber = index(unready)
        var order: [UInt64] = []
        var groups: [UInt64: [(mount: Mount, access: VolumeAccess)]] = [:]
        for mount in mounts {
            if groups[mount.number] == nil { order.append(mount.number) }
            groups[mount.number, default: []].append((mount, access(to: mount, in: tree)))
        }
        return order.compactMap { number in
            guard let group = groups[number], let chosen = best(of: group) else { return nil }
            let device = readyByNumber[number] ?? unreadyByNumber[number]
            var access = chosen.access
            if readyByNumber[number] == nil {
                if unreadyByNumber[number] != nil {
                    access = .deviceNotReady
                } else if DeviceNumber.isBlockDevice(number) && devicesAreKnown {
                    access = .deviceGone
                }
            }
            return WatchedVolume(
                mount: chosen.mount, device: device, access: access,
                otherTargets: group.map(\.mount).filter { $0 != chosen.mount }.map(\.target))
        }
    }

    private static func index(_ devices: [BlockDevice]) -> [UInt64: BlockDevice] {
        Dictionary(devices.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func access(to mount: Mount, in tree: MountTree) -> VolumeAccess {
        if !mount.targetIsExact { return .unnameable }
        if !tree.isVisible(mount) { return .covered }
        return mount.root == "/" ? .accessible : .partial
    }

    // What cannot be used is told of the mount that comes nearest to being usable.
    private static func best(
        of group: [(mount: Mount, access: VolumeAccess)]
    ) -> (mount: Mount, access: VolumeAccess)? {
        group.first { $0.access == .accessible } ?? group.first { $0.mount.root == "/" }
            ?? group.first
    }
}
