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
        let (clock, begins, ends) = (Clock(), Clock(), Clock())
        let settling = Settling(
            milliseconds: 100, now: { clock.now }, wake: { clock.set($0, $1) },
            onBegin: { begins.pass(1) }, onQuiet: { ends.pass(1) })
        #expect(clock.alarms == 0)
        settling.touch()
        clock.pass(60)
        settling.touch()
        #expect(begins.now == 1)
        #expect(clock.alarms == 1)
        clock.pass(60)
        #expect(ends.now == 0)
        #expect(clock.alarms == 1)
        clock.pass(40)
        #expect(ends.now == 1)
        #expect(clock.alarms == 0)
        settling.touch()
        #expect(begins.now == 2)
        clock.pass(100)
        #expect(ends.now == 2)
        #expect(clock.alarms == 0)
    }

    @Test("another length counts from the last event on, and tells the end once")
    func otherLength() {
        let (clock, ends) = (Clock(), Clock())
        let settling = Settling(
            milliseconds: 3_600_000, now: { clock.now }, wake: { clock.set($0, $1) },
            onQuiet: { ends.pass(1) })
        settling.wait(milliseconds: 3_600_000)
        #expect(clock.alarms == 0)
        settling.touch()
        clock.pass(60)
        settling.wait(milliseconds: 100)
        clock.pass(39)
        #expect(ends.now == 0)
        clock.pass(1)
        #expect(ends.now == 1)
        // The alarm of the first length rings in vain, also in the middle of an edit.
        clock.pass(3_599_850)
        settling.touch()
        clock.pass(60)
        #expect(clock.alarms == 1)
        #expect(ends.now == 1)
        // It was quiet for longer than the new length already.
        settling.wait(milliseconds: 50)
        clock.pass(0)
        #expect(ends.now == 2)
        clock.pass(1000)
        #expect(ends.now == 2)
    }
}
