// Waiting until something has been quiet for a while: a timer that runs only after an event.
internal import FoxSystem
internal import Glibc
internal import Synchronization

/// Says once that nothing has happened for some time, after something had.
///
/// At most one timer runs; an event while it runs only moves its end. When nothing happens, no timer
/// runs at all.
final class Settling: Sendable {
    private struct State {
        var until = 0
        var isArmed = false
    }

    private let quiet: Int
    private let now: @Sendable () -> Int
    private let wake: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    private let onQuiet: @Sendable () -> Void
    private let state = Mutex(State())

    /// Prepares to wait.
    ///
    /// - Parameters:
    ///   - quiet: How long nothing must have happened, in milliseconds.
    ///   - now: A clock in milliseconds that nobody sets.
    ///   - wake: Calls a closure after so many milliseconds.
    ///   - onQuiet: Told when it was quiet for long enough.
    init(
        milliseconds quiet: Int, now: @escaping @Sendable () -> Int = { Uptime.milliseconds },
        wake: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void = {
            Alarm.set(milliseconds: $0, $1)
        },
        onQuiet: @escaping @Sendable () -> Void
    ) {
        self.quiet = quiet
        self.now = now
        self.wake = wake
        self.onQuiet = onQuiet
    }

    /// Something has happened.
    ///
    /// - Returns: Whether it was quiet before.
    @discardableResult
    func touch() -> Bool {
        let until = now() + quiet
        let arms = state.withLock { state in
            state.until = until
            defer { state.isArmed = true }
            return !state.isArmed
        }
        if arms { arm(quiet) }
        return arms
    }

    private func arm(_ milliseconds: Int) {
        wake(milliseconds) { [weak self] in self?.ring() }
    }

    private func ring() {
        let now = now()
        let rest = state.withLock { state in
            let rest = state.until - now
            if rest <= 0 { state.isArmed = false }
            return rest
        }
        if rest > 0 { arm(rest) } else { onQuiet() }
    }
}
