// The service manager's watchdog: it is told in time that the agent's loop still turns.
internal import CSystemd

/// The watchdog, where the service manager has set one.
enum Watchdog {
    /// How often to tell, in milliseconds; nil without a watchdog: then nothing wakes up for it.
    ///
    /// Half of the time that systemd waits. C: `sd_watchdog_enabled`
    static var interval: Int? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        return max(Int(microseconds / 2000), 1)
    }

    /// Tells that all is well; from the agent's own loop, so that one that hangs does not tell.
    static func tell() { _ = sd_notify(0, "WATCHDOG=1") }
}
