// The three-way comparison: a pure function of draft, base and snapshot.
package import PicoFox

// Settings are compared by what the draft's firmware makes of them, key by key; everything else by
// its bytes. One file that needs a decision holds all: there is no half-synced fox.

/// Makes plans.
package struct Planner: Sendable {
    /// What is known beside the three sides.
    package struct Policy: Equatable, Sendable {
        /// A person named this draft for this device.
        package var byHand = false
        /// The draft is assigned to this device, by a person or by an earlier push.
        package var isAssigned = false
        /// The draft's side wins wherever a decision is needed.
        package var force = false

        /// The journal says that a temporary file on the device is fox-sync's own.
        package var ownsTemporary = false
        /// Files that a cut run wrote and never proved: they are written again.
        package var unproven: Set<String> = []
        /// Files that are neither what they were nor what such a run was to make of them.
        package var torn: Set<String> = []
        /// A backup goes onto the device, and not the draft.
        package var isRestore = false
        /// The firmwares that the fox likely has, the likeliest first; none where nothing is known.
        package var likely: [Firmware] = []
        /// A person has said that the draft goes onto the fox whatever its firmware makes of it.
        package var anyFirmware = false
        /// What runs were to do that were cut and have to be finished.
        package var begun: [StepRecord] = []

        /// Describes the policy; the default is that of a device nobody has said anything of.
        package init(
            byHand: Bool = false, isAssigned: Bool = false, force: Bool = false,
            ownsTemporary: Bool = false, unproven: Set<String> = [],
            torn: Set<String> = [], isRestore: Bool = false, likely: [Firmware] = [],
            anyFirmware: Bool = false, begun: [StepRecord] = []
        ) {
            self.byHand = byHand
            self.isAssigned = isAssigned
            self.force = force
            self.ownsTemporary = ownsTemporary
            self.unproven = unproven
            self.torn = torn
            self.isRestore = isRestore
            self.likely = likely
            self.anyFirmware = anyFirmware
            self.begun = begun
        }
    }

    let draft: FrozenDraft
    let base: Base?
    let snapshot: Snapshot
    let policy: Policy
    /// Whether the device was reset since the base: asked for every file, and found out once.
    let hasFallenBack: Bool

    /// Plans the sync of one device.
    ///
    /// - Parameters:
    ///   - draft: What shall be on the device.
    ///   - base: What was last verified there, or nil at first contact.
    ///   - snapshot: What is there now.
    ///   - policy: What is known beside.
    /// - Returns: The plan.
    package static func plan(
        draft: FrozenDraft, base: Base?, snapshot: Snapshot, policy: Policy
    ) -> SyncPlan {
        let planner = Planner(
            draft: draft, base: base, snapshot: snapshot, policy: policy,
            hasFallenBack: base.map(snapshot.hasFallenBack) ?? false)
        let plan = planner.plan()
        guard let hold = planner.holdForTheFirmware(of: plan) else { return plan }
        return plan.waiting(for: hold.hold, over: hold.undone)
    }

    private func plan() -> SyncPlan {
        let names = Set(draft.files.keys).union(snapshot.files.keys)
            .union(base?.files.keys.map { $0 } ?? []).union(policy.unproven)
        let sides = names.sorted(by: isWrittenBefore).map(side)
        if let hold = hold(for: sides) {
            return SyncPlan(
                verdict: .held(hold),
                files: sides.map { hold.files.contains($0.name) ? $0.held(hold) : $0.waiting })
        }
        let namesHaveCase = (policy.likely + [draft.firmware])
            .contains { $0.comparesNamesByCase }
        var files = decided(sides, respelling: namesHaveCase)
        // Every firmware takes the canonical names: a push that happens anyway puts them right.
        if files.contains(where: \.action.writes) { files = decided(sides, respelling: true) }
        if let settings = files.firstIndex(where: { $0.name == "settings.txt" }) {
            let stale = staleIDs(files[settings])
            files.insert(contentsOf: stale, at: settings)
        }
        let removals = files.filter { $0.action == .delete }
        files = removals + files.filter { $0.action != .delete }
        // A left-over is removed before its clusters can be given to another file, unless it may
        // share them with a file that has to be written anew first.
        files = policy.unproven.isEmpty ? leftOvers + files : files + leftOvers
        let verdict: SyncPlan.Verdict =
            if files.contains(where: \.action.writes) {
                .push
            } else if files.contains(where: { $0.action == .record }) {
                .converged
            } else {
                .upToDate
            }
        let reset = verdict == .push && !policy.isRestore ? sides.filter(\.isPutBack) : []
        return SyncPlan(verdict: verdict, files: files, reset: reset.map(\.name))
    }

    private func decided(_ sides: [FileSides], respelling: Bool) -> [FilePlan] {
        sides.map {
            var side = $0
            side.respells = respelling
            return side.decided(
                isFirstContact: base == nil, isRestore: policy.isRestore,
                whyGone: whyGone(side.name))
        }
    }

    /// Why nothing may be written without a decision, or nil.
    private func hold(for sides: [FileSides]) -> Hold? {
        let blocked = sides.filter { $0.draft != nil && $0.obstacle != nil }
        if let first = blocked.first {
            return Hold(
                reason: .obstacle, files: blocked.map(\.name),
                message: "\(first.name) cannot be written: \(first.obstacle ?? "")")
        }
        if policy.force { return nil }
        guard let base else {
            let differing = sides.filter { $0.draft != nil && !$0.sameDraftAndDevice }
            if policy.byHand || differing.isEmpty || isFactory || isSameCallsign { return nil }
            return Hold(
                reason: .firstContact, files: differing.map(\.name),
                message: "this fox was never synced here and is set up for \(owner), not for"
                    + " \(draft.effective.callsign)")
        }
        let edited = sides.filter(\.isEdited)
        let waiting = sides.filter { $0.draft != nil && !$0.sameDraftAndDevice }
        if base.draft.isEmpty, !policy.isAssigned, !policy.byHand, !waiting.isEmpty {
            return Hold(
                reason: .firstContact, files: waiting.map(\.name),
                message: "a backup was brought back to this fox, and no draft is assigned to it")
        }
        if edited.isEmpty { return nil }
        let byPeople = edited.filter { !$0.isReset } + sides.filter(\.isOthersAudio)
        if byPeople.isEmpty {
            if policy.isAssigned || policy.byHand { return nil }
            return Hold(
                reason: .deviceReset, files: edited.map(\.name),
                message: hasFallenBack
                    ? "the fox fell back to factory settings, and no draft is assigned to it"
                    : "the fox made \(list(edited)) anew, and no draft is assigned to it")
        }
        let conflicts = byPeople.filter(\.isDraftChanged)
        let torn = edited.filter(\.isTorn)
        if !torn.isEmpty {
            return Hold(
                reason: conflicts.isEmpty ? .deviceEdited : .conflict, files: edited.map(\.name),
                message: "neither what it was nor what an unfinished run wrote there:"
                    + " \(list(torn)); it is damaged, or somebody edited it since")
        }
        if conflicts.isEmpty {
            return Hold(
                reason: .deviceEdited, files: edited.map(\.name),
                message: hasFallenBack
                    ? "the fox was reset, and edited since: \(list(byPeople))"
                    : "edited on the fox since the last sync: \(list(byPeople))")
        }
        // Only what clashes is named: the rest a merge brings together.
        let clashing = conflicts.filter { !$0.isEditedApart }
        return Hold(
            reason: .conflict, files: edited.map(\.name),
            message: clashing.isEmpty
                ? "edited on both sides, in different keys: " + list(conflicts, \.disputedKeys)
                : "edited on the fox and in the draft, differently: "
                    + list(clashing, \.disputedKeys))
    }

    /// Why the draft does not have a file that an earlier push put on the device.
    private func whyGone(_ name: String) -> String {
        if policy.isRestore { return "not in the backup" }
        // What is in the draft's folder was not removed from it.
        if let reason = draft.reasonLeftOut(name) { return "left out of the draft: \(reason)" }
        // What another draft had, or a backup, nobody removed from this one.
        return base?.draft == draft.name
            ? "removed from the draft" : "not in the draft '\(Array(draft.name.utf8).printable)'"
    }

    private func list(
        _ sides: [FileSides], _ changes: KeyPath<FileSides, [SettingChange]> = \.editedKeys
    ) -> String {
        sides.map { side in
            let keys = side[keyPath: changes].map(\.key)
            return keys.isEmpty ? side.name : "\(side.name) (\(keys.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }

    /// All that the three sides say of one file.
    private func side(_ name: String) -> FileSides {
        FileSides(
            name: name, firmware: draft.firmware, draft: draft.files[name],
            base: base?.files[name], device: snapshot.files[name],
            obstacle: snapshot.obstacles[name], isProven: !policy.unproven.contains(name),
            isTorn: policy.torn.contains(name), hasFallenBack: hasFallenBack)
    }

    /// The generated Morse ID goes before settings.txt whenever a value in it changes.
    ///
    /// It is only made again when it is missing or when the sum of the settings' bytes changes. Which ID files are
    /// there says which of them may be sent, whatever firmware the draft is for.
    private func staleIDs(_ settings: FilePlan) -> [FilePlan] {
        guard settings.action.writes, let new = settings.payload else { return [] }
        let stale = StaleID.keys(
            from: snapshot.settings.bytes, to: new, as: policy.likely + [draft.firmware])
        if stale.isEmpty { return [] }
        return snapshot.idFiles.map {
            FilePlan(
                name: $0.lowercased(), deviceName: $0, action: .removeID, from: nil, to: nil,
                why: "it sends the old \(stale.joined(separator: ", "))")
        }
    }

    private var leftOvers: [FilePlan] {
        guard policy.ownsTemporary else { return [] }
        return snapshot.temporaries.map {
            FilePlan(
                name: $0.lowercased(), deviceName: $0, action: .removeTemporary, from: nil,
                to: nil, why: "left by a run that was cut")
        }
    }

    private var isFactory: Bool { Firmware.isFactory(snapshot.settings.bytes) }

    /// Whether the fox has the draft's callsign and no other, whoever reads it: which firmware it
    /// runs is a guess, and what a person wrote counts even where the firmware skips it.
    private var isSameCallsign: Bool {
        let own = draft.effective.callsign
        return !own.isEmpty && own == callsign(as: draft.firmware) && strangers.isEmpty
    }

    private func callsign(as firmware: Firmware) -> String {
        EffectiveSettings.read(snapshot.settings.bytes, as: firmware).callsign
    }

    /// The callsigns on the fox that are not the draft's: those that the firmwares read, the draft's
    /// own first, and those of all lines as people read them.
    private var strangers: [String] {
        let lines = SettingsDocument(snapshot.settings.bytes).lines.reversed()
            .filter { $0.key == "CALLSIGN" }
        let written = lines.map { String(decoding: $0.value ?? [], as: UTF8.self).uppercased() }
        let read = Firmware.all.map(callsign(as:))
        let own = draft.effective.callsign
        return ([callsign(as: draft.firmware)] + written + read).filter { !$0.isEmpty && $0 != own }
    }

    /// Whom the fox is set up for, also where the firmware does not read it as written.
    private var owner: String {
        let written = SettingsDocument(snapshot.settings.bytes).value(of: "CALLSIGN") ?? ""
        let word = Array((strangers.first ?? written).utf8).printable
        return word.isEmpty ? "nobody" : word
    }

    /// WAVs in playing order, then pictures and texts, settings.txt last.
    private func isWrittenBefore(_ left: String, _ right: String) -> Bool {
        func rank(_ name: String) -> Int {
            switch draft.firmware.role(of: name) {
            case .audio(let order): order
            case .settings: Int.max
            default: Int.max - 1
            }
        }
        return (rank(left), left) < (rank(right), right)
    }
}
