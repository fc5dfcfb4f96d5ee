// What the fox's own firmware makes of settings.txt, where the draft is for another one: keys that the
// draft's firmware does not know, or reads otherwise, can be edited on the fox all the same.
internal import PicoFox

/// The firmwares that a fox likely has, none of which the draft is for: how they read its settings.
struct FoxReading: Equatable, Sendable {
    /// The firmwares, the likeliest first; none where the draft is for one of them.
    let firmwares: [Firmware]

    /// The likeliest firmware; nil where the draft's own may be it.
    var firmware: Firmware? { firmwares.first }

    /// A fox whose firmware the draft is for.
    static let asTheDraft = FoxReading(firmwares: [])

    private init(firmwares: [Firmware]) { self.firmwares = firmwares }

    /// Describes who reads a draft's settings.
    ///
    /// - Parameters:
    ///   - likely: The firmwares that the fox likely has, the likeliest first.
    ///   - firmware: The firmware that the draft is for.
    init(_ likely: [Firmware], besides firmware: Firmware) {
        firmwares = likely.contains(firmware) ? [] : likely
    }

    /// What somebody has edited on the fox.
    ///
    /// What the firmware adds, fills in or corrects at its start comes to the same when it reads that,
    /// and what it makes of a reset is nobody's. Of several likely firmwares each has to see an edit.
    ///
    /// - Parameters:
    ///   - base: The settings at the last sync; nil when they are not known.
    ///   - device: The settings that the fox has now.
    /// - Returns: What differs, key by key.
    func edits(from base: [UInt8]?, to device: [UInt8]?) -> [SettingChange] {
        guard let base, let device, base != device, !Firmware.isFactory(device),
            !changes(from: base, to: device).isEmpty
        else { return [] }
        let seen = firmwares.map { SettingChange.typed(from: base, to: device, as: $0) }
        let keys = seen.map { Set($0.map(\.key)) }
        return (seen.first ?? []).filter { change in keys.allSatisfy { $0.contains(change.key) } }
    }

    /// What new settings change for the likeliest firmware, also what it derives of them.
    ///
    /// - Parameters:
    ///   - old: The settings before.
    ///   - new: The settings afterwards.
    /// - Returns: What differs, key by key.
    func changes(from old: [UInt8], to new: [UInt8]) -> [SettingChange] {
        guard let firmware else { return [] }
        return SettingChange.between(
            EffectiveSettings.read(old, as: firmware), EffectiveSettings.read(new, as: firmware))
    }

    /// What was edited on the fox, and a push would undo unseen.
    ///
    /// - Parameters:
    ///   - base: The settings at the last sync; nil when they are not known.
    ///   - device: The settings that the fox has now.
    ///   - pushed: The settings that it would have.
    /// - Returns: What the push changes of it, key by key.
    func undone(base: [UInt8]?, device: [UInt8], pushed: [UInt8]) -> [SettingChange] {
        let edited = Set(edits(from: base, to: device).map(\.key))
        return changes(from: device, to: pushed).filter { edited.contains($0.key) }
    }

    /// Takes what was edited on the fox into a draft's settings.
    ///
    /// - Parameters:
    ///   - document: The draft's settings, with what its own firmware sees of the edits.
    ///   - base: The settings at the last sync.
    ///   - device: The settings that the fox has now.
    ///   - meant: The firmware that the draft is for: what it reads stays as it is.
    /// - Returns: The keys that cannot be taken: they were changed in the draft, too, or mean something
    ///   else to the draft's firmware.
    func take(
        into document: inout SettingsDocument, base: [UInt8], device: [UInt8], for meant: Firmware
    ) -> [String] {
        guard let firmware else { return [] }
        var conflicts: [String] = []
        for edit in edits(from: base, to: device) {
            let ours = EffectiveSettings.typed(document.bytes, as: firmware).values[edit.key]
            if ours?.settingsText == edit.to { continue }
            guard ours?.settingsText == edit.from, meant.rule(for: edit.key) == nil,
                let value = edit.to
            else {
                conflicts.append(edit.key)
                continue
            }
            var edited = document
            edited.set(edit.key, to: value, for: firmware)
            if EffectiveSettings.read(edited.bytes, as: meant)
                == EffectiveSettings.read(document.bytes, as: meant)
            {
                document = edited
            } else {
                conflicts.append(edit.key)
            }
        }
        return conflicts
    }
}

extension SettingChange {
    /// What differs between two settings, key by key, without what a firmware derives of it.
    ///
    /// - Parameters:
    ///   - old: The settings before.
    ///   - new: The settings afterwards.
    ///   - firmware: Whose reading.
    /// - Returns: The changes in alphabetical order.
    static func typed(from old: [UInt8], to new: [UInt8], as firmware: Firmware) -> [SettingChange]
    {
        between(
            EffectiveSettings.typed(old, as: firmware), EffectiveSettings.typed(new, as: firmware))
    }

    /// What differs between two readings of one firmware.
    static func between(
        _ before: EffectiveSettings, _ after: EffectiveSettings
    ) -> [SettingChange] {
        after.changedKeys(from: before).map {
            SettingChange(
                key: $0, from: before.values[$0]?.settingsText, to: after.values[$0]?.settingsText)
        }
    }
}
