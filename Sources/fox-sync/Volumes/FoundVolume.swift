// A volume that a command or the agent works on, with the identity of the device behind it.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// A volume, where it is, and whose it is.
struct FoundVolume: Sendable, Hashable {
    /// The mount point or folder; the node of a device that nobody has mounted.
    let path: String
    /// Number of the device that the folder must be on.
    let number: UInt64
    /// Who the device is.
    let identity: DeviceIdentity
    /// The device to mount first, where nobody else has.
    let unmounted: BlockDevice?

    /// Finds the volume at a folder that a person named, to be written.
    ///
    /// - Parameter folder: A mount point or a plain folder.
    /// - Throws: `CLIError` with exit code 4 when there is no such folder, 3 when another volume has
    ///   the serial number of its device.
    init(folder: String) throws(CLIError) {
        var scan: VolumeScan?
        try self.init(looking: folder, &scan)
        guard !identity.isPath, let scan else { return }
        let all = scan.devices + scan.unreadyDevices
        guard let disk = all.first(where: { $0.number == number })?.disk else { return }
        // The partitions of a disk have its serial number, too.
        let twin = scan.devices.first {
            $0.serial == identity.id && $0.disk != disk && $0.fileSystem != nil
        }
        let other = scan.volumes.first {
            $0.device?.serial == identity.id && $0.device?.disk != disk
        }
        if let place = other?.mount.target ?? twin?.node {
            throw shared(with: place, next: "fox-sync sync --volume \(path.shellWord)")
        }
    }

    /// The error for a volume that cannot be told from another.
    ///
    /// - Parameters:
    ///   - place: Where the other one is.
    ///   - next: What to do when only one of them is plugged in.
    /// - Returns: The error, with exit code 3.
    func shared(with place: String, next: String) -> CLIError {
        let words = [path, place, identity.id].map { Array($0.utf8).printable }
        return CLIError(
            .held, "ambiguous",
            "\(words[0]): \(words[1]) has the same serial number, \(words[2]), so neither is written;"
                + " plug them in one at a time",
            next: next)
    }

    /// Finds the volume at a folder, to be looked at.
    ///
    /// - Parameter folder: A mount point or a plain folder.
    /// - Throws: `CLIError` with exit code 4 when there is no such folder.
    init(looking folder: String) throws(CLIError) {
        var scan: VolumeScan?
        try self.init(looking: folder, &scan)
    }

    /// The same, and hands on the scan by which the volume was found; nil when there was none.
    private init(looking folder: String, _ scan: inout VolumeScan?) throws(CLIError) {
        do throws(Errno) {
            path = try Folder.realPath(folder)
            let status = try Folder.status(path)
            guard status.kind == .directory else { throw .notDirectory }
            number = status.device
        } catch {
            throw CLIError(
                .notFound, "not-found", "no volume at \(folder): \(error.message)",
                next: "fox-sync doctor")
        }
        // A folder inside a mounted volume is a folder; only its root is the device's.
        do { scan = try VolumeScan.current() } catch { scan = nil }
        let (path, number) = (path, number)
        let mounted = scan?.volumes.first {
            $0.mount.number == number
                && ($0.mount.target == path || $0.otherTargets.contains(path))
        }
        identity = mounted?.device.flatMap(Self.identity) ?? DeviceIdentity(path: path)
        unmounted = nil
    }

    /// Finds where a known device is plugged in now, mounted or, where fox-sync mounts, not.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - context: The configuration, and where to mount.
    /// - Throws: `CLIError` with exit code 4 when it is nowhere, 3 when it is there twice.
    init(device: DeviceRecord, context: Context) throws(CLIError) {
        if device.id.hasPrefix("path:") {
            try self.init(folder: String(device.id.dropFirst("path:".count)))
            return
        }
        let config = try context.config()
        let rules = config.rules
        let scan: VolumeScan
        do { scan = try VolumeScan.current() } catch { throw CLIError(error) }
        var found = scan.volumes.filter { rules.verdict(on: $0).isCandidate }
            .compactMap { FoundVolume($0) }
        if config.mounting.mode != .never {
            found += scan.unmountedDevices.filter { rules.verdict(on: $0).isCandidate }
                .compactMap { FoundVolume(unmounted: $0) }
        }
        found.removeAll { $0.identity.id != device.id }
        switch found.count {
        case 1:
            self = found[0]
            if unmounted != nil { try context.confirmMounting() }
        case 0:
            throw CLIError(
                .notFound, "unavailable", "\(device.title) is not plugged in and mounted",
                next: "fox-sync status")
        default:
            throw found[0].shared(with: found[1].path, next: "fox-sync status")
        }
    }

    /// Takes a mounted volume that the rules let through.
    ///
    /// Nil when its device has no serial: nothing would tell it from another.
    ///
    /// - Parameter volume: The volume.
    init?(_ volume: WatchedVolume) {
        path = volume.mount.target
        number = volume.mount.number
        unmounted = nil
        if let device = volume.device {
            guard let identity = Self.identity(of: device) else { return nil }
            self.identity = identity
        } else {
            identity = DeviceIdentity(path: path)
        }
    }

    /// Takes a device that nobody has mounted.
    ///
    /// Nil when it has no serial: nothing would tell it from another.
    ///
    /// - Parameter device: The device.
    init?(unmounted device: BlockDevice) {
        guard let identity = Self.identity(of: device) else { return nil }
        self.identity = identity
        path = device.node
        number = device.number
        unmounted = device
    }

    private static func identity(of device: BlockDevice) -> DeviceIdentity? {
        guard let serial = device.serial, !serial.isEmpty else { return nil }
        return DeviceIdentity(
            serial: serial, vendor: device.vendor, model: device.model, revision: device.revision)
    }

    /// Whether it is mounted where it was found; true of a device that nobody had mounted.
    var isThere: Bool {
        unmounted != nil || (try? Folder.status(path))?.device == number
    }

    /// Finds where somebody else has mounted the device meanwhile.
    ///
    /// - Returns: The volume there; nil while the mount table has no mount of it that can be used.
    func mountedMeanwhile() -> FoundVolume? {
        guard let scan = try? VolumeScan.current(),
            let volume = scan.volumes.first(where: { $0.mount.number == number }),
            volume.access == .accessible, let found = FoundVolume(volume),
            found.identity.id == identity.id
        else { return nil }
        return found
    }

    /// Of several volumes, those whose identity nobody else has.
    ///
    /// - Parameter volumes: All that are there now.
    /// - Returns: The ones that can be told apart, and the ones that cannot.
    static func tellApart(
        _ volumes: [FoundVolume]
    ) -> (clear: [FoundVolume], ambiguous: [FoundVolume]) {
        let counts = Dictionary(grouping: volumes, by: \.identity.id).mapValues(\.count)
        return (
            volumes.filter { counts[$0.identity.id] == 1 },
            volumes.filter { counts[$0.identity.id] != 1 }
        )
    }
}
