// Which firmware the fox seems to run, and drafts that it would read otherwise than they are meant.
internal import PicoFox

extension SyncRun {
    /// Which firmware the device seems to run, with what earlier runs took it for.
    func firmwareGuess(
        _ found: Recogniser.Found, _ store: StateStore
    ) throws(SyncError) -> FirmwareGuess {
        let base = try state(.identify) { () throws(StateError) in
            try store.base(of: identity.id)
        }
        return try firmwareGuess(found, over: base, store)
    }

    /// The same, over what unfinished runs got done, too.
    func firmwareGuess(
        _ found: Recogniser.Found, over base: Base?, _ store: StateStore
    ) throws(SyncError) -> FirmwareGuess {
        let known = try state(.identify) { () throws(StateError) in
            try store.knownFirmware(of: identity.id)
        }
        return found.knownGuess(over: base, known: known)
    }

    /// Holds a plan that would put settings on the fox which its firmware reads otherwise: it would
    /// be on another frequency, under another callsign, or on the air when it should not.
    ///
    /// - Returns: The plan, held when nobody has said that the draft's side wins: now, or to a run that
    ///   was cut and has to be finished.
    func holdWhatIsMisread(
        _ plan: SyncPlan, _ draft: FrozenDraft, _ guess: FirmwareGuess, _ known: Contact
    ) -> SyncPlan {
        guard options.side != .draft, options.restoring == nil,
            let settings = plan.steps.first(where: { $0.name == "settings.txt" }),
            !known.begunSettings.contains(where: { $0 == settings.to }),
            let message = Self.misreading(of: draft, guess)
        else { return plan }
        return plan.waiting(
            for: Hold(reason: .otherFirmware, files: ["settings.txt"], message: message))
    }

    /// The commands that go on where a draft would be misread.
    func waysOn(_ draft: FrozenDraft, _ guess: FirmwareGuess, device: String) -> [String] {
        let name = options.draft.map { " --draft \($0.shellWord)" } ?? ""
        // Where fox-sync mounts by itself, nobody else sees the folder.
        let again =
            makeWritable == nil
            ? "fox-sync sync --volume \(volumePath.shellWord)\(name) --force"
            : "fox-sync resolve \(device) --keep draft\(name)"
        return ["fox-sync draft set \(draft.name.shellWord) --firmware \(guess.best.id)", again]
    }

    /// How a firmware that the fox likely has would read the draft otherwise, or nil.
    private static func misreading(of draft: FrozenDraft, _ guess: FirmwareGuess) -> String? {
        guard !guess.likeliest.contains(draft.firmware) else { return nil }
        let meant = draft.effective
        for firmware in guess.likeliest {
            let read = EffectiveSettings.read(draft.settings ?? [], as: firmware)
            var words: [String] = []
            if read.values["CALLSIGN"] != meant.values["CALLSIGN"] {
                words.append(
                    SettingChange(key: "CALLSIGN", from: meant.callsign, to: read.callsign).words)
            }
            if read.hertz != meant.hertz {
                let (from, to) = (meant.hertz, read.hertz)
                words.append(
                    SettingChange(
                        key: "FREQ_MHZ", from: FrequencyText.short(hertz: from),
                        to: FrequencyText.short(hertz: to)
                    ).words)
            }
            if read.onAir != meant.onAir {
                words.append(read.offAirReason.map { "off the air, as \($0)" } ?? "on the air")
            }
            if words.isEmpty { continue }
            let origin = draft.firmwareIsGiven ? "is for" : "looks made for"
            return "the fox looks like \(firmware.id), which would read the draft '\(draft.name)'"
                + " otherwise than \(draft.firmware.id), which it \(origin):"
                + " \(words.joined(separator: ", "))"
        }
        return nil
    }
}
