// Counts the requests to stop.
internal import Synchronization

/// Tells the first request to stop from the second.
final class SignalCount: Sendable {
    private let count = Atomic<Int>(0)

    /// Counts one more.
    ///
    /// - Returns: Whether there was one before.
    func isSecond() -> Bool { count.add(1, ordering: .relaxed).oldValue > 0 }
}
