// Owner of a libmount monitor on the kernel's mount table.
internal import CMount
internal import FoxSystem

/// Tells that the kernel's mount table changed, not what changed.
///
/// It is libmount's own epoll descriptor that Dispatch can watch; `/proc/self/mountinfo` itself
/// cannot be given to Dispatch, which takes it for a regular file that is always readable.
struct MountMonitor: ~Copyable {
    private let handle: OpaquePointer
    /// The descriptor to watch, borrowed: valid while this value lives.
    var descriptor: Int32 { mnt_monitor_get_fd(handle) }

    private init() throws(WatchError) {
        guard let handle = mnt_new_monitor() else {
            throw WatchError(.mountEvents, "mnt_new_monitor", errno: .outOfMemory)
        }
        self.handle = handle
    }

    deinit { mnt_unref_monitor(handle) }

    /// Starts listening: changes are noted by the kernel from here on.
    ///
    /// - Returns: The monitor.
    /// - Throws: `WatchError`. C: `mnt_monitor_enable_kernel`, `mnt_monitor_get_fd`
    static func listening() throws(WatchError) -> MountMonitor {
        let monitor = try MountMonitor()
        var result = mnt_monitor_enable_kernel(monitor.handle, 1)
        if result < 0 {
            throw WatchError(.mountEvents, "mnt_monitor_enable_kernel", result: result)
        }
        // Makes the epoll descriptor; it belongs to the monitor.
        result = mnt_monitor_get_fd(monitor.handle)
        if result < 0 { throw WatchError(.mountEvents, "mnt_monitor_get_fd", result: result) }
        return monitor
    }

    /// Takes all changes that wait; never blocks.
    ///
    /// - Returns: Whether there was one.
    func drain() -> Bool {
        var changed = false
        var name: UnsafePointer<CChar>?
        while mnt_monitor_next_change(handle, &name, nil) == 0 { changed = true }
        return changed
    }
}
