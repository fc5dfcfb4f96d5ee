// Values that the pure tests build their scans from.
import FoxSystem
import MountWatch

extension BlockDevice {
    /// A partition of a fox.
    static func fox(
        _ name: String = "sda1", minor: UInt32 = 1, sequence: String? = "7",
        serial: String? = "E6614C311B6A5B2C", host: Int = 3
    ) -> BlockDevice {
        var device = BlockDevice(
            name: name, number: DeviceNumber.make(major: 8, minor: minor),
            sysPath: "/sys/devices/usb1/host\(host)/block/\(name)")
        device.diskSequence = sequence
        device.bus = "usb"
        device.serial = serial
        device.vendor = "AI6YM"
        device.model = "PicoFox"
        device.fileSystem = "vfat"
        device.fileSystemUUID = "0012-D687"
        device.isRemovable = true
        device.isOnUSB = true
        return device
    }
}

extension Mount {
    /// The root of every table here.
    static let rootMount = Mount(
        id: 1, parent: 0, number: DeviceNumber.make(major: 0, minor: 2), target: "/",
        fileSystem: "ext4")

    /// A mount of a fox.
    static func fox(
        _ device: BlockDevice = .fox(), id: Int = 40, unique: UInt64? = nil,
        at target: String = "/media/fox", options: [String] = ["rw"]
    ) -> Mount {
        var mount = Mount(
            id: id, parent: 1, number: device.number, target: target, fileSystem: "vfat",
            source: device.node, options: options)
        mount.uniqueID = unique
        return mount
    }
}

extension VolumeScan {
    /// The volumes that are not the root.
    var others: [WatchedVolume] { volumes.filter { $0.mount.target != "/" } }
}

extension VolumeLedger {
    /// A ledger that has seen the root and whatever the scan has.
    init(seen scan: VolumeScan) {
        self.init()
        _ = update(with: scan)
    }
}

/// A scan of a machine with a root and the foxes given.
func scan(_ devices: [BlockDevice], _ mounts: [Mount], unready: [BlockDevice] = []) -> VolumeScan {
    VolumeScan(devices: devices, unreadyDevices: unready, mounts: [.rootMount] + mounts)
}
