// Drafts that the fox's own firmware would make something else of: what nobody has agreed to is held.
internal import PicoFox

extension Planner {
    /// Why a push waits for somebody, since the fox seems to have another firmware than the draft's:
    /// it would do something else on the air, or lose a file that it uses and the draft still has, or
    /// lose an edit that only it sees.
    ///
    /// What a run that was cut has begun is finished, as a person has said then.
    ///
    /// - Parameter plan: What would happen otherwise.
    /// - Returns: The decision, and the edits that the push would undo; nil when nothing is in the way.
    func holdForTheFirmware(of plan: SyncPlan) -> (hold: Hold, undone: [SettingChange])? {
        let reading = FoxReading(policy.likely, besides: draft.firmware)
        guard !policy.anyFirmware, !policy.isRestore, !reading.firmwares.isEmpty else { return nil }
        let steps = plan.steps.filter {
            ![.removeID, .removeTemporary, .rename].contains($0.action) && !hasBegun($0)
        }
        let lost = losses(steps, reading.firmwares)
        var (files, messages) = (lost.files, lost.message.map { [$0] } ?? [])
        if let message = steps.isEmpty ? nil : misreading(plan, reading.firmwares) {
            let names = steps.map(\.name)
            files += names.contains("settings.txt") ? ["settings.txt"] : names
            messages.insert(message, at: 0)
        }
        let undone = unseenEdits(plan, reading)
        if let firmware = reading.firmware, !undone.isEmpty {
            files.append("settings.txt")
            messages.insert(
                "edited on the fox since the last sync: settings.txt"
                    + " (\(undone.map(\.key).joined(separator: ", "))), as \(firmware.id) reads it",
                at: 0)
        }
        if messages.isEmpty { return nil }
        let hold = Hold(
            reason: undone.isEmpty ? .otherFirmware : .deviceEdited, files: Set(files).sorted(),
            message: messages.joined(separator: "; "), isPushed: true)
        return (hold, undone)
    }

    /// Whether a run that has to be finished was to make the same of a file.
    private func hasBegun(_ step: FilePlan) -> Bool {
        policy.begun.contains { begun in
            begun.file == step.name
                && (begun.to == step.to
                    || Recovery.target(of: begun, draft.files[step.name]) != nil)
        }
    }

    /// The edits on the fox that the push would undo, and that only the fox's firmware sees.
    private func unseenEdits(_ plan: SyncPlan, _ reading: FoxReading) -> [SettingChange] {
        guard let pushed = plan.steps.first(where: { $0.name == "settings.txt" })?.payload else {
            return []
        }
        return reading.undone(
            base: base?.files["settings.txt"]?.settings, device: snapshot.settings.bytes,
            pushed: pushed)
    }

    /// The files that a firmware which the fox likely has uses, and that the fox would lose although
    /// they are in the draft's folder: only the draft's firmware has no use for them.
    private func losses(
        _ steps: [FilePlan], _ likely: [Firmware]
    ) -> (files: [String], message: String?) {
        let left = steps.filter { $0.action == .delete && draft.reasonLeftOut($0.name) != nil }
        for firmware in likely {
            let files = left.filter { firmware.uses($0.name) }.map(\.name)
            if files.isEmpty { continue }
            let them = files.count == 1 ? "it" : "they"
            return (
                files,
                "the fox looks like \(firmware.id), which uses \(files.joined(separator: ", ")):"
                    + " the draft '\(draft.name)' has \(files.count == 1 ? "it" : "them"), but"
                    + " \(origin) \(draft.firmware.id), and \(them) would be deleted from the fox"
            )
        }
        return ([], nil)
    }

    private var origin: String { draft.firmwareIsGiven ? "is for" : "looks made for" }

    /// What a firmware that the fox likely has would do otherwise with the same files, or nil.
    private func misreading(_ plan: SyncPlan, _ likely: [Firmware]) -> String? {
        let meant = behaviour(plan, as: draft.firmware)
        for firmware in likely {
            let words = meant.differences(to: behaviour(plan, as: firmware))
            if words.isEmpty { continue }
            return "the fox looks like \(firmware.id), which would read the draft '\(draft.name)'"
                + " otherwise than \(draft.firmware.id), which it \(origin):"
                + " \(words.map { Array($0.utf8).printable }.joined(separator: ", "))"
        }
        return nil
    }

    /// What a firmware does with the draft's files and with those that stay on the fox.
    ///
    /// Audio that the firmware made itself is what it makes where there is none.
    private func behaviour(_ plan: SyncPlan, as firmware: Firmware) -> AirBehaviour {
        let staying = plan.files.filter { $0.action == .leave }
            .compactMap { snapshot.files[$0.name] }
            .filter { firmware.uses($0.name) && !WavFile.isFactory($0.bytes) }
            .map { file in
                let name = firmware.canonicalName(for: file.name) ?? file.name
                return (name, DeviceFile(name: name, bytes: file.bytes))
            }
        let all = draft.files.filter { firmware.uses($0.key) }
            .merging(staying) { own, _ in own }
        return AirBehaviour(draft.settings ?? [], files: all.staged, as: firmware)
    }
}
