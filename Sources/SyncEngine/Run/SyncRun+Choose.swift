// Choosing the draft of a run, and freezing it.

extension SyncRun {
    /// The draft that was chosen, and how it came about.
    struct Choice {
        /// The draft's name.
        let name: String
        /// Whether a person named it for this device.
        let byHand: Bool
        /// Whether it is assigned to the device.
        let isAssigned: Bool
    }

    /// Chooses the draft.
    ///
    /// - Returns: The choice, or nil: then the run says why there is none.
    func choose(_ work: inout RunWork, _ store: StateStore) throws(SyncError) -> Choice? {
        let drafts = try DraftStore(places).names()
        var found = try lookUp(drafts, store)
        if case .draft(_, byHand: false, assigned: false) = found, !options.dryRun {
            // Others may have taken it while this run waited.
            work.claim = try DeviceLock.firstContact(folder: places.locks, stop: stop) {
                onEvent(.waitingForDraft(holder: $0))
            }
            found = try lookUp(drafts, store)
        }
        switch found {
        case .draft(let name, let byHand, let assigned):
            work.run.draft = name
            work.draftIsFree = !byHand && !assigned
            return Choice(name: name, byHand: byHand, isAssigned: assigned)
        case .none where options.restoring != nil:
            return Choice(name: "backup", byHand: true, isAssigned: false)
        case .none(let reason):
            work.run.result = .noDraft
            work.run.message = "no draft for this fox: \(reason)"
            for (name, words) in DraftStore(places).links().sorted(by: { $0.key < $1.key }) {
                work.run.message += "; '\(name)' is not used: it is \(words)"
            }
            work.run.next = [
                drafts.isEmpty
                    ? "fox-sync draft new NAME" : "fox-sync assign \(work.deviceArgument) DRAFT"
            ]
            return nil
        }
    }

    private func lookUp(
        _ drafts: [String], _ store: StateStore
    ) throws(SyncError) -> DraftChooser.Choice {
        let devices = try state(.draft) { () throws(StateError) in try store.devices() }
        return DraftChooser.choose(
            wanted: options.draft, device: identity.id, devices: devices, drafts: drafts)
    }

    /// Reads a draft with what was said of it.
    func freeze(_ name: String, _ store: StateStore) throws(SyncError) -> FrozenDraft {
        try DraftStore(places).freeze(name) { () throws(SyncError) in
            try state(.draft) { () throws(StateError) in try store.options(of: name) }
        }
    }
}
