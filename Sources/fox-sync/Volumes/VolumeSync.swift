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
    ///   - context: Where everything lives, and how devices are mounted.
    ///   - options: What is wanted.
    ///   - mounting: How devices are mounted; nil to ask the configuration.
    ///   - stop: Asks the run to stop after the file in hand.
    ///   - onEvent: Told how it gets on, on the run's thread.
    ///   - onEnd: Told what came of it, on the run's thread, exactly once.
    static func start(
        _ found: FoundVolume, context: Context, options: SyncRun.Options = SyncRun.Options(),
        mounting: Mounting? = nil, stop: StopFlag = StopFlag(),
        onEvent: @escaping @Sendable (RunEvent) -> Void,
        onEnd: @escaping @Sendable (Result<RunReport, SyncError>) -> Void
    ) {
        do throws(Errno) {
            try Worker.start { onEnd(perform(found, context, options, mounting, stop, onEvent)) }
        } catch {
            onEnd(.failure(SyncError(.host, .recognise, error.description, errno: error)))
        }
    }

    /// Syncs several volumes at the same time and waits for all.
    ///
    /// - Parameters:
    ///   - volumes: The volumes.
    ///   - context: Where everything lives, and how devices are mounted.
    ///   - options: What is wanted.
    ///   - stop: Asks the runs to stop after the file in hand.
    ///   - onEvent: Told how each gets on.
    /// - Returns: What came of each, in the order of the volumes.
    static func all(
        _ volumes: [FoundVolume], context: Context, options: SyncRun.Options, stop: StopFlag,
        onEvent: @escaping @Sendable (RunEvent, FoundVolume) -> Void
    ) -> [Result<RunReport, SyncError>] {
        let inbox = Inbox<(Int, Result<RunReport, SyncError>)>()
        for (index, volume) in volumes.enumerated() {
            start(
                volume, context: context, options: options, stop: stop,
                onEvent: { onEvent($0, volume) }, onEnd: { inbox.put((index, $0)) })
        }
        let ended = volumes.map { _ in inbox.next() }
        return ended.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func perform(
        _ found: FoundVolume, _ context: Context, _ options: SyncRun.Options,
        _ given: Mounting?, _ stop: StopFlag, _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) -> Result<RunReport, SyncError> {
        guard let device = found.unmounted else {
            return line(found, nil, context, options, stop, onEvent)
        }
        do throws(SyncError) {
            let mounting: Mounting
            do throws(CLIError) {
                if let given { mounting = given } else { mounting = try context.config().mounting }
            } catch {
                throw SyncError(.host, .recognise, error.message)
            }
            let owned = try OwnedVolume(found, device, mounting, context)
            let result = line(found, owned, context, options, stop, onEvent)
            let isFox = (try? result.get()) != nil
            if let problem = owned.release(isOurs: isFox) { context.printer.say(problem) }
            return result
        } catch { return .failure(error) }
    }

    /// The line itself; every handle on the volume is closed when it returns.
    private static func line(
        _ found: FoundVolume, _ owned: OwnedVolume?, _ context: Context,
        _ options: SyncRun.Options, _ stop: StopFlag,
        _ onEvent: @escaping @Sendable (RunEvent) -> Void
    ) -> Result<RunReport, SyncError> {
        var makeWritable: (@Sendable () throws(SyncError) -> Void)?
        if let owned { makeWritable = { () throws(SyncError) in try owned.makeWritable() } }
        do throws(VolumeError) {
            let run = SyncRun(
                volume: try PosixVolume(path: found.path, device: found.number),
                volumePath: found.path, identity: found.identity, places: context.places,
                options: options, remarks: owned?.remarks ?? [],
                makeWritable: makeWritable,
                stop: stop, pause: { usleep(UInt32($0) * 200_000) }, onEvent: onEvent)
            do throws(SyncError) { return .success(try run.perform()) } catch {
                return .failure(error)
            }
        } catch { return .failure(SyncError(error, .recognise)) }
    }
}
