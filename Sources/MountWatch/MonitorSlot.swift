// Where a monitor lives between the two handlers of its source.
internal import Synchronization

/// Holds a monitor until its source is cancelled.
///
/// The read handler and the cancel handler both need the monitor, and it must be closed in the
/// latter and nowhere else: libdispatch aborts when a descriptor is closed under it.
final class MonitorSlot<Monitor: ~Copyable>: Sendable {
    private let content: Mutex<Monitor?>

    /// Takes over a monitor.
    init(_ monitor: consuming sending Monitor) { content = Mutex(consume monitor) }

    /// Lends the monitor; does nothing once it is closed.
    ///
    /// - Parameter body: What to do with it.
    func use(_ body: (borrowing Monitor) -> Void) {
        content.withLock { slot in
            guard let monitor = slot.take() else { return }
            body(monitor)
            slot = consume monitor
        }
    }

    /// Closes the monitor.
    func close() { content.withLock { $0 = nil } }
}
