// Giving memory back while nothing happens: an agent is idle for weeks, often on a small computer.
internal import CFoxShims

/// The memory that this process keeps resident.
package enum Residence {
    /// Gives freed heap and the pages of code back to the kernel.
    ///
    /// Linux keeps code that a process has mapped longer than anything else that it could read again.
    /// Unmapped it stays in the page cache, from where the next event has it back without the disk,
    /// and goes first when somebody needs the room.
    ///
    /// C: `malloc_trim`, `madvise` with `MADV_DONTNEED` (madvise(2): pages of a file are read from it
    /// again).
    package static func shrink() {
        fox_trim_heap()
        fox_release_code()
    }
}
