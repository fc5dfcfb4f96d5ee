// A thread of its own for work that blocks.
internal import CFoxShims
internal import Glibc

/// Starts threads that end with their work.
///
/// Not a Dispatch pool: once libdispatch has started a pool thread it looks after the pool every
/// second for as long as the process lives (libdispatch `src/event/workqueue.c`), and an idle agent
/// must not wake up. For the same reason the program runs no Swift tasks.
package enum Worker {
    private final class Job {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs a closure on a new thread.
    ///
    /// - Parameter body: The work; it may block.
    /// - Throws: `Errno` when there is no thread to be had. C: `pthread_create`
    package static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        let job = Unmanaged.passRetained(Job(body))
        let code = pthread_create(
            &thread, &attributes,
            { pointer in
                if let pointer {
                    Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
                }
                return nil
            }, job.toOpaque())
        if code != 0 {
            job.release()
            throw Errno(rawValue: code)
        }
    }
}
