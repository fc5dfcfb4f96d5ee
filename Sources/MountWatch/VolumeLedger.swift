// The volumes that are known, and what a new scan changes about them. Pure: no I/O, no clock.
internal import FoxSystem

/// Keeps the sessions between scans, so that each is seen to begin once and to end once.
package struct VolumeLedger: Sendable {
    // A mount by itself, whatever is behind it.
    private struct MountKey: Hashable {
        let id: Int
        let uniqueID: UInt64?
        let number: UInt64

        init(_ mount: Mount) {
            id = mount.id
            uniqueID = mount.uniqueID
            number = mount.number
        }
    }

    private var known: [MountKey: WatchedVolume] = [:]
    // The order in which they appeared.
    private var order: [MountKey] = []
    // Mounts whose medium went away under them. The entry stays in the table after a pull, and its
    // device number may come to life again with another medium: such a mount is never used again.
    private var stale: Set<MountKey> = []

    /// Knows nothing yet.
    package init() {}

    /// The volumes that are there, in the order in which they appeared.
    package var volumes: [WatchedVolume] { order.compactMap { known[$0] } }

    /// Takes in a scan.
    ///
    /// - Parameter scan: The state as of now.
    /// - Returns: What is different: first all that vanished, then what changed, then what appeared.
    package mutating func update(with scan: VolumeScan) -> [VolumeChange] {
        let tableKeys = Set(scan.mounts.map(MountKey.init))
        stale.formIntersection(tableKeys)
        let found = Dictionary(
            scan.volumes.map { (MountKey($0.mount), $0) }, uniquingKeysWith: { first, _ in first })
        let gone = scan.volumes.filter { $0.access == .deviceGone }.map(\.mount.number)
        stale.formUnion(scan.mounts.filter { gone.contains($0.number) }.map(MountKey.init))

        var vanished: [VolumeChange] = []
        var changed: [VolumeChange] = []
        for key in order {
            guard let old = known[key] else { continue }
            if let departure = departure(of: old, key: key, found: found[key], in: scan) {
                if departure == .mediumChanged { stale.insert(key) }
                known[key] = nil
                vanished.append(.vanished(old, departure))
            } else if let new = found[key], new.access != .deviceNotReady, new != old {
                known[key] = new
                changed.append(.changed(from: old, to: new))
            }
        }
        order.removeAll { known[$0] == nil }
        return vanished + changed + appear(scan.volumes)
    }

    private mutating func appear(_ volumes: [WatchedVolume]) -> [VolumeChange] {
        var appeared: [VolumeChange] = []
        for volume in volumes {
            let key = MountKey(volume.mount)
            if known[key] != nil || stale.contains(key) || volume.access == .deviceNotReady {
                continue
            }
            known[key] = volume
            order.append(key)
            appeared.append(.appeared(volume))
        }
        return appeared
    }

    private func departure(
        of old: WatchedVolume, key: MountKey, found: WatchedVolume?, in scan: VolumeScan
    ) -> VolumeChange.Departure? {
        if stale.contains(key) { return .deviceGone }
        if let found {
            // A medium that had no number and has one now, or the other way round, is no proof.
            guard let before = old.device?.diskSequence, let now = found.device?.diskSequence
            else { return nil }
            return before == now ? nil : .mediumChanged
        }
        if scan.mounts.contains(where: { MountKey($0) == key }) { return .otherMount }
        guard DeviceNumber.isBlockDevice(key.number) else { return .unmounted }
        let device = (scan.devices + scan.unreadyDevices).first { $0.number == key.number }
        guard let device else { return .deviceGone }
        if let before = old.device?.diskSequence, let now = device.diskSequence, before != now {
            return .deviceGone
        }
        return .unmounted
    }
}
