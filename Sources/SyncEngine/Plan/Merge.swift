// Bringing two edited sides together: key by key for settings, file by file for the rest.
internal import PicoFox

/// The merge of a draft and a device over their base: a pure function.
package struct Merge: Equatable, Sendable {
    /// The draft with the device's edits in it.
    package let draft: FrozenDraft
    /// What was edited on both sides, differently: keys of settings, or whole files.
    package let conflicts: [String]
    /// Files of the draft that the merge changes or adds, and those that it removes.
    package let changed: [String]
    /// Files that were removed on the device and unchanged in the draft.
    package let removed: [String]

    /// Merges.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - base: What both came from.
    ///   - snapshot: What is on the device.
    ///   - reading: How the device's own firmware reads settings.
    init(
        draft: FrozenDraft, base: Base, snapshot: Snapshot, reading: FoxReading = .asTheDraft
    ) {
        var files = draft.files
        let hasFallenBack = snapshot.hasFallenBack(from: base)
        var conflicts: [String] = []
        for name in Set(draft.files.keys).union(snapshot.files.keys).union(base.files.keys).sorted()
        {
            // What stands in a file's place says nothing of the file: the draft keeps its own.
            if snapshot.obstacles[name] != nil { continue }
            let sides = FileSides(
                name: name, firmware: draft.firmware, draft: draft.files[name],
                base: base.files[name], device: snapshot.files[name], obstacle: nil,
                hasFallenBack: hasFallenBack)
            let unseen =
                name == "settings.txt"
                ? reading.edits(
                    from: base.files[name]?.settings, to: snapshot.files[name]?.bytes) : []
            // What the firmware made of a file that is gone is nobody's edit.
            guard sides.isEdited || !unseen.isEmpty, !sides.isReset else { continue }
            if name == "settings.txt", let old = base.files[name]?.settings,
                let ours = draft.files[name]?.bytes, let theirs = snapshot.files[name]?.bytes
            {
                let merged = Self.settings(
                    draft: ours, base: old, device: theirs, firmware: draft.firmware,
                    reading: reading)
                conflicts += merged.conflicts
                files[name] = DeviceFile(name: name, bytes: merged.bytes)
            } else if sides.isDraftChanged {
                conflicts.append(name)
            } else {
                files[name] = snapshot.files[name].map { DeviceFile(name: name, bytes: $0.bytes) }
            }
        }
        self.draft = draft.replacing(files)
        self.conflicts = conflicts
        changed = files.keys.filter { files[$0] != draft.files[$0] }.sorted()
        removed = draft.files.keys.filter { files[$0] == nil }.sorted()
    }

    /// What the merge does to the draft's files, one row each.
    ///
    /// - Parameters:
    ///   - old: The draft before.
    ///   - reading: How the device's own firmware reads settings.
    /// - Returns: The rows; the sizes are those of the draft's files before and after.
    func changes(of old: FrozenDraft, reading: FoxReading = .asTheDraft) -> [FilePlan] {
        (changed + removed).map { name in
            let (before, after) = (old.files[name], draft.files[name])
            let sides = FileSides(
                name: name, firmware: draft.firmware, draft: after,
                base: before.map { BaseFile($0, as: name, fromDraft: true) }, device: nil,
                obstacle: nil)
            var changed = sides.draftKeys
            if name == "settings.txt", let before, let after {
                changed += reading.changes(from: before.bytes, to: after.bytes).filter { change in
                    old.firmware.rule(for: change.key) == nil
                }
            }
            let keys = changed.map(\.words).joined(separator: ", ")
            let why =
                after == nil
                ? "removed on the fox"
                : !keys.isEmpty ? keys : before == nil ? "new on the fox" : "edited on the fox"
            return FilePlan(
                name: name, action: after == nil ? .drop : .pull, from: before?.content,
                to: after?.content, why: why)
        }
    }

    /// Merges settings: a key that only the device changed takes the device's value.
    static func settings(
        draft: [UInt8], base: [UInt8], device: [UInt8], firmware: Firmware,
        reading: FoxReading = .asTheDraft
    ) -> (bytes: [UInt8], conflicts: [String]) {
        let ours = EffectiveSettings.typed(draft, as: firmware)
        let old = EffectiveSettings.typed(base, as: firmware)
        let theirs = EffectiveSettings.typed(device, as: firmware)
        var document = SettingsDocument(draft)
        var conflicts: [String] = []
        for key in theirs.changedKeys(from: old) where theirs.values[key] != ours.values[key] {
            if ours.values[key] != old.values[key] {
                conflicts.append(key)
            } else if let value = theirs.values[key] {
                document.set(key, to: value.settingsText, for: firmware)
            }
        }
        let others = reading.take(into: &document, base: base, device: device, for: firmware)
        return (document.bytes, conflicts + others.filter { !conflicts.contains($0) })
    }
}

extension FrozenDraft {
    /// The same draft with other files.
    ///
    /// - Parameter files: The files by name.
    /// - Returns: The draft.
    package func replacing(_ files: [String: DeviceFile]) -> FrozenDraft {
        FrozenDraft(
            name: name, firmware: firmware, firmwareIsGiven: firmwareIsGiven, offAir: offAir,
            files: files, leftOut: leftOut, refused: refused)
    }
}
