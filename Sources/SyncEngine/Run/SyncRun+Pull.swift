// The way back: the device's files into a draft. Nothing is written to the device.
internal import FoxSystem
internal import PicoFox

extension SyncRun {
    /// Takes the device's side into the draft, which keeps its version before.
    func pull(
        _ choice: Choice, _ work: inout RunWork, _ store: StateStore
    ) throws(SyncError) {
        let drafts = DraftStore(places)
        let isNew = !drafts.contains(choice.name)
        if isNew, let refusal = DraftName.refusal(choice.name) {
            throw SyncError(.usage, .draft, refusal)
        }
        // Nobody writes what is taken: what was seen before is looked at again.
        if !options.dryRun { try lockVolume() }
        try mayLook()
        let found = try Recogniser.recognise(volume)
        let guess = try firmwareGuess(found, store)
        let draft =
            isNew
            ? FrozenDraft(
                name: choice.name, firmware: guess.best, firmwareIsGiven: true, offAir: false,
                files: [:], leftOut: [:]) : try freeze(choice.name, store)
        work.run.firmware = draft.firmware.id
        let snapshot = try SnapshotReader.read(volume, found)
        try mayLook()
        work.compare(draft, with: guess)
        work.takeTheAir(of: snapshot, as: guess.preferring(draft.firmware).best)
        // What stands in a file's place is not the same as a file that was removed.
        let kept = draft.files.filter { snapshot.obstacles[$0.key] != nil }
        for (file, reason) in snapshot.obstacles.sorted(by: { $0.key < $1.key }) {
            work.run.warnings.append(
                "\(file) was not pulled: \(reason)"
                    + (kept[file] == nil ? "" : "; the draft keeps its own"))
        }
        let taken = snapshot.files.filter { draft.firmware.refusal(toStage: $0.key) == nil }
        let result = taken.merging(kept) { taken, _ in taken }
        let plan = Self.plan(result, draft, keeping: snapshot.obstacles)
        work.take(plan)
        work.files = Array(taken.values)
        onEvent(.planned(plan))
        let changes = plan.files.filter { $0.action != .keep }.count
        let edits = isNew ? [] : try unsynced(draft, result, store)
        let others = changes > 0 ? try otherFoxes(of: draft.name, store) : nil
        if !edits.isEmpty, !options.replacesEdits {
            work.run.facts.take(draft)
            // In the message itself, which a person is asked by.
            work.refuse(
                "the draft has changes that are on no fox, and would lose them:"
                    + " \(edits.joined(separator: ", "))" + (others.map { "; \($0)" } ?? ""),
                next: [
                    "fox-sync draft copy \(choice.name.shellWord) NAME",
                    options.again.map { "fox-sync \($0(work.deviceArgument)) --force" }
                        ?? "fox-sync pull \(work.deviceArgument) \(choice.name.shellWord) --force",
                ])
            return
        }
        work.run.facts.take(draft.replacing(result))
        work.run.result = .pulled
        let base = try state(.plan) { () throws(StateError) in try store.base(of: identity.id) }
        work.takeStaleID(plan, snapshot, base, guess.likeliest + [draft.firmware])
        if let others { work.run.warnings.append(others) }
        if options.dryRun {
            work.run.message = "would change \(changes) of the draft's files; nothing was"
            return
        }
        if changes > 0 {
            let files = result.map { DeviceFile(name: $0.key, bytes: $0.value.bytes) }
            let edit = try DraftEdit(drafts, reason: "pull")
            if isNew {
                try edit.create(
                    choice.name, files: files, options: DraftOptions(firmware: draft.firmware.id))
            } else {
                try edit.replace(files, in: draft)
            }
            try edit.commit()
            if let unfinished = edit.unfinished { work.run.warnings.append(unfinished.reason) }
        }
        work.run.message =
            changes == 0
            ? "the draft has all of it already"
            : isNew
                ? "the new draft has the fox's files"
                : "\(changes) of the draft's files now are the fox's; 'fox-sync draft undo"
                    + " \(choice.name.shellWord)' takes that back"
        let devices = try state(.record) { () throws(StateError) in try store.devices() }
        if let own = devices.first(where: { $0.id == identity.id })?.assignment?.draft,
            own != choice.name
        {
            // What the fox has compared with its own draft is as it was: a copy decides nothing.
            work.run.message += "; the fox stays with its draft '\(own)'"
            return
        }
        var files: [String: BaseFile] = [:]
        for (name, file) in snapshot.files {
            files[name] = BaseFile(file, as: name, fromDraft: taken[name] != nil)
        }
        work.base = Base(draft: choice.name, run: work.run.id, at: .now, files: files)
    }

    /// The other foxes whose next sync brings them what a change of a draft brings into it.
    ///
    /// - Parameters:
    ///   - draft: The draft's name.
    ///   - store: The state.
    /// - Returns: A sentence that names them; nil when there is none.
    /// - Throws: `SyncError` when the state cannot be read.
    func otherFoxes(of draft: String, _ store: StateStore) throws(SyncError) -> String? {
        let others = try state(.plan) { () throws(StateError) in try store.devices() }
            .filter { $0.id != identity.id && $0.assignment?.draft == draft }.sorted()
            .map { Array($0.title.utf8).printable }
        if others.isEmpty { return nil }
        let names = others.prefix(5).joined(separator: ", ")
        let more = others.count > 5 ? " and \(others.count - 5) more" : ""
        return "the draft '\(draft)' is also for \(names)\(more): the next sync changes"
            + (others.count == 1 ? " that fox" : " those foxes") + ", too"
    }

    /// What the draft has that the pull would replace, and that was never on a fox.
    private func unsynced(
        _ draft: FrozenDraft, _ new: [String: DeviceFile], _ store: StateStore
    ) throws(SyncError) -> [String] {
        let bases = try state(.plan) { () throws(StateError) in
            try store.bases(ofDraft: draft.name)
        }
        return Unsynced(draft, bases: bases, over: new.mapValues(\.bytes)).words
    }

    private static func plan(
        _ files: [String: DeviceFile], _ draft: FrozenDraft, keeping obstacles: [String: String]
    ) -> SyncPlan {
        let names = Set(files.keys).union(draft.files.keys).sorted()
        return SyncPlan(
            verdict: .pull,
            files: names.map { name in
                let (old, new) = (draft.files[name], files[name])
                let action: FilePlan.Action =
                    old?.bytes == new?.bytes ? .keep : new == nil ? .drop : .pull
                return FilePlan(
                    name: name, deviceName: new?.name, action: action, from: old?.content,
                    to: new?.content,
                    why: action == .keep
                        ? obstacles[name] ?? "the same on both sides"
                        : new == nil ? "not on the fox" : old == nil ? "new" : "differs")
            })
    }
}
