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
        /// The draft's side wins wherever a decision is needed.
        package var force = false

        /// Describes what is wanted.
        package init(draft: String? = nil, dryRun: Bool = false, force: Bool = false) {
            self.draft = draft
            self.dryRun = dryRun
            self.force = force
        }
    }

    let volume: any VolumeIO
    let volumePath: String
    let identity: DeviceIdentity
    let places: Places
    let options: Options
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
    ///   - stop: Asks the run to stop after the file in hand.
    ///   - pause: Waits before attempt n at a file.
    ///   - onEvent: Told how the run gets on; called on the run's thread.
    package init(
        volume: any VolumeIO, volumePath: String, identity: DeviceIdentity, places: Places,
        options: Options = Options(), stop: StopFlag = StopFlag(),
        pause: @escaping @Sendable (Int) -> Void = { _ in },
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) {
        self.volume = volume
        self.volumePath = volumePath
        self.identity = identity
        self.places = places
        self.options = options
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
        let found = try Recogniser.recognise(volume)
        let lock: DeviceLock? =
            options.dryRun
            ? nil
            : try DeviceLock(device: identity, folder: places.locks) {
                onEvent(.waiting(holder: $0))
            }
        defer { withExtendedLifetime(lock) {} }
        let store = try state(.identify) { () throws(StateError) in
            try StateStore(path: places.database)
        }
        var work = RunWork(
            run: RunRecord(id: RunID.make(), volume: volumePath, started: .now))
        work.run.device = identity.id
        if !options.dryRun {
            try state(.identify) { () throws(StateError) in
                try store.saw(identity, at: work.run.started)
            }
        }
        do throws(SyncError) {
            try carryOut(&work, found, store)
        } catch {
            work.fail(error, deviceIsThere: (try? volume.space()) != nil)
        }
        work.run.finished = .now
        if !options.dryRun {
            do throws(StateError) {
                try store.end(work.run, base: work.base, assign: work.base != nil)
            } catch {
                throw SyncError(
                    .state, .record,
                    error.description + (work.run.files > 0 ? "; \(work.run.message)" : ""))
            }
        }
        return work.report
    }

    private func carryOut(
        _ work: inout RunWork, _ found: Recogniser.Found, _ store: StateStore
    ) throws(SyncError) {
        guard let choice = try choose(&work, store) else { return }
        let draft = try freeze(choice.name, store)
        work.take(draft)
        if work.isInvalid { return }
        onEvent(.chose(draft: draft.name))

        let snapshot = try SnapshotReader.read(volume, found, firmware: draft.firmware)
        work.compare(draft, with: snapshot)
        let journals = try unfinished(store, endThem: !options.dryRun)
        let recorded = try state(.plan) { () throws(StateError) in
            try store.base(of: identity.id)
        }
        let base = Recovery.base(recorded, journals: journals, snapshot: snapshot)
        let plan = Planner.plan(
            draft: draft, base: base, snapshot: snapshot,
            policy: Planner.Policy(
                byHand: choice.byHand, isAssigned: choice.isAssigned, force: options.force))
        work.take(plan)
        onEvent(.planned(plan))
        switch plan.verdict {
        case .held(let hold):
            work.hold(hold, identity: identity, volumePath: volumePath)
        case .upToDate:
            work.run.result = .upToDate
            work.run.message = "nothing differs; nothing was written"
        case .converged:
            work.run.result = .converged
            work.run.message = "device and draft are the same; nothing was written"
            work.base = work.newBase(draft, snapshot, plan)
        case .push:
            try Preflight.check(plan, space: snapshot.space)
            if options.dryRun { return work.describeDryRun() }
            try push(&work, plan, draft, snapshot, store, recovers: !journals.isEmpty)
        }
    }

    /// Backs up, writes and proves.
    private func push(
        _ work: inout RunWork, _ plan: SyncPlan, _ draft: FrozenDraft, _ snapshot: Snapshot,
        _ store: StateStore, recovers: Bool
    ) throws(SyncError) {
        let isOurs: Bool
        do throws(VolumeError) { isOurs = try volume.lock() } catch {
            throw SyncError(error, .write)
        }
        guard isOurs else {
            throw SyncError(
                .busy, .write,
                "another program has locked this volume; run 'fox-sync sync' when it is done")
        }
        let backup = try BackupStore(folder: places.backups).make(
            of: Array(snapshot.files.values), device: identity, run: work.run.id,
            at: work.run.started)
        work.run.backup = backup.path
        onEvent(.backedUp(backup))

        // The journal: from here on, a run that is cut is known at the next contact.
        try state(.record) { () throws(StateError) in
            try store.begin(work.run, steps: work.steps)
        }
        let writer = PlanWriter(
            volume: volume, removesTemporary: recovers, stop: stop, pause: pause,
            onEvent: onEvent)
        try writer.carryOut(&work, store)
        work.run.result = .pushed
        work.run.message = "the draft is on the fox; it takes effect at the next power-up"
        work.base = work.newBase(draft, snapshot, plan)
    }

    private struct Choice {
        let name: String
        let byHand: Bool
        let isAssigned: Bool
    }

    private func choose(
        _ work: inout RunWork, _ store: StateStore
    ) throws(SyncError) -> Choice? {
        let drafts = try DraftStore(folder: places.drafts).names()
        let devices = try state(.draft) { () throws(StateError) in try store.devices() }
        switch DraftChooser.choose(
            wanted: options.draft, device: identity.id, devices: devices, drafts: drafts)
        {
        case .draft(let name, let byHand, let assigned):
            work.run.draft = name
            return Choice(name: name, byHand: byHand, isAssigned: assigned)
        case .none(let reason):
            work.run.result = .noDraft
            work.run.message = "no draft for this fox: \(reason)"
            work.run.nextCommand =
                drafts.isEmpty
                ? "fox-sync draft new NAME" : "fox-sync assign \(identity.argument) DRAFT"
            return nil
        }
    }

    private func freeze(_ name: String, _ store: StateStore) throws(SyncError) -> FrozenDraft {
        let options = try state(.draft) { () throws(StateError) in
            try store.options(of: name)
        }
        return try DraftStore(folder: places.drafts).freeze(name, options: options)
    }

    /// Runs of this device that were cut or failed after they had begun to write.
    ///
    /// The lock is ours, so a run that still says `running` was cut.
    private func unfinished(
        _ store: StateStore, endThem: Bool
    ) throws(SyncError) -> [(run: RunRecord, steps: [StepRecord])] {
        try state(.plan) { () throws(StateError) in
            try store.unfinishedRuns(of: identity.id, endThem: endThem)
        }
    }

    private func state<Result>(
        _ step: SyncError.Step, _ body: () throws(StateError) -> Result
    ) throws(SyncError) -> Result {
        do throws(StateError) { return try body() } catch { throw SyncError(error, step) }
    }
}
