// The one loop that repeats an interrupted system call.
internal import Glibc

/// Runs a system call that reports failure by -1, again as long as it is interrupted.
///
/// - Parameter call: The call; its result is returned when it is not -1.
/// - Returns: The call's result.
/// - Throws: `Errno` as the call set it; never `EINTR`.
package func retrying<Result: FixedWidthInteger & SignedInteger>(
    _ call: () -> Result
) throws(Errno) -> Result {
    while true {
        let result = call()
        if result != -1 { return result }
        let failure = Errno.current
        if failure != .interrupted { throw failure }
    }
}

/// The exit status that waitpid(2) tells, or 128 and the signal: the macros of wait(2) do not import.
func exitStatus(of status: Int32) -> Int32 {
    status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
}
