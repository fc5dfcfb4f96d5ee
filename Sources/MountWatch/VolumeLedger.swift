// The volumes that are known, and what a new scan changes about them. Pure: no I/O, no clock.
internal import FoxSystem

/// Keeps the volumes between scans, so that each stay is seen to begin once and to end once.
package struct VolumeLedger: Sendable {
    // An entry of the mount table, whatever is behind it. Both numbers can come again.
    private struct Place: Hashable {
        let id: Int
        let number: UInt64

        init(_ mount: Mount) {
            id = mount.id
            number = mount.number
        }
    }

    private var known: [Place: WatchedVolume] = [:]
    // The order in which they appeared.
    private var order: [Place] = []
    // Mounts whose medium went away under them. The entry stays in the table after a pull until
    // someone unmounts it, and must not be used again whatever becomes of its device's number.
    private var stale: [Place: Mount] = [:]

    /// Knows nothing yet.
    package init() {}

    /// The volumes that are there, in the order in which they appeared.
    package var volumes: [WatchedVolume] { order.compactMap { known[$0] } }

    /// Takes in a scan.
    ///
    /// - Parameter scan: The state as of now.
    /// - Returns: What is different: first all that vanished, then what changed, then what appeared.
    package mutating func update(with scan: VolumeScan) -> [VolumeChange] {
        let table = Dictionary(
            scan.mounts.map { (Place($0), $0) }, uniquingKeysWith: { first, _ in first })
        let found = Dictionary(
            scan.volumes.map { (Place($0.mount), $0) }, uniquingKeysWith: { first, _ in first })
        stale = stale.filter { place, mount in
            table[place].map { !Self.isCertainlyAnother($0, than: mount) } ?? false
        }
        for volume in scan.volumes where volume.access == .deviceGone {
            markStale(volume.mount.number, in: scan)
        }

        var vanished: [VolumeChange] = []
        var changed: [VolumeChange] = []
        for place in order {
            guard let old = known[place] else { continue }
            let new = found[place]
            if let departure = departure(of: old, at: place, new: new, table[place], scan) {
                if departure == .mediumChanged { markStale(place.number, in: scan) }
                known[place] = nil
                vanished.append(.vanished(old, departure))
            } else if let new, new.access != .deviceNotReady {
                known[place] = new
                if Self.differ(old, new) { changed.append(.changed(from: old, to: new)) }
            }
        }
        order.removeAll { known[$0] == nil }
        return vanished + changed + appear(scan.volumes)
    }

    private mutating func appear(_ volumes: [WatchedVolume]) -> [VolumeChange] {
        var appeared: [VolumeChange] = []
        for volume in volumes where volume.access != .deviceNotReady {
            let place = Place(volume.mount)
            if known[place] != nil || stale[place] != nil { continue }
            known[place] = volume
            order.append(place)
            appeared.append(.appeared(volume))
        }
        return appeared
    }

    // Why a volume is no longer there; nil when it still is.
    private func departure(
        of old: WatchedVolume, at place: Place, new: WatchedVolume?, _ entry: Mount?,
        _ scan: VolumeScan
    ) -> VolumeChange.Departure? {
        if stale[place] != nil { return .deviceGone }
        guard let entry, !Self.isCertainlyAnother(entry, than: old.mount) else {
            return Self.deviceIsThere(old, scan) ? .unmounted : .deviceGone
        }
        guard let new else { return .otherMount }
        guard let before = old.device, let now = new.device,
            Self.isCertainlyAnother(now, than: before)
        else { return nil }
        // The same entry with another medium. Where the kernel cannot tell two mounts apart, another
        // place in sysfs tells: each plug-in gets one, and a mounted disk's number is not reused.
        if entry.uniqueID == nil, before.sysPath != now.sysPath { return .deviceGone }
        return .mediumChanged
    }

    private mutating func markStale(_ number: UInt64, in scan: VolumeScan) {
        for mount in scan.mounts where mount.number == number { stale[Place(mount)] = mount }
    }

    private static func deviceIsThere(_ volume: WatchedVolume, _ scan: VolumeScan) -> Bool {
        let number = volume.mount.number
        guard DeviceNumber.isBlockDevice(number) else { return true }
        let device = (scan.devices + scan.unreadyDevices).first { $0.number == number }
        guard let device else { return false }
        return volume.device.map { !isCertainlyAnother(device, than: $0) } ?? true
    }

    // A number that one of the two lacks proves nothing.
    private static func isCertainlyAnother(_ mount: Mount, than other: Mount) -> Bool {
        guard let one = mount.uniqueID, let two = other.uniqueID else { return false }
        return one != two
    }

    private static func isCertainlyAnother(_ device: BlockDevice, than other: BlockDevice) -> Bool {
        guard let one = device.diskSequence, let two = other.diskSequence else {
            return device.sysPath != other.sysPath
        }
        return one != two
    }

    // Where else it is mounted is nobody's concern.
    private static func differ(_ old: WatchedVolume, _ new: WatchedVolume) -> Bool {
        old.mount != new.mount || old.device != new.device || old.access != new.access
    }
}
