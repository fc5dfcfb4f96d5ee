// What an undo does about foxes: a change of a draft may have given it to some.
internal import FoxSystem

extension DraftEdit {
    /// Gives devices back what they had before a version's change, and those after it.
    ///
    /// Only those that still have what these changes gave them: what a person decided since stays.
    func returnDevices(of version: DraftVersion, _ name: String) throws(SyncError) {
        let since = try store.versions.versions(of: name).filter { $0.number >= version.number }
        let devices = Set(since.flatMap { $0.notes.moved.keys }).sorted()
        if devices.isEmpty { return }
        let records = try inState { (state) throws(StateError) in try state.devices() }
        for device in devices {
            let moves = since.compactMap { $0.notes.moved[device] }
            guard let first = moves.first, let last = moves.last else { continue }
            var before = first.before?.read(in: name)
            // The draft may have been removed since, and this one may be about to come back.
            if let draft = before?.draft, draft != name, !contains(draft) { before = nil }
            let after = last.after?.read(in: name)
            let now = records.first { $0.id == device }?.assignment
            if now?.draft == before?.draft { continue }
            let isBack = now?.draft == after?.draft
            returned.append(
                ReturnedDevice(
                    device: device, draft: before?.draft, isBack: isBack,
                    kept: isBack ? nil : now?.draft))
            guard isBack else { continue }
            extraSteps.append(.restore(device: device, before))
            changes[name]?.moves[device] = .some(before)
        }
    }
}

extension Assignment {
    /// What stands for the draft that the notes are of: it may be renamed, and no draft's name
    /// begins with a dot.
    private static let own = "."

    /// As the notes of a version of a draft have it.
    func written(of name: String) -> Assignment {
        draft == name ? Assignment(draft: Self.own, byHand: byHand) : self
    }

    /// As it is meant, from the notes of a version of a draft.
    func read(in name: String) -> Assignment {
        draft == Self.own ? Assignment(draft: name, byHand: byHand) : self
    }
}
