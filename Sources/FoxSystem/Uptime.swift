// The clock that nobody sets.
internal import Glibc

/// Time since the computer was started, which no change of the date moves.
package enum Uptime {
    /// Microseconds. C: `clock_gettime`, `CLOCK_MONOTONIC`, as systemd counts them
    package static var microseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    /// Milliseconds.
    package static var milliseconds: Int { microseconds / 1000 }
}
