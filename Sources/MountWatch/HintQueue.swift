// Gathers causes between the monitors' queues and the one reader.
internal import Synchronization

/// Causes that wait for the reader, and the bell that wakes it.
final class HintQueue: Sendable {
    // Beyond this many, single causes tell nobody anything: one 'look again' stands for them all.
    private static let limit = 1000

    private let waiting = Mutex<[WatchCause]>([])
    private let writers: Mutex<Int>
    private let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    /// Makes an empty queue.
    ///
    /// - Parameter writers: How many monitors there are that will close.
    init(writers: Int) {
        self.writers = Mutex(writers)
        (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The one reader's end; the stream ends when all monitors have closed.
    func hints() -> AsyncStream<WatchHint> {
        AsyncStream { [self] in
            for await _ in bell {
                let causes = take()
                // The bell may have rung again for causes that were taken along already.
                if !causes.isEmpty { return WatchHint(causes: causes) }
            }
            return nil
        }
    }

    /// Adds causes and wakes the reader.
    ///
    /// - Parameter causes: What happened, oldest first.
    func add(_ causes: [WatchCause]) {
        if causes.isEmpty { return }
        waiting.withLock {
            $0 += causes
            if $0.count > Self.limit { $0 = [.eventsLost] }
        }
        ring.yield()
    }

    /// Notes that one monitor has closed; after the last one the stream ends.
    func closeWriter() {
        let left = writers.withLock {
            $0 -= 1
            return $0
        }
        if left == 0 { ring.finish() }
    }

    private func take() -> [WatchCause] {
        waiting.withLock {
            let causes = $0
            $0 = []
            return causes
        }
    }
}
