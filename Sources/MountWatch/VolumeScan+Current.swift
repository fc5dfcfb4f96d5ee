// Reading the state of the machine: the one place where a scan is made from udev and libmount.
internal import FoxSystem
internal import Glibc

extension VolumeScan {
    /// Reads devices and mounts as they are now.
    ///
    /// Needs no monitor and no root; it blocks for some milliseconds, so call it off Swift's own
    /// pool of threads. The mount table is read first: a device that goes in between is then seen
    /// as gone, and not as one that is there and unmounted.
    ///
    /// - Returns: The state as of now.
    /// - Throws: `WatchError` when sysfs or the mount table cannot be read.
    package static func current() throws(WatchError) -> VolumeScan {
        let udevIsRunning = udevIsRunning
        var mounts = try MountTable.read().mounts()
        let uniqueIDs = UniqueMounts.numbers()
        for index in mounts.indices { mounts[index].uniqueID = uniqueIDs[mounts[index].id] }
        let context = try UdevContext()
        var ready: [BlockDevice] = []
        var unready: [BlockDevice] = []
        for path in try UdevEnumeration.blockDevices(in: context).paths() {
            // A device may go while the list is walked; it is then not there.
            guard let device = UdevDevice.at(path, in: context), let value = device.blockDevice()
            else { continue }
            if device.isInitialized || !udevIsRunning {
                ready.append(value)
            } else {
                unready.append(value)
            }
        }
        return VolumeScan(
            devices: ready, unreadyDevices: unready, mounts: mounts, udevIsRunning: udevIsRunning,
            devicesAreKnown: access("/sys/block", F_OK) == 0)
    }

    /// udevd runs in this namespace: its control socket is there, which is how libudev itself tells.
    ///
    /// Without it no event of a device ever comes, and devices have only what sysfs tells.
    package static var udevIsRunning: Bool { access("/run/udev/control", F_OK) == 0 }
}
