// One file seen from its three sides, and what follows for it alone.
internal import PicoFox

/// A file as draft, base and device have it.
struct FileSides: Equatable, Sendable {
    let name: String
    let firmware: Firmware
    let draft: DeviceFile?
    let base: BaseFile?
    let device: DeviceFile?
    let obstacle: String?
    /// False for what a cut run wrote and never proved.
    var isProven = true
    /// True for what is neither as it was nor as an unfinished run was to make it.
    var isTorn = false
    /// True when the whole device was reset since the base.
    var hasFallenBack = false
    /// Whether a name that is spelled otherwise is put right, too.
    var respells = false

    private var isSettings: Bool { name == "settings.txt" }

    private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        if left == right { return true }
        guard isSettings else { return false }
        return EffectiveSettings.read(left, as: firmware)
            == EffectiveSettings.read(right, as: firmware)
    }

    /// By digests, which were computed when the file was read: megabytes are not looked at again.
    private func isSame(_ file: DeviceFile?, _ base: BaseFile?) -> Bool {
        guard let file, let base else { return file == nil && base == nil }
        if file.content == FileContent(digest: base.digest, size: base.size) { return true }
        guard let settings = base.settings else { return false }
        return isSame(file.bytes, settings)
    }

    private var sameDeviceAndBase: Bool { isSame(device, base) }

    /// Whether device and draft come to the same.
    ///
    /// What a cut run was writing and left neither old nor new is damaged, whatever its keys mean.
    var sameDraftAndDevice: Bool {
        isTorn ? draft?.content == device?.content : meansDraft
    }

    /// Whether the device's file means what the draft's does, so that nobody's edit is in it.
    private var meansDraft: Bool {
        guard let draft, let device else { return draft == nil && device == nil }
        return draft.content == device.content
            || (isSettings && isSame(draft.bytes, device.bytes))
    }

    /// Whether the draft wants something else than the base.
    var isDraftChanged: Bool {
        if draft == nil { return base?.fromDraft == true }
        return !isSame(draft, base)
    }

    /// Whether the file is the draft's affair: staged now, or put on the device by an earlier push.
    private var concernsDraft: Bool { draft != nil || base?.fromDraft == true }

    /// Whether the device's file was changed since the base, otherwise than in the draft.
    var isEdited: Bool { concernsDraft && !meansDraft && !sameDeviceAndBase }

    /// Whether the device's file went since the base, and the firmware made its own instead.
    ///
    /// settings.txt tells of the whole device. On one that was reset nobody removed what is missing,
    /// and any WAV may be the firmware's own.
    var isReset: Bool {
        guard isEdited else { return false }
        guard !isSettings, let device else { return hasFallenBack }
        return (name == "audio.wav" || hasFallenBack) && WavFile.isFactory(device.bytes)
    }

    /// Whether somebody put audio onto a fox that was reset: audio that the draft knows nothing of, and
    /// that the fox would be on the air with as soon as it had the draft's settings.
    var isOthersAudio: Bool {
        guard hasFallenBack, !concernsDraft, let device else { return false }
        return firmware.plays(name) && !sameDeviceAndBase && !WavFile.isFactory(device.bytes)
    }

    /// Whether a reset took what an earlier push had put on the device.
    var isPutBack: Bool { isReset && base?.fromDraft == true }

    /// What differs between base and device, key by key.
    var editedKeys: [SettingChange] { typedChanges(from: base?.settings, to: device?.bytes) }

    /// What was edited on both sides, differently: what a merge cannot bring together.
    var disputedKeys: [SettingChange] {
        let apart = Set(typedChanges(from: device?.bytes, to: draft?.bytes).map(\.key))
        let inDraft = Set(draftKeys.map(\.key))
        return editedKeys.filter { apart.contains($0.key) && inDraft.contains($0.key) }
    }

    /// Whether both sides were edited in different keys only.
    var isEditedApart: Bool { !editedKeys.isEmpty && disputedKeys.isEmpty }

    /// What differs between base and draft, key by key.
    var draftKeys: [SettingChange] { typedChanges(from: base?.settings, to: draft?.bytes) }

    private func changes(from old: [UInt8]?, to new: [UInt8]?) -> [SettingChange] {
        changes(from: old, to: new, EffectiveSettings.read)
    }

    /// What somebody has typed, without what the firmware derives of it.
    private func typedChanges(from old: [UInt8]?, to new: [UInt8]?) -> [SettingChange] {
        changes(from: old, to: new, EffectiveSettings.typed)
    }

    private func changes(
        from old: [UInt8]?, to new: [UInt8]?, _ read: ([UInt8], Firmware) -> EffectiveSettings
    ) -> [SettingChange] {
        guard isSettings, let old, let new else { return [] }
        return SettingChange.between(read(old, firmware), read(new, firmware))
    }

    private func file(
        _ action: FilePlan.Action, to: FileContent?, payload: [UInt8]? = nil, _ why: String,
        changes: [SettingChange] = []
    ) -> FilePlan {
        FilePlan(
            name: name, deviceName: device?.name, action: action, from: device?.content, to: to,
            payload: payload, why: why, changes: changes)
    }

    /// The plan when nothing is held.
    ///
    /// - Parameters:
    ///   - isFirstContact: Whether there is no base.
    ///   - isRestore: Whether a backup goes onto the device, and not the draft.
    ///   - whyGone: Why the draft does not have the file, where the device is to lose it.
    /// - Returns: What happens to the file.
    func decided(isFirstContact: Bool, isRestore: Bool = false, whyGone: String) -> FilePlan {
        guard let draft else {
            if device == nil, !isProven {
                return file(
                    .delete, to: nil, "removed by an unfinished run, and still on the medium")
            }
            guard base?.fromDraft == true else {
                return file(.leave, to: device?.content, "on the fox, and not from a draft")
            }
            return device == nil
                ? file(.record, to: nil, "gone from both")
                : file(.delete, to: nil, whyGone)
        }
        if sameDraftAndDevice, !isProven, let device {
            return file(
                .replace, to: device.content, payload: device.bytes,
                "written by a run that was cut, and not proven")
        }
        if sameDraftAndDevice, let device, let whyRenamed, respells || isUnderTemporaryName {
            return file(.rename, to: device.content, payload: device.bytes, whyRenamed)
        }
        if sameDraftAndDevice {
            let isKnown = isSame(draft, base) && base?.fromDraft == true
            return isKnown
                ? file(.keep, to: device?.content, "as it was")
                : file(.record, to: device?.content, "the same on both sides")
        }
        // Settings that fit in place are padded, never shrunk: the plan knows the very bytes.
        let padded = isSettings ? Padding.target(for: draft.bytes, over: device?.bytes) : nil
        let changed = told(changes(from: device?.bytes, to: draft.bytes))
        let keys = changed.map { $0.words }
        let why =
            device == nil
            ? (base == nil ? "new" : "missing on the fox")
            : isTorn
                ? "neither as it was nor as a cut run was to write it"
                : !keys.isEmpty
                    ? keys.joined(separator: ", ")
                    : isRestore
                        ? "as in the backup"
                        : isFirstContact ? "first push" : whyReplaced
        return file(
            device == nil ? .create : .replace,
            to: padded.map { FileContent(of: $0) } ?? draft.content,
            payload: padded ?? draft.bytes,
            [why, whyRenamed].compactMap(\.self).joined(separator: "; "),
            changes: changed)
    }

    private var isUnderTemporaryName: Bool {
        DeviceWriter.temporaryNames.contains(device?.name.lowercased() ?? "")
    }

    /// How the device spells the name, when that is not as it shall be.
    private var whyRenamed: String? {
        guard let device, device.name != name else { return nil }
        return "named \(Array(device.name.utf8).printable) on the fox"
    }

    /// Which side made the difference that a push ends.
    private var whyReplaced: String {
        if isPutBack { return "reset to factory on the fox" }
        if !isEdited || isReset { return "changed in the draft" }
        return isDraftChanged
            ? "edited on the fox and in the draft; the draft wins"
            : "edited on the fox; the draft wins"
    }

    /// The plan of a file that the decision is about.
    func held(_ hold: Hold) -> FilePlan {
        let why =
            switch hold.reason {
            case _ where isTorn: "neither as it was nor as an unfinished run wrote it"
            case .deviceEdited where isReset, .conflict where isReset: "reset to factory on the fox"
            case .firstContact: "differs, and was never synced here"
            case .deviceEdited: "edited on the fox"
            case .conflict:
                isDraftChanged ? "edited on the fox and in the draft" : "edited on the fox"
            case .deviceReset: "reset to factory on the fox"
            case .otherFirmware: "read otherwise on the fox"
            case .obstacle: obstacle ?? ""
            }
        return file(
            .hold, to: draft?.content, why,
            changes: told(decisive))
    }

    /// The changes as they are told: a key that is not in the device's file has no value there, whatever
    /// the draft's firmware would take in its place.
    private func told(_ changes: [SettingChange]) -> [SettingChange] {
        guard let device else { return changes }
        let there = firmware.keysRead(in: device.bytes)
        return changes.map {
            there.contains($0.key) ? $0 : SettingChange(key: $0.key, from: nil, to: $0.to)
        }
    }

    /// What a decision is about: what somebody typed otherwise, and acts otherwise.
    private var decisive: [SettingChange] {
        let acting = Set(changes(from: device?.bytes, to: draft?.bytes).map(\.key))
        return typedChanges(from: device?.bytes, to: draft?.bytes)
            .filter { acting.contains($0.key) }
    }

    /// The plan of a file that waits because another one is held.
    var waiting: FilePlan {
        guard concernsDraft else {
            return file(.leave, to: device?.content, "on the fox, and not from a draft")
        }
        return sameDraftAndDevice
            ? file(.keep, to: device?.content, "the same on both sides")
            : file(.hold, to: draft?.content, "waits for the others")
    }
}

extension Snapshot {
    /// Whether the device was reset since the base: its settings are a firmware's own, and were not.
    func hasFallenBack(from base: Base) -> Bool {
        let before = base.files["settings.txt"]?.settings
        return Firmware.isFactory(settings.bytes) && !(before.map(Firmware.isFactory) ?? false)
    }
}
