// Runs the engine's line for one volume on a thread that may block.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import SyncEngine

/// Starts runs, all volumes at once.
enum VolumeSync {
    /// Starts the sync of one volume on a thread of its own.
    ///
    /// - Parameters:
    ///   - found: The volume.
    ///   - context: Where everything lives, and how devices are mounted.
    ///   - options: What is wanted.
    ///   - mounting: How devices are mounted, by an agent, which sees by itself what others mount;
    ///     nil to ask the configuration, and to use a mount that somebody makes meanwhile.
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
            try Worker.start {
                let run = { @Sendable in
                    Run(
                        context: context, options: options, followsMounts: mounting == nil,
                        stop: stop, onEvent: onEvent)
                }
                onEnd(perform(found, mounting, run()))
            }
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
        _ found: FoundVolume, _ given: Mounting?, _ run: Run
    ) -> Result<RunReport, SyncError> {
        // Whoever waits for the lock finds the volume closed and unmounted.
        defer { withExtendedLifetime(run.hold) {} }
        guard let device = found.unmounted else { return line(found, nil, run) }
        do throws(SyncError) {
            var mounting: Mounting
            do throws(CLIError) {
                if let given {
                    mounting = given
                } else {
                    mounting = try run.context.config().mounting
                }
            } catch {
                throw SyncError(.host, .recognise, error.message)
            }
            // A look repairs nothing.
            if run.options.dryRun { mounting.repairs = false }
            let place = try mount(found, device, mounting, run)
            var owned: OwnedVolume
            switch place {
            case .theirs(let theirs): return line(theirs, nil, run)
            case .own(let own): owned = own
            }
            var result = line(found, (owned, mounting), run)
            if mounting.repairs, isUnreadable(result), let repaired = try owned.repaired() {
                owned = repaired
                result = line(found, (owned, mounting), run)
            }
            let isFox = (try? result.get()) != nil
            if let problem = owned.release(isOurs: isFox) { run.context.printer.say(problem) }
            return result
        } catch { return .failure(error) }
    }

    /// Where a run works.
    private enum Place {
        case own(OwnedVolume)
        case theirs(FoundVolume)
    }

    /// How often it is tried to mount what somebody else has, a tenth of a second apart.
    private static let attempts = 10

    /// Mounts a device, or finds where somebody else has mounted it first.
    ///
    /// - Throws: `SyncError`; with `EBUSY` when it is mounted where it cannot be seen.
    private static func mount(
        _ found: FoundVolume, _ device: BlockDevice, _ mounting: Mounting, _ run: Run
    ) throws(SyncError) -> Place {
        // Another fox-sync that has it mounted gives it free with the lock. For a stranger's stick
        // there is no lock file.
        if !run.options.dryRun, run.context.knows(found.identity) { try run.take(found) }
        var attempt = 1
        while true {
            do throws(SyncError) {
                return .own(try OwnedVolume(found, device, mounting, run.context))
            } catch {
                guard error.errno == .busy else { throw error }
                // The agent sees the mount by itself, as one that is there to stay.
                if run.followsMounts, let theirs = found.mountedMeanwhile() {
                    return .theirs(theirs)
                }
                if attempt == attempts || run.stop.isRequested { throw error }
            }
            attempt += 1
            usleep(100_000)
        }
    }

    /// Whether a fox's file could not be read, or the kernel would not write any more.
    private static func isUnreadable(_ result: Result<RunReport, SyncError>) -> Bool {
        guard case .success(let report) = result, !report.isLost else { return false }
        return [.io, .readOnly].contains(report.error?.errno)
    }

    /// The line itself; every handle on the volume is closed when it returns.
    private static func line(
        _ found: FoundVolume, _ own: (volume: OwnedVolume, mounting: Mounting)?, _ run: Run
    ) -> Result<RunReport, SyncError> {
        var makeWritable: (@Sendable () throws(SyncError) -> Void)?
        var advise: @Sendable (SyncError) -> FailureAdvice? = {
            MountAdvice.make(for: $0, on: found)
        }
        if let own {
            makeWritable = { () throws(SyncError) in try own.volume.makeWritable() }
            advise = { MountAdvice.make(for: $0, on: own.volume, own.mounting) }
        }
        do throws(VolumeError) {
            let run = SyncRun(
                volume: try PosixVolume(
                    path: own?.volume.root ?? found.path, device: found.number),
                volumePath: found.path, identity: found.identity, places: run.context.places,
                options: run.options, remarks: own?.volume.remarks ?? [], hold: run.hold,
                makeWritable: makeWritable, advise: advise,
                stop: run.stop, pause: { usleep(UInt32($0) * 200_000) }, onEvent: run.onEvent)
            do throws(SyncError) { return .success(try run.perform()) } catch {
                return .failure(error)
            }
        } catch { return .failure(SyncError(error, .recognise)) }
    }

    /// What one run is given.
    private struct Run: Sendable {
        let context: Context
        let options: SyncRun.Options
        /// Whether a mount that somebody else makes meanwhile is used.
        let followsMounts: Bool
        let stop: StopFlag
        let onEvent: @Sendable (RunEvent) -> Void
        /// The fox's lock, from before the mount, where it is known, until after the unmount.
        let hold = DeviceHold()

        /// Takes the fox's lock.
        func take(_ found: FoundVolume) throws(SyncError) {
            try hold.take(found.identity, folder: context.places.locks, stop: stop) {
                onEvent(.waiting(holder: $0))
            }
        }
    }
}
