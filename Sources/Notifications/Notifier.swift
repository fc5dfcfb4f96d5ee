// Showing notifications without anybody waiting for it: a thread of its own, fed by others.
package import FoxSystem
internal import Synchronization

// The thread is started by the first notification. It holds a connection to the bus only while
// something of ours is on the screen: to replace it, and to hear of its button. It sleeps until there
// is an order or the bus has something to say. A server that hangs makes this thread wait, and the
// orders that come meanwhile replace one another.

/// Shows notifications on the desktop, where there is one.
package final class Notifier: Sendable {
    private enum Order {
        case show(Notification)
        case withdraw
    }

    private struct State {
        var orders: [String: Order] = [:]
        var sequence: [String] = []
        var isStarted = false
    }

    private let state = Mutex(State())
    private let bell: Doorbell
    private let onProblem: @Sendable (String) -> Void
    private let onAction: @Sendable (String) -> Void

    /// Prepares to show notifications; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - onProblem: Told why nothing could be shown, on the notifier's thread; nothing to bother
    ///     anybody with, since not every computer has a desktop.
    ///   - onAction: Told the word of a button that was pressed, on the notifier's thread.
    /// - Throws: `Errno`. C: `eventfd`
    package init(
        onProblem: @escaping @Sendable (String) -> Void,
        onAction: @escaping @Sendable (String) -> Void
    ) throws(Errno) {
        bell = try Doorbell()
        self.onProblem = onProblem
        self.onAction = onAction
    }

    /// Shows a notification, instead of the one about the same subject; returns at once.
    ///
    /// - Parameter notification: What to show.
    package func show(_ notification: Notification) {
        order(.show(notification), notification.subject)
    }

    /// Takes the notification about a subject from the screen; returns at once.
    ///
    /// - Parameter subject: The subject; one that was never shown does no harm.
    package func withdraw(_ subject: String) {
        // Before anything was shown there is nothing to take away, and no thread for it.
        if state.withLock({ $0.isStarted }) { order(.withdraw, subject) }
    }

    private func order(_ order: Order, _ subject: String) {
        let starts = state.withLock { state in
            state.sequence.removeAll { $0 == subject }
            state.sequence.append(subject)
            state.orders[subject] = order
            defer { state.isStarted = true }
            return !state.isStarted
        }
        bell.ring()
        guard starts else { return }
        do throws(Errno) { try Worker.start { [self] in work() } } catch {
            state.withLock { $0.isStarted = false }
            onProblem("cannot show notifications: \(error)")
        }
    }

    private func work() {
        var server: NotificationServer?
        while true {
            bell.hush()
            while let (subject, order) = next() { carryOut(order, subject, &server) }
            if let open = server {
                do throws(BusError) { try open.listen(onAction) } catch {
                    // The bus has ended; the next notification connects again.
                    server = nil
                }
            }
            if server?.isIdle == true { server = nil }
            var sources: [(descriptor: Int32, events: Int16)] = [(bell.descriptor, 0)]
            if let server { sources.append(server.waiting) }
            _ = waitForAny(of: sources, milliseconds: -1)
        }
    }

    private func next() -> (String, Order)? {
        state.withLock { state in
            guard !state.sequence.isEmpty else { return nil }
            let subject = state.sequence.removeFirst()
            return state.orders.removeValue(forKey: subject).map { (subject, $0) }
        }
    }

    private func carryOut(_ order: Order, _ subject: String, _ server: inout NotificationServer?) {
        // An old connection may have ended unnoticed: then once more with a new one.
        for attempt in [server == nil ? 2 : 1, 2] {
            do throws(BusError) {
                switch order {
                case .show(let notification):
                    let open: NotificationServer
                    if let server { open = server } else { open = try NotificationServer() }
                    server = open
                    try open.show(notification)
                case .withdraw: try server?.withdraw(subject)
                }
                return
            } catch {
                server = nil
                if attempt == 2 { return onProblem("no notification was shown: \(error)") }
            }
        }
    }
}
