// A PicoFox as umockdev describes it: the devices and properties that udev shows for a real one.
import mountwatch_probe

/// A mocked fox: a USB device, its SCSI disk and the disk's one partition.
struct MockFox {
    /// Position on the hub, from 0; names, numbers and places in sysfs follow from it.
    let index: Int
    /// `ID_SERIAL_SHORT`.
    let serial: String
    /// `DISKSEQ`.
    let sequence: Int
    /// The name of the disk.
    var disk: String { "sd" + Self.letters(index) }
    /// The name of the partition.
    var partition: String { disk + "1" }

    /// Where the USB device is in sysfs.
    var usbPath: String { "/sys/devices/pci0000:00/usb1/1-\(index + 1)" }
    /// All places, leaves first.
    var paths: [String] { [partitionPath, diskPath, usbPath] }
    /// Where the disk is in sysfs.
    var diskPath: String {
        "\(usbPath)/1-\(index + 1):1.0/host\(sequence)/target\(sequence):0:0/\(sequence):0:0:0/block/\(disk)"
    }
    /// Where the partition is in sysfs.
    var partitionPath: String { "\(diskPath)/\(partition)" }

    /// All its devices in umockdev's format.
    var description: String {
        let shared = """
            E: ID_BUS=usb
            E: ID_VENDOR=AI6YM
            E: ID_MODEL=PicoFox
            E: ID_REVISION=2.0
            E: ID_SERIAL_SHORT=\(serial)
            E: ID_PART_TABLE_TYPE=dos
            E: DISKSEQ=\(sequence)
            E: SUBSYSTEM=block
            """
        return """
            P: \(usbPath.dropFirst(4))
            E: SUBSYSTEM=usb
            E: DEVTYPE=usb_device
            A: serial=\(serial)\\n

            P: \(diskPath.dropFirst(4))
            N: \(disk)
            E: DEVNAME=/dev/\(disk)
            E: DEVTYPE=disk
            E: MAJOR=8
            E: MINOR=\(index * 16)
            \(shared)
            A: removable=1\\n
            A: size=30720\\n
            A: ro=0\\n

            P: \(partitionPath.dropFirst(4))
            N: \(partition)
            E: DEVNAME=/dev/\(partition)
            E: DEVTYPE=partition
            E: MAJOR=8
            E: MINOR=\(index * 16 + 1)
            E: ID_FS_TYPE=vfat
            E: ID_FS_UUID=0012-D687
            E: ID_PART_ENTRY_SCHEME=dos
            E: ID_PART_ENTRY_NUMBER=1
            \(shared)
            A: partition=1\\n
            A: size=30489\\n
            A: ro=0\\n


            """
    }

    private static func letters(_ index: Int) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
        let first = index / 26
        return (first == 0 ? "" : String(alphabet[first - 1])) + String(alphabet[index % 26])
    }
}
