// Giving memory back while nothing happens: an agent is idle for weeks, often on a small computer.
internal import CFoxShims

/// The memory that this process keeps resident.
package enum Residence {
    /// Gives freed heap back to the kernel.
    ///
    /// Pages of code and constants are left to the kernel, which takes them when it needs the room.
    ///
    /// C: `malloc_trim`
    package static func shrink() { fox_trim_heap() }
}
