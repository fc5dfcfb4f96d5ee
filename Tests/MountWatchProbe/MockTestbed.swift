// umockdev's testbed, found at run time: the tests need no header of it, and skip without it.
import Glibc

/// A sysfs tree and udev events that exist for this process only.
///
/// The process must have been started with `libumockdev-preload.so.0` preloaded.
final class MockTestbed {
    private typealias New = @convention(c) () -> OpaquePointer?
    private typealias Unref = @convention(c) (OpaquePointer) -> Void
    private typealias Text = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
    private typealias Add =
        @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafeMutableRawPointer?) -> Int32
    private typealias Event =
        @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void

    private let testbed: OpaquePointer
    private let addDevices: Add
    private let removeDevice: Text
    private let sendEvent: Event
    private let unref: Unref

    /// Makes an empty testbed; `nil` when the library is not there.
    init?() {
        guard let library = dlopen("libumockdev.so.0", RTLD_NOW),
            let new = dlsym(library, "umockdev_testbed_new"),
            let add = dlsym(library, "umockdev_testbed_add_from_string"),
            let remove = dlsym(library, "umockdev_testbed_remove_device"),
            let event = dlsym(library, "umockdev_testbed_uevent"),
            let unref = dlsym(library, "g_object_unref"),
            let testbed = unsafeBitCast(new, to: New.self)()
        else { return nil }
        self.testbed = testbed
        addDevices = unsafeBitCast(add, to: Add.self)
        removeDevice = unsafeBitCast(remove, to: Text.self)
        self.unref = unsafeBitCast(unref, to: Unref.self)
        sendEvent = unsafeBitCast(event, to: Event.self)
    }

    /// Removes the testbed's files; nothing may be done with it afterwards.
    func close() { unref(testbed) }

    /// Adds devices; `false` when the description cannot be read.
    func add(_ description: String) -> Bool { addDevices(testbed, description, nil) != 0 }

    /// Removes a device and its children.
    func remove(_ path: String) { removeDevice(testbed, path) }

    /// Sends an event to all monitors.
    func send(_ event: MockEvent) { sendEvent(testbed, event.path, event.action) }
}
