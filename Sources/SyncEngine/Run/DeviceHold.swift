// The lock of one device for as long as somebody works on it: from before the mount to after it.
internal import Synchronization

/// Holds a device's lock from the first time that it is asked for until the last reference goes.
///
/// A run takes it in its own time. Who mounted the volume for the run keeps it until the volume is closed
/// and unmounted, so that another fox-sync that waits finds neither in its way.
package final class DeviceHold: Sendable {
    private let lock = Mutex<DeviceLock?>(nil)

    /// Holds nothing yet.
    package init() {}

    /// Takes the lock, waiting for whoever has it; does nothing when it is held already.
    ///
    /// - Parameters:
    ///   - device: The device, always the same one.
    ///   - folder: The folder of the lock files.
    ///   - stop: Ends the waiting.
    ///   - onWait: Told once who has it, before waiting.
    /// - Throws: `SyncError`; `stopped` when the waiting was ended.
    package func take(
        _ device: DeviceIdentity, folder: String, stop: StopFlag, onWait: (String) -> Void
    ) throws(SyncError) {
        if lock.withLock({ $0 != nil }) { return }
        let taken = try DeviceLock(device: device, folder: folder, stop: stop, onWait: onWait)
        lock.withLock { $0 = taken }
    }
}
