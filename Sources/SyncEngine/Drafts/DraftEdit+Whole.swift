// Changes of whole drafts: removing, renaming, bringing a version back.
internal import FoxSystem
package import PicoFox

extension DraftEdit {
    /// Removes a draft; its version before is kept, and its devices have no draft any more.
    ///
    /// - Parameter name: The draft's name.
    /// - Throws: `SyncError` when there is no such draft, or something in it that a version could
    ///   not bring back.
    package func delete(_ name: String) throws(SyncError) {
        guard contains(name) else { throw store.notFound(name) }
        let entries = try DraftEntries(of: store.path(of: name))
        for entry in entries.names where entries.kind(of: entry) != .regular {
            throw SyncError(
                .refused, .draft,
                "\(store.path(of: name))/\(Array(entry.utf8).printable) is no plain file, and"
                    + " could not be brought back: remove it by hand first")
        }
        try refuseTooLarge(name) { _ in true }
        var change = changes[name] ?? Change()
        change.stays = false
        for entry in entries.names { change.files[entry] = .some(nil) }
        changes[name] = change
    }

    /// Refuses to replace or remove a file that no version of the draft could have.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - isConcerned: Whether the change is about a file of this name.
    /// - Throws: `SyncError` that names the file.
    func refuseTooLarge(
        _ name: String, _ isConcerned: (String) -> Bool
    ) throws(SyncError) {
        guard contains(name) else { return }
        let entries = try DraftEntries(of: store.path(of: name))
        for entry in entries.names
        where isConcerned(entry) && entries.size(of: entry) > DraftStore.byteLimit {
            throw SyncError(
                .refused, .draft,
                "\(store.path(of: name))/\(Array(entry.utf8).printable) is too large to be kept:"
                    + " remove it by hand first")
        }
    }

    /// Renames a draft; its versions, its devices, their bases and its options follow.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - other: Its new name.
    /// - Throws: `SyncError` for a name that no draft can have, or that one has already.
    package func rename(_ name: String, to other: String) throws(SyncError) {
        guard contains(name) else { throw store.notFound(name) }
        if let refusal = DraftName.refusal(other) { throw SyncError(.usage, .draft, refusal) }
        let taken = try names().first { $0 != name && $0.lowercased() == other.lowercased() }
        let isThere = (try? Folder.status(store.path(of: other))) != nil
        if let found = taken ?? (isThere ? other : nil) {
            throw SyncError(.refused, .draft, "there is a draft '\(found)' already")
        }
        renames.append((name, other))
    }

    /// Brings back a version of a draft, which may have been removed since.
    ///
    /// - Parameters:
    ///   - version: One of its versions.
    ///   - name: The draft's name.
    /// - Throws: `SyncError`.
    package func bringBack(_ version: DraftVersion, of name: String) throws(SyncError) {
        if version.notes.isAbsent {
            if contains(name) { try delete(name) }
            try noteUndo(version, of: name)
            return try returnDevices(of: version, name)
        }
        try refuseTooLarge(name, DraftStore.isUsed)
        var change = Change()
        let files = try store.versions.files(of: version)
        for file in files { change.files[file.name] = .some(file.bytes) }
        let kept = Set(files.map(\.name))
        // What is there now and was not then; what no firmware uses was not kept, unless a change
        // was about it.
        let touched = Set(
            try store.versions.versions(of: name).filter { $0.number >= version.number }
                .flatMap { $0.notes.after.keys })
        for file in try store.kept(name, touching: touched) where !kept.contains(file.name) {
            change.files[file.name] = .some(nil)
        }
        change.options = version.notes.options
        changes[name] = change
        try noteUndo(version, of: name)
        for (device, byHand) in version.notes.devices {
            extraSteps.append(.assign(draft: name, device: device, byHand: byHand))
        }
        try returnDevices(of: version, name)
    }

    private func noteUndo(_ version: DraftVersion, of name: String) throws(SyncError) {
        let newest = try store.versions.versions(of: name).last?.number ?? 0
        changes[name]?.notes.back = newest + 1 - version.number
        changes[name]?.notes.what = "to \(version.number)"
    }

    /// Whether a draft was changed by something else since fox-sync changed it last.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: The names of the files that are other than that change left them.
    /// - Throws: `SyncError`.
    package func editedSince(_ name: String) throws(SyncError) -> [String] {
        guard let last = try store.versions.versions(of: name).last else { return [] }
        let now = try store.kept(name, touching: Set(last.notes.after.keys))
        let present = Dictionary(now.map { ($0.name, $0.content.digest) }) { first, _ in first }
        return Set(present.keys).union(last.notes.after.keys)
            .filter { present[$0] != last.notes.after[$0] }.sorted()
    }
}

extension DraftEdit {
    /// Makes the audio files of the foxes that have a draft the draft's own, though it has none.
    ///
    /// With the next sync they are deleted there, and the firmware makes or plays its own: a file that
    /// no draft put on a fox would otherwise be left alone.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - firmware: Its firmware.
    package func claimAudio(of name: String, _ firmware: Firmware) {
        for file in firmware.audio.names { extraSteps.append(.claim(draft: name, file: file)) }
    }

    /// Gives a draft to a device, which need never have been seen.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - device: The device's identity.
    package func assign(_ name: String, to device: String) {
        extraSteps.append(.give(draft: name, device: device))
        changes[name, default: Change()].moves[device] = .some(
            Assignment(draft: name, byHand: true))
    }
}
