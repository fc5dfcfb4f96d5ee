// The stages between a recognised device and a finished run.
internal import FoxSystem
internal import PicoFox

extension SyncRun {
    /// Goes from a recognised device to the end of the run, whatever it is.
    func takeTheLine(
        _ work: inout RunWork, _ found: Recogniser.Found, _ store: StateStore
    ) throws(SyncError) {
        let firstGuess = try firmwareGuess(found, store)
        work.run.facts.take(firstGuess)
        work.run.facts.onFox = AirFacts(settings: found.settings.bytes, as: firstGuess.best)
        if let backup = options.restoring, isOfAnother(backup) {
            work.refuse(
                "this backup is of another fox, \(Array(backup.device.utf8).printable);"
                    + " nothing was written", next: [command(restoring: backup)])
            return
        }
        guard let choice = try choose(&work, store) else { return }
        if options.side == .device { return try pull(choice, &work, store) }
        var draft = try source(choice, &work, store)
        if work.isInvalid { return }
        onEvent(.chose(draft: draft.name))

        try mayLook()
        let snapshot = try SnapshotReader.read(volume, found)
        for (name, file) in draft.files {
            if let there = snapshot.files[name] { file.learn(from: there) }
        }
        let known = try contact(with: snapshot, draft, choice, store)
        // Whoever began meanwhile has written what was read, and its journal is no cut one's.
        try mayLook()
        let guess = try firmwareGuess(found, over: known.base, store)
        work.compare(draft, with: guess)
        let firmware = guess.preferring(draft.firmware).best
        work.takeTheAir(of: snapshot, as: firmware)
        let reading = FoxReading(guess.likeliest, besides: draft.firmware)
        if options.side == .merge {
            guard let merged = try merge(draft, known, snapshot, reading, &work, store) else {
                return
            }
            draft = merged
        }
        let plan = Planner.plan(
            draft: draft, base: known.base, snapshot: snapshot,
            policy: Planner.Policy(
                byHand: choice.byHand, isAssigned: choice.isAssigned,
                force: isForced,
                ownsTemporary: known.ownsTemporary, unproven: known.unproven, torn: known.torn,
                isRestore: options.restoring != nil, likely: guess.likeliest,
                anyFirmware: options.side == .draft, begun: known.begun))
        work.take(plan)
        if options.restoring == nil {
            work.takeUnseen(reading, draft, plan, snapshot, known.base)
            work.takeStaleID(plan, snapshot, known.base, guess.likeliest + [draft.firmware])
        }
        work.takeWhatStays(beside: draft, plan, snapshot)
        if options.restoring != nil {
            // A restore changes what a draft put there, and leaves what came there otherwise.
            for file in plan.files where file.action == .leave && file.from != nil {
                work.run.warnings.append(
                    "\(file.name) is on the fox, and not in the backup: it stays")
            }
        }
        work.files = Array(draft.files.values)
        onEvent(.planned(plan))
        // A push does it when nothing stands in its way any more.
        if plan.verdict != .push { try commitMerge(&work) }
        switch plan.verdict {
        case .held(let hold):
            let merge = known.base.map {
                Merge(draft: draft, base: $0, snapshot: snapshot, reading: reading)
            }
            work.hold(
                hold, canMerge: merge?.conflicts.isEmpty ?? false,
                wasReset: known.base.map(snapshot.hasFallenBack) ?? false)
            if hold.reason == .otherFirmware {
                work.run.next = waysOn(draft, guess, device: work.deviceArgument)
            }
        case .upToDate where options.restoring != nil, .converged where options.restoring != nil:
            endRestore(&work, plan, draft, snapshot, known)
        case .upToDate where known.isRecovered:
            work.run.result = .converged
            work.run.message = "what a cut run wrote is whole; nothing was written"
            work.base = work.newBase(draft, snapshot, plan)
        case .upToDate, .pull:
            work.run.result = .upToDate
            work.run.message = "nothing differs; nothing was written"
        case .converged:
            work.run.result = .converged
            work.run.message = "device and draft are the same; nothing was written to the fox"
            work.base = work.newBase(draft, snapshot, plan)
        case .push:
            if options.dryRun {
                // Read-only is how fox-sync itself mounts until there is something to write.
                try Preflight.check(
                    plan, snapshot, space: snapshot.space, ownsTemporary: known.ownsTemporary,
                    unproven: known.unproven, mayBeReadOnly: makeWritable != nil)
                work.describeDryRun(isRestore: options.restoring != nil)
                break
            }
            // Until it is done, also in the journal: nothing else brings a cut one to its end.
            if let backup = options.restoring { work.run.next = [command(restoring: backup)] }
            try prepare(plan, snapshot, known)
            // Until it is proven, nobody knows what the fox sends.
            let read = work.run.facts.onFox
            work.run.facts.onFox = nil
            do throws(SyncError) { try push(&work, plan, draft, snapshot, store, known) } catch {
                work.run.facts.onFox = read
                throw error
            }
            work.takeTheAir(of: draft, over: snapshot, plan, as: firmware)
        }
    }

    /// Whether a backup is of another device, and nobody has said that it is meant for this one.
    private func isOfAnother(_ backup: Backup) -> Bool {
        backup.device != identity.id && !options.restoresAnywhere
    }

    /// What is known of the device from earlier contacts.
    struct Contact {
        /// The base, with what unfinished runs got done.
        let base: Base?
        /// Whether an unfinished run may have left its temporary file.
        let ownsTemporary: Bool
        /// Files that such a run wrote, and that are not proven to be on the medium.
        let unproven: Set<String>
        /// Files that are neither what they were nor what such a run was to make of them.
        let torn: Set<String>
        /// Whether the base holds more than the database: it has to be recorded.
        let isRecovered: Bool
        /// What such runs were to do.
        let begun: [StepRecord]
    }

