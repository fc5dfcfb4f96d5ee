// Where tasks run in a process that must not wake up while nothing happens.
internal import Dispatch

/// Runs tasks one after the other on a dispatch queue of its own.
///
/// Swift's own pool of threads is libdispatch's global queue, and the first job on that starts a
/// timer which counts the pool's threads every second for as long as the process lives
/// (libdispatch, src/event/workqueue.c; seen as an armed timerfd). Serial queues that are made with
/// a label are not counted. So an agent that is to be silent starts its tasks with
/// `Task(executorPreference:)`, which child tasks and plain actors take over, uses no global queue,
/// and calls `dispatchMain()` instead of having an asynchronous `main`.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// Makes an executor with a queue of its own.
    ///
    /// - Parameter label: The queue's name, which debuggers show.
    init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a job when those before it are done.
    ///
    /// - Parameter job: What Swift wants to have run.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
