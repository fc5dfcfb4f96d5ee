// Owner of a libudev device.
internal import CUdev

/// A device as libudev knows it.
///
/// Everything it tells is copied out at once.
struct UdevDevice: ~Copyable {
    private let handle: OpaquePointer

    /// Takes over a handle that the caller owns.
    init(owning handle: OpaquePointer) { self.handle = handle }

    /// Looks a device up by its place in sysfs.
    ///
    /// - Parameters:
    ///   - path: The place in sysfs.
    ///   - context: The context to look it up in.
    /// - Returns: `nil` when the device has gone meanwhile. C: `udev_device_new_from_syspath`
    static func at(_ path: String, in context: borrowing UdevContext) -> UdevDevice? {
        guard let handle = udev_device_new_from_syspath(context.handle, path) else { return nil }
        return UdevDevice(owning: handle)
    }

    deinit { udev_device_unref(handle) }

    /// The kernel's name.
    var name: String { text(udev_device_get_sysname(handle)) ?? "" }
    /// The place in sysfs.
    var sysPath: String { text(udev_device_get_syspath(handle)) ?? "" }
    /// The device node.
    var node: String? { text(udev_device_get_devnode(handle)) }
    /// The device number; `nil` when the device or the event has none.
    var number: UInt64? {
        let number = udev_device_get_devnum(handle)
        return number == 0 ? nil : UInt64(number)
    }
    /// What the event says; `nil` for a device that was looked up.
    var action: String? { text(udev_device_get_action(handle)) }
    /// udev has handled the device at least once.
    var isInitialized: Bool { udev_device_get_is_initialized(handle) > 0 }
    /// It is part of a disk.
    var isPartition: Bool { text(udev_device_get_devtype(handle)) == "partition" }

    /// A property from udev's database or the kernel.
    ///
    /// - Parameter key: E.g. `ID_BUS`.
    /// - Returns: `nil` when it is missing or empty.
    func property(_ key: String) -> String? { text(udev_device_get_property_value(handle, key)) }

    /// An attribute of the device in sysfs.
    ///
    /// - Parameter name: E.g. `size`.
    /// - Returns: The text without surrounding blanks; `nil` when it is missing or empty.
    func attribute(_ name: String) -> String? {
        trimmed(text(udev_device_get_sysattr_value(handle, name)))
    }

    /// The kernel's name of the nearest ancestor of a sort.
    ///
    /// - Parameters:
    ///   - subsystem: E.g. `block`.
    ///   - type: E.g. `disk`; `nil` for any.
    /// - Returns: `nil` when there is none.
    func ancestor(subsystem: String, type: String?) -> String? {
        // Parents belong to the child's handle: they are never unreferenced here.
        guard let parent = parent(subsystem, type) else { return nil }
        return text(udev_device_get_sysname(parent))
    }

    /// An attribute of the nearest ancestor of a sort.
    ///
    /// - Parameters:
    ///   - name: E.g. `serial`.
    ///   - subsystem: E.g. `usb`.
    ///   - type: E.g. `usb_device`; `nil` for any.
    /// - Returns: The text without surrounding blanks; `nil` when it is missing or empty.
    func attribute(_ name: String, ofAncestor subsystem: String, type: String?) -> String? {
        guard let parent = parent(subsystem, type) else { return nil }
        return trimmed(text(udev_device_get_sysattr_value(parent, name)))
    }

    private func parent(_ subsystem: String, _ type: String?) -> OpaquePointer? {
        udev_device_get_parent_with_subsystem_devtype(handle, subsystem, type)
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer else { return nil }
        let text = String(cString: pointer)
        return text.isEmpty ? nil : text
    }

    private func trimmed(_ text: String?) -> String? {
        guard let text else { return nil }
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" }
        let tail = text.drop(while: blank)
        guard let last = tail.lastIndex(where: { !blank($0) }) else { return nil }
        return String(tail[...last])
    }
}
