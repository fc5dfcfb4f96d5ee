// One call after some seconds, on a queue of its own: nothing ticks before or after it.
internal import Dispatch

/// Calls a closure once, later.
package enum Alarm {
    /// Sets an alarm.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait.
    ///   - body: What to call.
    package static func set(seconds: Int, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "fox-sync.alarm").asyncAfter(
            deadline: .now() + .seconds(seconds), execute: body)
    }
}
