// Waiting for quiet, with a clock and a timer of the test's own.
import Synchronization
import Testing

@testable import fox_sync

@Suite("Settling")
struct SettlingTests {
    /// A clock that stands still until the next alarm rings.
    private final class Clock: Sendable {
        private let state = Mutex((now: 0, alarms: [(at: Int, body: @Sendable () -> Void)]()))

        var now: Int { state.withLock { $0.now } }
        var alarms: Int { state.withLock { $0.alarms.count } }

        func set(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
            state.withLock { $0.alarms.append(($0.now + milliseconds, body)) }
        }
        func pass(_ milliseconds: Int) {
            state.withLock { $0.now += milliseconds }
            while true {
                let due = state.withLock { state in
                    state.alarms.firstIndex { $0.at <= state.now }.map {
                        state.alarms.remove(at: $0)
                    }
                }
                guard let due else { return }
                due.body()
            }
        }
    }

    @Test("events move the end, one timer at most runs, and none when it is over")
    func settles() {
        let (clock, ends) = (Clock(), Clock())
        let settling = Settling(
            milliseconds: 100, now: { clock.now }, wake: { clock.set($0, $1) },
            onQuiet: { ends.pass(1) })
        #expect(clock.alarms == 0)
        #expect(settling.touch())
        clock.pass(60)
        #expect(!settling.touch())
        #expect(clock.alarms == 1)
        clock.pass(60)
        #expect(ends.now == 0)
        #expect(clock.alarms == 1)
        clock.pass(40)
        #expect(ends.now == 1)
        #expect(clock.alarms == 0)
        #expect(settling.touch())
        clock.pass(100)
        #expect(ends.now == 2)
        #expect(clock.alarms == 0)
    }
}