    /// Whether a person has said that the draft, or the backup, goes over whatever is there.
    var isForced: Bool { options.side != .ask || options.restoring != nil }

    /// Reads base and journals.
    private func contact(
        with snapshot: Snapshot, _ draft: FrozenDraft, _ choice: Choice, _ store: StateStore
    ) throws(SyncError) -> Contact {
        let (recorded, place, journals) = try state(.plan) { () throws(StateError) in
            (
                try store.base(of: identity.id), try store.placeOfKnowledge(of: identity.id),
                try store.unfinishedRuns(of: identity.id)
            )
        }
        let torn = Recovery.torn(journals: journals, snapshot: snapshot)
        let damaged = Recovery.damaged(
            torn, journals: journals, snapshot: snapshot, draft: draft.files
        ) { before($0, $1, recorded) }
        return Contact(
            base: Recovery.base(
                recorded, journals: journals, snapshot: snapshot, after: place,
                of: choice.byHand || isForced ? nil : choice.name, damaged: damaged),
            ownsTemporary: !journals.isEmpty,
            unproven: try Recovery.unproven(
                journals: journals, snapshot: snapshot,
                isOnMedium: { name, bytes, isRefuted throws(SyncError) in
                    try MediumProof(volume: volume).has(name, bytes, isRefuted: isRefuted)
                }),
            torn: torn, isRecovered: !journals.isEmpty,
            begun: journals.flatMap(\.steps))
    }

    /// The bytes that a file had before a step, from the base or from the run's backup.
    private func before(_ run: RunRecord, _ step: StepRecord, _ base: Base?) -> [UInt8]? {
        guard let from = step.from else { return nil }
        if let old = base?.files[step.file]?.settings, FileContent(of: old) == from { return old }
        let store = BackupStore(folder: places.backups)
        let files = (try? store.backup(of: run)).flatMap { try? store.files(of: $0) } ?? []
        return files.first { $0.name.lowercased() == step.file && $0.content == from }?.bytes
    }

    /// What shall be on the device: a valid draft, or a backup as it is.
    private func source(
        _ choice: Choice, _ work: inout RunWork, _ store: StateStore
    ) throws(SyncError) -> FrozenDraft {
        if let backup = options.restoring {
            let draft = try BackupStore(folder: places.backups).freeze(backup, as: choice.name)
            work.run.firmware = draft.firmware.id
            work.run.facts.take(draft)
            return draft
        }
        let draft = try endSilence(of: try freeze(choice.name, store), store)
        work.draftMark = draft.mark
        work.take(draft)
        return draft
    }

    /// Takes back the silence that was asked for of a draft that somebody put on the air by hand.
    ///
    /// - Returns: The draft as it is then.
    private func endSilence(
        of draft: FrozenDraft, _ store: StateStore
    ) throws(SyncError) -> FrozenDraft {
        guard draft.offAir, draft.settings != nil, draft.effective.onAir else { return draft }
        if !options.dryRun {
            try state(.draft) { () throws(StateError) in try store.endSilence(of: draft.name) }
        }
        return FrozenDraft(
            name: draft.name, firmware: draft.firmware, firmwareIsGiven: draft.firmwareIsGiven,
            offAir: false, files: draft.files, leftOut: draft.leftOut, refused: draft.refused)
    }

    /// Merges both sides, and leaves the draft as it is until `commitMerge`.
    ///
    /// - Returns: The merged draft, or the draft as it is where something is in the way of a file;
    ///   nil when somebody has to decide.
    private func merge(
        _ draft: FrozenDraft, _ known: Contact, _ snapshot: Snapshot, _ reading: FoxReading,
        _ work: inout RunWork, _ store: StateStore
    ) throws(SyncError) -> FrozenDraft? {
        guard let base = known.base else {
            work.refuse(
                "nothing was ever synced to this fox, so there is nothing to merge over",
                next: work.resolving(["draft", "device"]))
            return nil
        }
        // The plan holds it, and the draft stays as it is.
        if draft.files.keys.contains(where: { snapshot.obstacles[$0] != nil }) { return draft }
        let merge = Merge(draft: draft, base: base, snapshot: snapshot, reading: reading)
        guard merge.conflicts.isEmpty else {
            work.refuse(
                "changed on both sides, differently: \(merge.conflicts.joined(separator: ", "))",
                next: work.resolving(["draft", "device --force"]))
            return nil
        }
        work.take(merge.draft)
        if work.isInvalid { return nil }
        work.merged = merge.changes(of: draft, reading: reading)
        if !work.merged.isEmpty {
            work.pendingMerge = (draft, merge.draft)
            if let others = try otherFoxes(of: draft.name, store) {
                work.run.warnings.append(others)
            }
        }
        return merge.draft
    }

    /// Makes the merge of this run, if it is one, in the draft, which keeps its version before.
    func commitMerge(_ work: inout RunWork) throws(SyncError) {
        guard !options.dryRun, let merge = work.pendingMerge else { return }
        let edit = try DraftEdit(DraftStore(places), reason: "merge")
        try edit.replace(Array(merge.new.files.values), in: merge.old)
        try edit.commit()
        work.pendingMerge = nil
        work.isMerged = true
        if let unfinished = edit.unfinished { work.run.warnings.append(unfinished.reason) }
    }
}
