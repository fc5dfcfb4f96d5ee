// The one place where Dispatch watches a descriptor.
package import Dispatch

/// Calls a handler whenever a descriptor becomes readable, until cancelled.
///
/// The handler must drain the descriptor before it returns: the source is level-triggered, and one
/// that is not drained spins. Never give it `/proc/self/mountinfo`: Dispatch takes that for an
/// always-readable file. Handlers are `@Sendable`, so that one which inherited an actor's isolation
/// does not compile instead of trapping at run time.
package final class ReadSource: Sendable {
    // Sources are not declared Sendable; this one is only created and cancelled here, and both
    // may be called from any thread (dispatch_source_create(3)).
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor; it must stay open until `onCancel` runs.
    ///   - queue: A serial queue on which both handlers run.
    ///   - onReadable: Drains the descriptor.
    ///   - onCancel: Runs last, exactly once: the place to close what the descriptor belongs to.
    package init(
        descriptor: Int32, queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void,
        onCancel: @escaping @Sendable () -> Void
    ) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler(handler: onReadable)
        source.setCancelHandler(handler: onCancel)
        source.resume()
    }

    /// Stops watching; `onCancel` runs when no handler is running any more.
    package func cancel() { source.cancel() }
}
