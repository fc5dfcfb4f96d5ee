// What the project asks of a block device, as a value that outlives every libudev handle.

/// A disk or partition as sysfs and udev described it at one moment.
///
/// The properties named in capitals are udev's. Without a running udevd they are filled from sysfs
/// where the kernel tells the same, and `nil` otherwise.
package struct BlockDevice: Sendable, Hashable, Codable {
    /// The kernel's name, such as `sda1`.
    package var name: String
    /// The device node, such as `/dev/sda1`.
    package var node: String
    /// The device number (`dev_t`), the one that the mount table and `stat` give.
    package var number: UInt64
    /// Where the device is in sysfs.
    package var sysPath: String
    /// `DISKSEQ`, which the kernel gives once per boot and to one medium only.
    ///
    /// By it, a name or number that is used again is not taken for the old device. Since Linux 5.15.
    package var diskSequence: String?
    /// `ID_BUS`, such as `usb`.
    package var bus: String?
    /// `ID_SERIAL_SHORT`: the one thing that tells two foxes apart.
    package var serial: String?
    /// `ID_VENDOR`, for a fox the SCSI inquiry's `AI6YM`.
    package var vendor: String?
    /// `ID_MODEL`, for a fox the SCSI inquiry's `PicoFox`.
    package var model: String?
    /// `ID_REVISION`.
    package var revision: String?
    /// `ID_FS_TYPE`, what libblkid found on the device, mounted or not.
    package var fileSystem: String?
    /// `ID_FS_UUID`, never an identity: it is the same on every fox.
    package var fileSystemUUID: String?
    /// The partition's number; `nil` for a whole disk.
    package var partitionNumber: Int?
    /// The name of the disk it is part of, its own name for a whole disk.
    package var disk: String
    /// Size in bytes; 0 for a drive without a medium.
    package var size: UInt64
    /// The kernel refuses writes to it.
    package var isReadOnly: Bool
    /// The whole disk's medium can be taken out (sysfs `removable`).
    package var isRemovable: Bool
    /// It is attached by USB: `ID_BUS` says so, or a USB device is among its ancestors.
    package var isOnUSB: Bool

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - name: The kernel's name.
    ///   - number: The device number (`dev_t`).
    ///   - node: The device node; `nil` for `/dev/` and the name.
    ///   - sysPath: Where it is in sysfs; `nil` for the block class's link to it.
    package init(name: String, number: UInt64, node: String? = nil, sysPath: String? = nil) {
        self.name = name
        self.number = number
        self.node = node ?? "/dev/" + name
        self.sysPath = sysPath ?? "/sys/class/block/" + name
        disk = name
        size = 0
        isReadOnly = false
        isRemovable = false
        isOnUSB = false
    }
}
