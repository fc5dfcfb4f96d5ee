// Owner of a libudev monitor: the events of block devices that udev has finished with.
internal import CUdev
internal import FoxSystem

/// A netlink socket on which udevd tells of block devices.
///
/// The source is `udev`, not `kernel`: an event comes when the rules have run and the properties
/// are in the database. Without udevd it is silent.
struct UdevMonitor: ~Copyable {
    /// Room for thousands of events, where a hub full of foxes makes some dozens at once.
    ///
    /// The kernel caps
    /// it for callers without CAP_NET_ADMIN, which costs nothing but an earlier 'events lost'.
    static let receiveBufferSize: Int32 = 8 << 20

    private let handle: OpaquePointer

    private init(in context: borrowing UdevContext) throws(WatchError) {
        // The monitor keeps a reference to its context.
        guard let handle = udev_monitor_new_from_netlink(context.handle, "udev") else {
            throw WatchError(.deviceEvents, "udev_monitor_new_from_netlink", errno: .current)
        }
        self.handle = handle
    }

    deinit { udev_monitor_unref(handle) }

    /// Starts listening: events are kept by the kernel from here on.
    ///
    /// - Parameter receiveBuffer: The most bytes of events that may wait.
    /// - Returns: The monitor.
    /// - Throws: `WatchError`. C: `udev_monitor_enable_receiving`
    static func listening(receiveBuffer: Int32) throws(WatchError) -> UdevMonitor {
        let monitor = try UdevMonitor(in: UdevContext())
        var result = udev_monitor_filter_add_match_subsystem_devtype(monitor.handle, "block", nil)
        if result < 0 {
            throw WatchError(
                .deviceEvents, "udev_monitor_filter_add_match_subsystem_devtype", result: result)
        }
        // A smaller buffer only means that events are lost, and said to be, earlier.
        _ = udev_monitor_set_receive_buffer_size(monitor.handle, receiveBuffer)
        result = udev_monitor_enable_receiving(monitor.handle)
        if result < 0 {
            throw WatchError(.deviceEvents, "udev_monitor_enable_receiving", result: result)
        }
        return monitor
    }

    /// The socket, borrowed: valid while this value lives.
    var descriptor: Int32 { udev_monitor_get_fd(handle) }

    /// Receives everything that waits; never blocks.
    ///
    /// - Returns: What the events say, oldest first.
    func drain() -> [WatchCause] {
        var causes: [WatchCause] = []
        while true {
            if let event = udev_monitor_receive_device(handle) {
                causes.append(Self.cause(of: UdevDevice(owning: event)))
                continue
            }
            let reason = Errno.current
            if reason == .wouldBlock { return causes }
            if reason == .interrupted { continue }
            // ENOBUFS: the kernel dropped events, and others may wait behind the gap. Anything
            // else is a message that libudev could not read; the source calls again if more wait.
            if causes.last != .eventsLost { causes.append(.eventsLost) }
            if reason != .noBuffers { return causes }
        }
    }

    private static func cause(of event: borrowing UdevDevice) -> WatchCause {
        let action = event.action ?? "change"
        // Nothing but the name is sure to be there: a late `remove` comes without properties.
        return action == "remove"
            ? .deviceRemoved(name: event.name, number: event.number)
            : .device(action: action, name: event.name)
    }
}
