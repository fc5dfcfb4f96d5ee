// The straight line for one volume: recognise → … → record. Each stage takes values, gives values.
internal import FoxSystem
internal import PicoFox

/// One attempt to bring a draft onto one device.
package struct SyncRun: Sendable {
    /// What the caller wants of a run.
    package struct Options: Sendable {
        /// The draft to use, or nil to choose by assignment.
        package var draft: String?
        /// Make the plan and write nothing anywhere.
        package var dryRun = false
        /// Which side wins where device and draft differ.
        package var side = Side.ask
        /// Whether the device's side may replace what the draft has and no fox.
        package var replacesEdits = false
        /// Bring this backup onto the device instead of a draft.
        package var restoring: Backup?
        /// Whether that backup may be of another device.
        package var restoresAnywhere = false
        /// The command that asked for the device's side, made of the word for the device.
        ///
        /// A run that is held says to repeat it with `--force`. Nil for `pull`.
        package var again: (@Sendable (String) -> String)?
        /// How many backups of a device are kept.
        package var backupsKept = BackupStore.kept
        /// How many runs of a device stay in the log; nil for all.
        package var historyKept: Int?

        /// Describes what is wanted.
        package init(
            draft: String? = nil, dryRun: Bool = false, side: Side = .ask,
            replacesEdits: Bool = false, restoring: Backup? = nil,
            backupsKept: Int = BackupStore.kept, historyKept: Int? = nil
        ) {
            self.draft = draft
            self.dryRun = dryRun
            self.side = side
            self.replacesEdits = replacesEdits
            self.restoring = restoring
            self.backupsKept = backupsKept
            self.historyKept = historyKept
        }

        var kind: RunRecord.Kind {
            restoring != nil ? .restore : side == .device ? .pull : .sync
        }
    }

    /// Which side wins where device and draft differ.
    package enum Side: String, Sendable, CaseIterable {
        /// Neither: the run is held, and somebody decides.
        case ask
        /// The draft: the device's edits are overwritten, after backup.
        case draft
        /// The device: the draft's edits are replaced, after its version was kept.
        case device
        /// Both, where they changed different files and different keys.
        case merge
    }

    let volume: any VolumeIO
    let volumePath: String
    let identity: DeviceIdentity
    let places: Places
    let options: Options
    let remarks: [String]
    let hold: DeviceHold?
    let makeWritable: (@Sendable () throws(SyncError) -> Void)?
    let advise: @Sendable (SyncError) -> FailureAdvice?
    let stop: StopFlag
    let pause: @Sendable (Int) -> Void
    let onEvent: @Sendable (RunEvent) -> Void

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - volume: The device's root.
    ///   - volumePath: Where it is mounted, for the log.
    ///   - identity: Who the device is.
    ///   - places: Where everything is on the host.
    ///   - options: What is wanted.
    ///   - remarks: What was noticed about the volume before the run, for the log.
    ///   - hold: Keeps the device's lock beyond the run, where there is more to do under it; nil
    ///     to give it free with the run's end.
    ///   - makeWritable: Called once before the first write, where fox-sync mounted the volume
    ///     read-only until then; nil where somebody else mounted it.
    ///   - advise: Says what to do about a failure on the volume, before the volume is closed.
    ///   - stop: Asks the run to stop after the file in hand, or while it waits for another one.
    ///   - pause: Waits before attempt n at a file.
    ///   - onEvent: Told how the run gets on; called on the run's thread.
    package init(
        volume: any VolumeIO, volumePath: String, identity: DeviceIdentity, places: Places,
        options: Options = Options(), remarks: [String] = [], hold: DeviceHold? = nil,
        makeWritable: (@Sendable () throws(SyncError) -> Void)? = nil,
        advise: @escaping @Sendable (SyncError) -> FailureAdvice? = { _ in nil },
        stop: StopFlag = StopFlag(),
        pause: @escaping @Sendable (Int) -> Void = { _ in },
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) {
        self.volume = volume
        self.volumePath = volumePath
        self.identity = identity
        self.places = places
        self.options = options
        self.remarks = remarks
        self.hold = hold
        self.makeWritable = makeWritable
        self.advise = advise
        self.stop = stop
        self.pause = pause
        self.onEvent = onEvent
    }

    /// Runs the line, blocking the calling thread.
    ///
    /// - Returns: What came of it; failures once the device is recognised are in the report and in
    ///   the log.
    /// - Throws: `SyncError` when the volume is no PicoFox or the state on the host cannot be used.
    package func perform() throws(SyncError) -> RunReport {
        // Once before there is so much as a lock file, for somebody's ordinary stick; and again
        // under the lock, since whoever had it may have written what was read before.
        _ = try lookForFox()
        let hold = hold ?? DeviceHold()
        defer { withExtendedLifetime(hold) {} }
        if !options.dryRun {
            try hold.take(identity, folder: places.locks, stop: stop) {
                onEvent(.waiting(holder: $0))
            }
        }
        let found = try lookForFox()
        if case .success(let found) = found { SnapshotReader.begin(volume, found) }
        let store = try state(.identify) { () throws(StateError) in
            options.dryRun
                ? try StateStore(reading: places.database) : try StateStore(path: places.database)
        }
        var work = RunWork(
            run: RunRecord(
                id: RunID.make(), kind: options.kind, volume: volumePath, started: .now))
        defer { withExtendedLifetime(work.claim) {} }
        work.run.device = identity.id
        work.run.warnings = remarks
        work.remarks = remarks
        let name = try state(.identify) { () throws(StateError) in
            try store.devices().first { $0.id == identity.id }?.name
        }
        work.deviceArgument = name?.shellWord ?? identity.argument
        work.run.facts.take(identity, name: name)
        if !options.dryRun {
            try state(.identify) { () throws(StateError) in
                try store.saw(identity, at: work.run.started)
                // The lock is ours, so a run that still says `running` was cut, whatever this one
                // comes to.
                try store.endCutRuns(of: identity.id)
            }
        }
        do throws(SyncError) {
            do throws(SyncError) { try takeTheLine(&work, try found.get(), store) } catch {
                // A cut run's journal says nothing of what the fox has now.
                if work.hasBegun { work.run.facts.onFox = nil }
                throw error
            }
        } catch {
            let isThere = isThere(after: error)
            work.fail(error, deviceIsThere: isThere)
            if work.run.result == .damaged { describe(error, &work, store) }
            if isThere, let advice = advise(error) { work.take(advice) }
        }
        work.tellMerge(isDry: options.dryRun)
        work.run.finished = .now
        if !options.dryRun {
            do throws(StateError) {
                try store.end(
                    work.run, plan: work.plannedFiles, base: work.base,
                    assign: work.base?.draft.isEmpty == false)
            } catch {
                throw SyncError(
                    .state, .record,
                    error.description + (work.whereabouts.map { "; \($0)" } ?? ""))
            }
            // A picture for the log, and nothing else depends on it.
            try? store.keepWaveforms(of: work.files)
            if let kept = options.historyKept {
                // The run is recorded; that old ones stay is no failure of it.
                let backups = BackupStore(folder: places.backups)
                _ = try? store.prune(
                    LogPruning(device: identity.id, keep: kept), isDry: false,
                    hasBackup: { backups.hasBackup(of: $0) })
            }
        }
        return work.report
    }

    func on<Result>(_ body: () throws(VolumeError) -> Result) throws(SyncError) -> Result {
        do throws(VolumeError) { return try body() } catch { throw SyncError(error, .write) }
    }

    func state<Result>(
        _ step: SyncError.Step, _ body: () throws(StateError) -> Result
    ) throws(SyncError) -> Result {
        do throws(StateError) { return try body() } catch { throw SyncError(error, step) }
    }
}
