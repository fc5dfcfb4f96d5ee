// Which firmware a fox was taken for before: its settings.txt tells nothing of it any more once
// fox-sync has written it.
package import PicoFox

/// The firmware that the last run took a device for.
package struct KnownFirmware: Equatable, Sendable {
    /// The firmware.
    package let firmware: Firmware
    /// What spoke for it then, as sentences.
    package let reasons: [String]
}

extension Recogniser.Found {
    /// How a guess that holds from before says so.
    private static let mark = "as it was before the draft: "

    /// Which firmware the device seems to run, with what is known from before.
    ///
    /// What fox-sync wrote says which firmware the draft is for, and nothing of the fox. So the guess
    /// of the contact before holds until the fox shows something of its own: settings that its
    /// firmware wrote anew, or files that another one makes.
    ///
    /// - Parameters:
    ///   - base: What was last verified there, or nil at first contact.
    ///   - known: What the last run took the device for.
    /// - Returns: The guess.
    package func knownGuess(over base: Base?, known: KnownFirmware?) -> FirmwareGuess {
        let fresh = guess
        guard let base, let known, !fresh.likeliest.contains(known.firmware),
            !isWrittenAnew(since: base, as: fresh.best)
        else { return fresh }
        let own = Set(base.files.filter { $0.value.fromDraft }.keys)
        let names = files.filter { !own.contains($0.name?.lowercased() ?? "") }.map(\.nameBytes)
        guard FirmwareGuess(settings: nil, names: names).likeliest.contains(known.firmware) else {
            return fresh
        }
        var reasons = known.reasons
        if let first = reasons.first, !first.hasPrefix(Self.mark) {
            reasons[0] = Self.mark + first
        }
        return fresh.knowing(known.firmware, because: reasons)
    }

    /// Whether the device's firmware has written settings.txt since.
    ///
    /// It does so to the same meaning, or to its factory's. What a person edited there says no more
    /// of the firmware than before.
    private func isWrittenAnew(since base: Base, as firmware: Firmware) -> Bool {
        guard let old = base.files["settings.txt"]?.settings else { return true }
        if old == settings.bytes { return false }
        return Firmware.isFactory(settings.bytes)
            || EffectiveSettings.read(old, as: firmware)
                == EffectiveSettings.read(settings.bytes, as: firmware)
    }
}
