// Waiting until something has been quiet for a while: a timer that runs only after an event.
internal import FoxSystem
internal import Glibc
internal import Synchronization

/// Says when something begins to happen, and once that nothing has happened for some time after.
///
/// At most one timer counts; an event while it runs only moves its end. When nothing happens, no timer
/// runs at all. Beginning and end are told in the order in which they come, whichever thread is quicker.
final class Settling: Sendable {
    private struct State {
        var quiet: Int
        var until = 0
        var isArmed = false
        /// The alarm that counts: one that was set for another time rings in vain.
        var alarm = 0
    }

    private let now: @Sendable () -> Int
    private let wake: @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    private let onBegin: @Sendable () -> Void
    private let onQuiet: @Sendable () -> Void
    private let state: Mutex<State>

    /// Prepares to wait.
    ///
    /// - Parameters:
    ///   - quiet: How long nothing must have happened, in milliseconds.
    ///   - now: A clock in milliseconds that nobody sets.
    ///   - wake: Calls a closure after so many milliseconds, never before it returns.
    ///   - onBegin: Told when something happens after a time of quiet; must not call back.
    ///   - onQuiet: Told when it was quiet for long enough; must not call back.
    init(
        milliseconds quiet: Int, now: @escaping @Sendable () -> Int = { Uptime.milliseconds },
        wake: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void = {
            Alarm.set(milliseconds: $0, $1)
        },
        onBegin: @escaping @Sendable () -> Void = {}, onQuiet: @escaping @Sendable () -> Void
    ) {
        state = Mutex(State(quiet: quiet))
        self.now = now
        self.wake = wake
        self.onBegin = onBegin
        self.onQuiet = onQuiet
    }

    /// Something has happened.
    func touch() {
        let now = now()
        state.withLock { state in
            state.until = now + state.quiet
            if state.isArmed { return }
            state.isArmed = true
            onBegin()
            arm(state.quiet, state.alarm)
        }
    }

    /// Takes another length, which counts from the last event on.
    ///
    /// - Parameter quiet: How long nothing must have happened, in milliseconds.
    func wait(milliseconds quiet: Int) {
        let now = now()
        state.withLock { state in
            state.until += quiet - state.quiet
            state.quiet = quiet
            guard state.isArmed else { return }
            state.alarm += 1
            arm(max(0, state.until - now), state.alarm)
        }
    }

    private func arm(_ milliseconds: Int, _ alarm: Int) {
        wake(milliseconds) { [weak self] in self?.ring(alarm) }
    }

    private func ring(_ alarm: Int) {
        let now = now()
        state.withLock { state in
            guard alarm == state.alarm else { return }
            let rest = state.until - now
            if rest > 0 { return arm(rest, alarm) }
            state.isArmed = false
            onQuiet()
        }
    }
}
