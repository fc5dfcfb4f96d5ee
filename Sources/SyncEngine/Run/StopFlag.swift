// The request to stop: a run finishes the file in hand and ends.
internal import Synchronization

/// Set by a signal, asked between two files.
package final class StopFlag: Sendable {
    private let requested = Atomic<Bool>(false)

    /// A flag that is not set.
    package init() {}

    /// Asks every run that holds this flag to stop after the file in hand.
    package func request() { requested.store(true, ordering: .releasing) }

    /// Whether somebody asked.
    package var isRequested: Bool { requested.load(ordering: .acquiring) }
}
