// The part of the line that writes to a device: back up, journal, write, verify.

extension SyncRun {
    /// Makes sure, with the volume locked, that the plan can be carried out to its end.
    func prepare(
        _ plan: SyncPlan, _ snapshot: Snapshot, _ known: Contact
    ) throws(SyncError) {
        if stop.isRequested {
            throw SyncError(
                .stopped, .write, "stopped before the first file; \(whatFollows(all: true))")
        }
        try makeWritable?()
        // Before anything there is judged: what another fox-sync is writing is not in the way.
        try lockVolume()
        for left in snapshot.temporaries
        where try on({ () throws(VolumeError) in try volume.entry(left) }) == nil {
            throw SyncError(
                .busy, .plan,
                "another fox-sync has just been at work on this volume; run 'fox-sync sync' again")
        }
        let space = try on { () throws(VolumeError) in try volume.space() }
        try Preflight.check(
            plan, snapshot, space: space, ownsTemporary: known.ownsTemporary,
            unproven: known.unproven)
    }

    /// Takes the volume's own lock, which everybody meets: other users have locks of their own on
    /// the host.
    func lockVolume() throws(SyncError) {
        if try on({ () throws(VolumeError) in try volume.lock() }) { return }
        throw locked(by: volume.lockHolder() ?? "another program")
    }

    /// Refuses to look where somebody else is writing, for a dry run, which takes no lock.
    ///
    /// What it would read is half of something, and what it would promise the lock would refuse.
    func mayLook() throws(SyncError) {
        if options.dryRun, let holder = volume.lockHolder() { throw locked(by: holder) }
    }

    /// The error of a volume that somebody else is writing.
    private func locked(by holder: String) -> SyncError {
        SyncError(
            .busy, options.side == .device ? .snapshot : .write,
            "\(holder) has locked this volume; run \(isForced ? "this again" : "'fox-sync sync'")"
                + " when it is done")
    }

    /// The command that brings a backup onto this device.
    func command(restoring backup: Backup) -> String {
        "fox-sync backup restore \(backup.run)"
            + (backup.device == identity.id ? "" : " --volume \(volumePath.shellWord) --force")
    }

    /// What becomes of the files that are not written when the run stops.
    ///
    /// The journal of a sync goes on by itself once a file was begun. What a person alone has
    /// decided, and a restore, is asked for again.
    ///
    /// - Parameter all: Whether no file was begun.
    /// - Returns: A clause.
    private func whatFollows(all: Bool) -> String {
        if let backup = options.restoring { return "run '\(command(restoring: backup))' again" }
        if all, isForced || options.draft != nil { return "run it again" }
        return "\(all ? "all" : "the rest") follows at the next contact"
    }

    /// Backs up, makes a merge in the draft, writes and proves.
    func push(
        _ work: inout RunWork, _ plan: SyncPlan, _ draft: FrozenDraft, _ snapshot: Snapshot,
        _ store: StateStore, _ known: Contact
    ) throws(SyncError) {
        let backups = BackupStore(folder: places.backups)
        let backup = try backups.make(
            of: Array(snapshot.files.values), device: identity, run: work.run.id,
            at: work.run.started)
        work.run.backup = backup.path
        onEvent(.backedUp(backup))

        // The journal: from here on, a run that is cut is known at the next contact.
        try state(.record) { () throws(StateError) in
            try store.begin(work.run, steps: work.steps, plan: work.plannedFiles)
        }
        try commitMerge(&work)
        let writer = PlanWriter(
            volume: volume, removesTemporary: known.ownsTemporary, unproven: known.unproven,
            files: snapshot.files, stop: stop, pause: pause,
            whatFollows: { whatFollows(all: $0 == 0) }, onEvent: onEvent)
        try writer.carryOut(&work, store)
        if options.restoring != nil {
            endRestore(&work, plan, draft, snapshot, known)
        } else {
            work.run.result = .pushed
            work.run.message =
                plan.removedLeftOvers.map { "the draft is on the fox already; \($0)" }
                ?? "the draft is on the fox; it takes effect at the next power-up"
            work.base = work.newBase(draft, snapshot, plan)
        }
        backups.prune(device: identity, keeping: options.backupsKept)
    }

    /// Ends a restore that is done, or that found the fox as in the backup.
    ///
    /// Its base is that of no draft: the next contact asks, unless somebody assigns one by hand.
    func endRestore(
        _ work: inout RunWork, _ plan: SyncPlan, _ draft: FrozenDraft, _ snapshot: Snapshot,
        _ known: Contact
    ) {
        let has = options.dryRun ? "would have" : "has"
        work.run.result = .restored
        work.run.message =
            plan.steps.isEmpty
            ? "the fox has it already; it \(has) no draft of its own any more"
            : plan.removedLeftOvers.map {
                "the fox has it already; \($0); it has no draft of its own any more"
            }
                ?? "the backup is on the fox, which has no draft of its own any more; it takes"
                + " effect at the next power-up"
        work.run.next = []
        if options.dryRun { return }
        work.base = work.newBase(draft, snapshot, plan, of: "", over: known.base)
        if let draft = work.run.draft {
            work.run.next = ["fox-sync assign \(work.deviceArgument) \(draft.shellWord)"]
        }
    }
}
