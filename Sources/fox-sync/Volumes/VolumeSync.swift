// Runs the engine's line for one volume on a thread that may block.
internal import Dispatch
internal import FoxSystem
internal import Glibc
internal import SyncEngine

/// Starts runs off Swift's cooperative pool, all volumes at once.
enum VolumeSync {
    private static let queue = DispatchQueue(label: "fox-sync.runs", attributes: .concurrent)

    /// Syncs one volume.
    ///
    /// - Parameters:
    ///   - found: The volume.
    ///   - places: Where everything lives.
    ///   - options: What is wanted.
    ///   - stop: Asks the run to stop after the file in hand.
    ///   - onEvent: Told how it gets on.
    /// - Returns: What came of it.
    /// - Throws: `SyncError` when the volume is no PicoFox or the state cannot be used.
    static func run(
        _ found: FoundVolume, places: Places, options: SyncRun.Options = SyncRun.Options(),
        stop: StopFlag = StopFlag(), onEvent: @escaping @Sendable (RunEvent) -> Void
    ) async throws(SyncError) -> RunReport {
        let result: Result<RunReport, SyncError> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Self.perform(found, places, options, stop, onEvent))
            }
        }
        return try result.get()
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
