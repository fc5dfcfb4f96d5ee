// Owner of a libudev context.
internal import CUdev
internal import FoxSystem

/// A libudev context; every scan and every monitor has its own, so that no lock is needed.
struct UdevContext: ~Copyable {
    /// The handle, borrowed: valid while this value lives.
    let handle: OpaquePointer

    /// Makes a context.
    ///
    /// - Throws: `WatchError` when there is no memory. C: `udev_new`
    init() throws(WatchError) {
        guard let handle = udev_new() else {
            throw WatchError(.udev, "udev_new", errno: .current)
        }
        self.handle = handle
    }

    deinit { udev_unref(handle) }
}
