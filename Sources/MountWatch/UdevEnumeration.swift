// Owner of a libudev enumeration: which block devices there are.
internal import CUdev
internal import FoxSystem

/// The list of all block devices at one moment.
struct UdevEnumeration: ~Copyable {
    private let handle: OpaquePointer

    private init(in context: borrowing UdevContext) throws(WatchError) {
        guard let handle = udev_enumerate_new(context.handle) else {
            throw WatchError(.udev, "udev_enumerate_new", errno: .current)
        }
        self.handle = handle
    }

    deinit { udev_enumerate_unref(handle) }

    /// Lists the block devices.
    ///
    /// - Parameter context: The context to list them in.
    /// - Returns: The list.
    /// - Throws: `WatchError`. C: `udev_enumerate_scan_devices`
    static func blockDevices(
        in context: borrowing UdevContext
    ) throws(WatchError) -> UdevEnumeration {
        let list = try UdevEnumeration(in: context)
        var result = udev_enumerate_add_match_subsystem(list.handle, "block")
        if result < 0 {
            throw WatchError(.udev, "udev_enumerate_add_match_subsystem", result: result)
        }
        result = udev_enumerate_scan_devices(list.handle)
        if result < 0 { throw WatchError(.udev, "udev_enumerate_scan_devices", result: result) }
        return list
    }

    /// The devices' places in sysfs, sorted as libudev sorts them.
    func paths() -> [String] {
        var paths: [String] = []
        var entry = udev_enumerate_get_list_entry(handle)
        while let current = entry {
            if let name = udev_list_entry_get_name(current) { paths.append(String(cString: name)) }
            entry = udev_list_entry_get_next(current)
        }
        return paths
    }
}
