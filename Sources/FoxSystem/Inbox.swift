// Events from several threads, taken one at a time by one that sleeps in between.
internal import Dispatch
internal import Synchronization

/// A queue whose reader blocks until something comes.
package final class Inbox<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let count = DispatchSemaphore(value: 0)

    /// An empty inbox.
    package init() {}

    /// Adds an event; any thread may.
    package func put(_ event: Event) {
        events.withLock { $0.append(event) }
        count.signal()
    }

    /// Takes everything that is there, without waiting.
    ///
    /// - Returns: The events, the oldest first; perhaps none.
    package func takeAll() -> [Event] {
        events.withLock { waiting in
            let all = waiting
            waiting = []
            return all
        }
    }

    /// Takes the oldest event, waiting for one without waking up.
    ///
    /// - Returns: The event.
    package func next() -> Event {
        while true {
            count.wait()
            let event = events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let event { return event }
        }
    }
}
