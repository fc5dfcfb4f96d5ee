// The part of the line that writes to a device: back up, journal, write, verify.

extension SyncRun {
    /// Makes sure, with the volume locked, that the plan can be carried out to its end.
    func prepare(
        _ plan: SyncPlan, _ snapshot: Snapshot, _ known: Contact
    ) throws(SyncError) {
        if stop.isRequested {
            throw SyncError(
                .stopped, .write, "stopped before the first file; all follows at the next contact")
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
    private func lockVolume() throws(SyncError) {
        if try on({ () throws(VolumeError) in try volume.lock() }) { return }
        throw locked(by: volume.lockHolder() ?? "another program")
    }

    /// The error of a volume that somebody else is writing.
    func locked(by holder: String) -> SyncError {
        SyncError(
            .busy, .write, "\(holder) has locked this volume; run 'fox-sync sync' when it is done")
    }

    /// Backs up, writes and proves.
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
        let writer = PlanWriter(
            volume: volume, removesTemporary: known.ownsTemporary, unproven: known.unproven,
            files: snapshot.files, stop: stop, pause: pause, onEvent: onEvent)
        try writer.carryOut(&work, store)
        if options.restoring != nil {
            // The base of no draft: the next contact asks, unless somebody assigns one by hand.
            work.base = work.newBase(draft, snapshot, plan, of: "", over: known.base)
            work.run.result = .restored
            work.run.message =
                "the backup is on the fox, which has no draft of its own any more; it takes effect"
                + " at the next power-up"
            if let draft = work.run.draft {
                work.run.next = ["fox-sync assign \(work.deviceArgument) \(draft.shellWord)"]
            }
        } else {
            work.run.result = .pushed
            work.run.message = "the draft is on the fox; it takes effect at the next power-up"
            work.base = work.newBase(draft, snapshot, plan)
        }
        backups.prune(device: identity, keeping: options.backupsKept)
    }
}
