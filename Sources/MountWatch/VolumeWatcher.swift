// Listens to udev and to the mount table, and says when to look again.
internal import Dispatch
internal import FoxSystem

/// Watches block devices and mounts.
///
/// Make it, then for each of `hints`: `scan()`, and give the scan to a `VolumeLedger`. Both monitors
/// listen before the first hint comes, so nothing is missed between the first scan and the first
/// event. Nothing polls: while nothing happens, no thread wakes.
package final class VolumeWatcher: Sendable {
    /// Says 'look again', to one reader.
    ///
    /// The first hint is `.start`; the stream ends after `stop()`,
    /// when both monitors are closed.
    package let hints: AsyncStream<WatchHint>

    private let deviceSource: ReadSource
    private let mountSource: ReadSource

    /// Starts to watch.
    ///
    /// - Throws: `WatchError` when a monitor cannot be made.
    package convenience init() throws(WatchError) {
        try self.init(receiveBuffer: UdevMonitor.receiveBufferSize)
    }

    /// Starts to watch with a receive buffer of another size, which a test fills on purpose.
    ///
    /// - Parameter receiveBuffer: The most bytes of device events that may wait.
    /// - Throws: `WatchError` when a monitor cannot be made.
    package convenience init(receiveBuffer: Int32) throws(WatchError) {
        let queue = HintQueue(writers: 2)
        try self.init(
            receiveBuffer: receiveBuffer, hints: queue.hints(), add: { queue.add($0) },
            close: { queue.closeWriter() })
    }

    /// Starts to watch and calls a closure for each hint; for a reader that runs no Swift tasks.
    ///
    /// - Parameter onHint: Called on the monitors' own queues, and once from here with `.start`;
    ///   it must not block.
    /// - Throws: `WatchError` when a monitor cannot be made.
    package convenience init(onHint: @escaping @Sendable (WatchHint) -> Void) throws(WatchError) {
        try self.init(
            receiveBuffer: UdevMonitor.receiveBufferSize,
            hints: AsyncStream { $0.finish() },
            add: { if !$0.isEmpty { onHint(WatchHint(causes: $0)) } }, close: {})
    }

    private init(
        receiveBuffer: Int32, hints: AsyncStream<WatchHint>,
        add: @escaping @Sendable ([WatchCause]) -> Void, close: @escaping @Sendable () -> Void
    ) throws(WatchError) {
        let deviceMonitor = try UdevMonitor.listening(receiveBuffer: receiveBuffer)
        let mountMonitor = try MountMonitor.listening()
        self.hints = hints
        add([.start])

        let deviceDescriptor = deviceMonitor.descriptor
        let devices = MonitorSlot(deviceMonitor)
        deviceSource = ReadSource(
            descriptor: deviceDescriptor, queue: DispatchQueue(label: "fox-sync.devices"),
            onReadable: { devices.use { add($0.drain()) } },
            onCancel: {
                devices.close()
                close()
            })

        let mountDescriptor = mountMonitor.descriptor
        let mounts = MonitorSlot(mountMonitor)
        mountSource = ReadSource(
            descriptor: mountDescriptor, queue: DispatchQueue(label: "fox-sync.mounts"),
            onReadable: { mounts.use { if $0.drain() { add([.mountsChanged]) } } },
            onCancel: {
                mounts.close()
                close()
            })
    }

    deinit { stop() }

    /// udevd runs; when it does not, no event of a device comes until it is started.
    package var udevIsRunning: Bool { VolumeScan.udevIsRunning }

    /// Reads devices and mounts as they are now; see `VolumeScan.current()`.
    ///
    /// - Returns: The state as of now.
    /// - Throws: `WatchError` when it cannot be read.
    package func scan() throws(WatchError) -> VolumeScan { try VolumeScan.current() }

    /// Stops watching.
    ///
    /// The monitors are closed by their cancel handlers, when no other handler is
    /// running any more, and then `hints` ends. May be called more than once.
    package func stop() {
        deviceSource.cancel()
        mountSource.cancel()
    }
}
