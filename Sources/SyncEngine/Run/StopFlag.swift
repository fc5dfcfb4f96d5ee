// The request to stop: a run finishes the file in hand and ends.
internal import Synchronization

/// Set by a signal, asked between two files, and told to whoever waits.
package final class StopFlag: Sendable {
    private struct State: Sendable {
        var isRequested = false
        var listeners: [Int: @Sendable () -> Void] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// A flag that is not set.
    package init() {}

    /// Asks every run that holds this flag to stop after the file in hand, or to stop waiting.
    package func request() {
        let listeners = state.withLock { state in
            state.isRequested = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener() }
    }

    /// Whether somebody asked.
    package var isRequested: Bool { state.withLock(\.isRequested) }

    /// Has a closure called when somebody asks, at once where somebody has.
    ///
    /// - Parameter body: Called at most once, on the thread of whoever asks.
    /// - Returns: The number to give to `forget(_:)` when it shall not be called any more.
    func whenRequested(_ body: @escaping @Sendable () -> Void) -> Int {
        let number: Int? = state.withLock { state in
            if state.isRequested { return nil }
            state.last += 1
            state.listeners[state.last] = body
            return state.last
        }
        if number == nil { body() }
        return number ?? 0
    }

    /// Takes back what `whenRequested(_:)` was given.
    func forget(_ number: Int) { state.withLock { $0.listeners[number] = nil } }
}
