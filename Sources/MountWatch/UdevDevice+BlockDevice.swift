// From libudev's view of a block device to the project's value.

extension UdevDevice {
    /// Copies out what the project asks; `nil` when the device has no number (it is going away).
    ///
    /// Without udevd there are no `ID_…` properties. The USB serial, the SCSI inquiry's texts and
    /// the partition's number are then taken from where udev takes them: usb_id and scsi read the
    /// same attributes of the same ancestors.
    func blockDevice() -> BlockDevice? {
        guard let number else { return nil }
        var device = BlockDevice(name: name, number: number, node: node, sysPath: sysPath)
        device.bus = property("ID_BUS")
        device.serial =
            property("ID_SERIAL_SHORT")
            ?? attribute("serial", ofAncestor: "usb", type: "usb_device")
        device.vendor = property("ID_VENDOR") ?? inquiry("vendor")
        device.model = property("ID_MODEL") ?? inquiry("model")
        device.revision = property("ID_REVISION") ?? inquiry("rev")
        device.fileSystem = property("ID_FS_TYPE")
        device.fileSystemUUID = property("ID_FS_UUID")
        device.size = attribute("size").flatMap { UInt64($0) }.map { $0 * 512 } ?? 0
        device.isReadOnly = attribute("ro") == "1"
        if isPartition {
            device.disk = ancestor(subsystem: "block", type: "disk") ?? name
            device.partitionNumber = attribute("partition").flatMap { Int($0) }
        }
        device.diskSequence = property("DISKSEQ") ?? diskAttribute("diskseq")
        device.isRemovable = diskAttribute("removable") == "1"
        device.isOnUSB = device.bus == "usb" || ancestor(subsystem: "usb", type: nil) != nil
        return device
    }

    private func diskAttribute(_ name: String) -> String? {
        isPartition ? attribute(name, ofAncestor: "block", type: "disk") : attribute(name)
    }

    private func inquiry(_ name: String) -> String? {
        attribute(name, ofAncestor: "scsi", type: "scsi_device")
    }
}
