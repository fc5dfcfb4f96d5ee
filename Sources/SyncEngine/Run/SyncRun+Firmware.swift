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

    /// Holds a plan that the fox's firmware would make something else of: settings that it reads
    /// otherwise, so that it would be on another frequency, under another callsign, or on the air when
    /// it should not; or the loss of a file that it uses, and that the draft still has.
    ///
    /// - Returns: The plan, held when nobody has said that the draft's side wins: now, or to a run that
    ///   was cut and has to be finished.
    func holdForItsFirmware(
        _ plan: SyncPlan, _ draft: FrozenDraft, _ guess: FirmwareGuess, _ known: Contact
    ) -> SyncPlan {
        guard options.side != .draft, options.restoring == nil,
            !guess.likeliest.contains(draft.firmware)
        else { return plan }
        let steps = plan.steps.filter { !known.hasBegun($0) }
        let lost = Self.losses(steps, draft, guess)
        var (files, messages) = (lost.files, lost.message.map { [$0] } ?? [])
        if steps.contains(where: { $0.name == "settings.txt" }),
            let message = Self.misreading(of: draft, guess)
        {
            files.append("settings.txt")
            messages.insert(message, at: 0)
        }
        if files.isEmpty { return plan }
        return plan.waiting(
            for: Hold(
                reason: .otherFirmware, files: files, message: messages.joined(separator: "; ")))
    }

    /// Holds a plan that would undo what was edited on the fox, where only its own firmware sees that.
    func holdForUnseenEdits(
        _ plan: SyncPlan, _ reading: FoxReading, _ snapshot: Snapshot, _ known: Contact
    ) -> SyncPlan {
        guard options.side != .draft, options.restoring == nil, let firmware = reading.firmware,
            let pushed = plan.steps.first(where: { $0.name == "settings.txt" })?.payload
        else { return plan }
        let undone = reading.undone(
            base: known.base?.files["settings.txt"]?.settings, device: snapshot.settings.bytes,
            pushed: pushed)
        if undone.isEmpty { return plan }
        let hold = Hold(
            reason: .deviceEdited, files: ["settings.txt"],
            message: "edited on the fox since the last sync: settings.txt"
                + " (\(undone.map(\.key).joined(separator: ", "))), as \(firmware.id) reads it")
        return plan.waiting(for: hold, over: undone)
    }

    /// The files that a firmware which the fox likely has uses, and that the fox would lose although
    /// they are in the draft's folder: only the draft's firmware has no use for them.
    private static func losses(
        _ steps: [FilePlan], _ draft: FrozenDraft, _ guess: FirmwareGuess
    ) -> (files: [String], message: String?) {
        let left = steps.filter { $0.action == .delete && draft.reasonLeftOut($0.name) != nil }
        for firmware in guess.likeliest {
            let files = left.filter { firmware.uses($0.name) }.map(\.name)
            if files.isEmpty { continue }
            let them = files.count == 1 ? "it" : "they"
            return (
                files,
                "the fox looks like \(firmware.id), which uses \(files.joined(separator: ", ")):"
                    + " the draft '\(draft.name)' has \(files.count == 1 ? "it" : "them"), but"
                    + " \(origin(of: draft)) \(draft.firmware.id), and \(them) would be deleted from"
                    + " the fox"
            )
        }
        return ([], nil)
    }

    private static func origin(of draft: FrozenDraft) -> String {
        draft.firmwareIsGiven ? "is for" : "looks made for"
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
            return "the fox looks like \(firmware.id), which would read the draft '\(draft.name)'"
                + " otherwise than \(draft.firmware.id), which it \(origin(of: draft)):"
                + " \(words.joined(separator: ", "))"
        }
        return nil
    }
}
