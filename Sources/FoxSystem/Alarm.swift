// One call after some time, on a queue of its own: nothing ticks before or after it.
internal import Dispatch

/// Calls a closure once, later.
package enum Alarm {
    /// Sets an alarm.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait.
    ///   - body: What to call.
    package static func set(seconds: Int, _ body: @escaping @Sendable () -> Void) {
        set(milliseconds: seconds * 1000, body)
    }

    /// Sets an alarm.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait.
    ///   - body: What to call.
    package static func set(milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "fox-sync.alarm").asyncAfter(
            deadline: .now() + .milliseconds(milliseconds), execute: body)
    }
}
