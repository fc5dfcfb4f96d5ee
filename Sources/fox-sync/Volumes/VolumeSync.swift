// Runs the engine's line for one volume on a thread that may block.
internal import FoxSystem
internal import Glibc
internal import SyncEngine

/// Starts runs, all volumes at once.
enum VolumeSync {
    /// Starts the sync of one volume on a thread of its own.
    ///
    /// - Parameters:
    ///   - found: The volume.
    ///   - places: Where everything lives.
    ///   - options: What is wanted.
    ///   - stop: Asks the run to stop after the file in hand.
    ///   - onEvent: Told how it gets on, on the run's thread.
    ///   - onEnd: Told what came of it, on the run's thread, exactly once.
    static func start(
        _ found: FoundVolume, places: Places, options: SyncRun.Options = SyncRun.Options(),
        stop: StopFlag = StopFlag(), onEvent: @escaping @Sendable (RunEvent) -> Void,
        onEnd: @escaping @Sendable (Result<RunReport, SyncError>) -> Void
    ) {
        do throws(Errno) {
            try Worker.start { onEnd(perform(found, places, options, stop, onEvent)) }
        } catch {
            onEnd(.failure(SyncError(.host, .recognise, error.description, errno: error)))
        }
    }

    /// Syncs several volumes at the same time and waits for all.
    ///
    /// - Parameters:
    ///   - volumes: The volumes.
    ///   - places: Where everything lives.
    ///   - options: What is wanted.
    ///   - stop: Asks the runs to stop after the file in hand.
    ///   - onEvent: Told how each gets on.
    /// - Returns: What came of each, in the order of the volumes.
    static func all(
        _ volumes: [FoundVolume], places: Places, options: SyncRun.Options, stop: StopFlag,
        onEvent: @escaping @Sendable (RunEvent, FoundVolume) -> Void
    ) -> [Result<RunReport, SyncError>] {
        let inbox = Inbox<(Int, Result<RunReport, SyncError>)>()
        for (index, volume) in volumes.enumerated() {
            start(
                volume, places: places, options: options, stop: stop,
                onEvent: { onEvent($0, volume) }, onEnd: { inbox.put((index, $0)) })
        }
        let ended = volumes.map { _ in inbox.next() }
        return ended.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func perform(
        _ found: FoundVolume, _ places: Places, _ options: SyncRun.Options, _ stop: StopFlag,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) -> Result<RunReport, SyncError> {
        do throws(VolumeError) {
            let volume = try PosixVolume(path: found.path, device: found.number)
            let run = SyncRun(
                volume: volume, volumePath: found.path, identity: found.identity, places: places,
                options: options, stop: stop, pause: { usleep(UInt32($0) * 200_000) },
                onEvent: onEvent)
            do throws(SyncError) { return .success(try run.perform()) } catch {
                return .failure(error)
            }
        } catch { return .failure(SyncError(error, .recognise)) }
    }
}
