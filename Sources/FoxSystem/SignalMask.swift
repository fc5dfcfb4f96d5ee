// Which signals the calling thread takes: blocked while half of something is done, let in while a
// person is asked.
internal import Glibc

/// The signal mask of the calling thread, changed for the length of a closure.
package enum SignalMask {
    /// Keeps signals waiting until a closure has ended.
    ///
    /// - Parameters:
    ///   - signals: Their numbers.
    ///   - body: What must not be cut.
    /// - Returns: What the body returned.
    /// - Throws: What the body threw. C: `pthread_sigmask`
    package static func blocking<Result, Failure: Error>(
        _ signals: [Int32], _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try with(SIG_BLOCK, signals, body)
    }

    /// Lets signals in while a closure runs, those that were kept waiting at once.
    ///
    /// - Parameters:
    ///   - signals: Their numbers.
    ///   - body: What they may end.
    /// - Returns: What the body returned.
    /// - Throws: What the body threw. C: `pthread_sigmask`
    package static func unblocking<Result, Failure: Error>(
        _ signals: [Int32], _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try with(SIG_UNBLOCK, signals, body)
    }

    private static func with<Result, Failure: Error>(
        _ how: Int32, _ signals: [Int32], _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        for number in signals { sigaddset(&set, number) }
        pthread_sigmask(how, &set, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}
