// What a run has come to so far: the log entry in the making.
internal import PicoFox

/// A run while it works, and its report when it has ended.
struct RunWork {
    var run: RunRecord
    var plan: SyncPlan?
    var steps: [StepRecord] = []
    var findings: [Finding] = []
    var base: Base?
    /// What was to be on the device, for the shapes of its sounds.
    var files: [DeviceFile] = []
    /// What ended the run early.
    var error: SyncError?
    /// Keeps the one free draft from other new foxes until the run has ended.
    var claim: DeviceLock?
    /// Whether the draft was chosen as the only one that is assigned to no device.
    var draftIsFree = false
    /// The mark of the draft as it was frozen.
    var draftMark: Digest?
    /// What was noticed about the volume before the run.
    var remarks: [String] = []
    /// What a merge changes in the draft.
    var merged: [FilePlan] = []
    /// The draft before and after a merge that is not made yet.
    var pendingMerge: (old: FrozenDraft, new: FrozenDraft)?
    /// Whether the merge is in the draft.
    var isMerged = false
    /// What the base keeps for settings that are not written, where the device's have edits that only
    /// its own firmware sees; nil where there are none.
    var agreedSettings: BaseFile?
    /// Whether the device went away.
    var isLost = false
    /// The device as a word for the commands that go on: its name, or its identity.
    var deviceArgument = "DEVICE"

    init(run: RunRecord) { self.run = run }

    /// Every file that was considered, for the log.
    var plannedFiles: [PlannedFile] { plan?.files.map(PlannedFile.init) ?? [] }

    var report: RunReport {
        RunReport(
            run: run, plan: plan, steps: steps, findings: findings, error: error,
            isLost: isLost, draftIsFree: draftIsFree, draftMark: draftMark, remarks: remarks)
    }

    /// Whether the draft was refused.
    var isInvalid: Bool { run.result == .invalid }

    /// Takes the draft, and refuses it when its firmware would not do what it says.
    mutating func take(_ draft: FrozenDraft) {
        run.firmware = draft.firmware.id
        run.facts.take(draft)
        for (file, reason) in draft.leftOut.sorted(by: { $0.key < $1.key })
        where draft.firmware.role(of: file) != .hostLitter && !file.hasPrefix(".") {
            let words = "not staged: \(reason)"
            if !run.warnings.contains(words) { run.warnings.append(words) }
        }
        guard draft.settings != nil else {
            run.result = .invalid
            if let finding = draft.missing("settings.txt") {
                run.message =
                    "the draft '\(draft.name)' is not valid for \(draft.firmware.id):"
                    + " \(finding.message)"
                run.next = ["fox-sync draft check \(draft.name.shellWord)"]
                return
            }
            run.message = "the draft '\(draft.name)' has no settings.txt"
            run.next = ["fox-sync draft set \(draft.name.shellWord) CALLSIGN=… FREQ_MHZ=…"]
            return
        }
        take(draft.findings())
        let errors = findings.filter { $0.severity == .error }
        run.warnings.removeAll { $0 == FrozenDraft.offAirAsAsked }
        if draft.isOffAirAsAsked(findings) { run.warnings.append(FrozenDraft.offAirAsAsked) }
        guard let first = errors.first else { return }
        run.result = .invalid
        run.message =
            "the draft '\(draft.name)' is not valid for \(draft.firmware.id): \(first.message)"
            + (errors.count > 1 ? " (and \(errors.count - 1) more)" : "")
        run.next = ["fox-sync draft check \(draft.name.shellWord)"]
    }

    /// Takes what was found in the files, in place of what was found before.
    mutating func take(_ found: [Finding]) {
        let said = findings.map(\.message)
        run.warnings.removeAll { said.contains($0) }
        findings = found
        run.warnings += found.filter { $0.severity == .warning }.map(\.message)
            .filter { !run.warnings.contains($0) }
    }

    /// Takes which firmware the device seems to run, and warns when the draft is for another.
    mutating func compare(_ draft: FrozenDraft, with guess: FirmwareGuess) {
        run.facts.take(guess.preferring(draft.firmware))
        if let warning = guess.disagreement(with: draft.firmware) {
            run.warnings.append(warning)
        }
    }

    mutating func take(_ plan: SyncPlan) {
        // What a merge does to the draft comes before what follows for the fox.
        self.plan = SyncPlan(
            verdict: plan.verdict, files: merged + plan.files, reset: plan.reset)
        if !plan.reset.isEmpty {
            run.warnings.append(
                "the fox was reset; the draft brings back"
                    + " \(plan.reset.joined(separator: ", "))")
        }
        steps = plan.steps.map {
            StepRecord(
                file: $0.name, action: $0.action.rawValue, why: $0.why, from: $0.from, to: $0.to)
        }
    }

    /// The commands that decide for a side, or merge.
    func resolving(_ sides: [String]) -> [String] {
        sides.map { "fox-sync resolve \(deviceArgument) --keep \($0)" }
    }

    /// Takes a hold, and says which commands go on.
    ///
    /// - Parameters:
    ///   - hold: Why.
    ///   - canMerge: Whether a merge would get through.
    ///   - wasReset: Whether the device fell back to factory settings, which no draft wants.
    mutating func hold(_ hold: Hold, canMerge: Bool, wasReset: Bool) {
        run.result = .held
        run.hold = hold.reason
        run.message = hold.message
        let draft = run.draft?.shellWord ?? "DRAFT"
        let device = deviceArgument
        run.next =
            switch hold.reason {
            case .firstContact, .deviceReset:
                ["fox-sync assign \(device) \(draft)", "fox-sync pull \(device) \(draft)"]
            case .deviceEdited where wasReset:
                resolving((canMerge ? ["merge"] : []) + ["draft"])
            case .deviceEdited where !hold.isPushed:
                ["fox-sync pull \(device) \(draft)", "fox-sync resolve \(device) --keep draft"]
            case .deviceEdited, .conflict:
                // The fox's side replaces what the draft has and no fox: that wants to be meant.
                resolving((canMerge ? ["merge"] : []) + ["draft", "device --force"])
            // The run knows with which options it was started.
            case .otherFirmware: []
            // It says of all that is in the way; a person has to move it.
            case .obstacle: ["fox-sync doctor \(run.volume.shellWord)"]
            }
    }

    /// Says that the draft took the fox's edits in, which no file on the fox tells.
    ///
    /// - Parameter isDry: Whether it only would, in a run that got through.
    mutating func tellMerge(isDry: Bool) {
        if isMerged || (isDry && error == nil) { run.message += mergeWords }
    }

    /// What a merge does, or did, to the draft: a clause; empty where it does nothing.
    private var mergeWords: String {
        guard !merged.isEmpty, let draft = run.draft else { return "" }
        func files(_ action: FilePlan.Action) -> String {
            merged.filter { $0.action == action }.map(\.name).joined(separator: ", ")
        }
        let (taken, dropped) = (files(.pull), files(.drop))
        var words: [String] = []
        if !taken.isEmpty {
            words.append("\(isMerged ? "took" : "take") over the fox's \(taken)")
        }
        if !dropped.isEmpty {
            words.append("\(isMerged ? "lost" : "lose") \(dropped), gone from the fox")
        }
        return "; the draft \(isMerged ? "" : "would ")\(words.joined(separator: " and "))"
            + (isMerged ? " ('fox-sync draft undo \(draft.shellWord)' takes that back)" : "")
    }

    /// Refuses what a person asked for: the fox is as it was, and nothing was found out about it.
    mutating func refuse(_ message: String, next: [String]) {
        run.result = .refused
        run.message = message
        run.next = next
    }

    /// Takes what the fox sends, as it was read just now.
    ///
    /// - Parameters:
    ///   - snapshot: What is on it.
    ///   - firmware: The firmware that it likely has.
    mutating func takeTheAir(of snapshot: Snapshot, as firmware: Firmware) {
        run.facts.onFox = AirFacts(snapshot.files.canonical(for: firmware), as: firmware)
    }

    /// Takes what the fox sends once the plan is carried out.
    ///
    /// - Parameters:
    ///   - draft: What is on it then.
    ///   - snapshot: What was there before.
    ///   - plan: What was done.
    ///   - firmware: The firmware that it likely has.
    mutating func takeTheAir(
        of draft: FrozenDraft, over snapshot: Snapshot, _ plan: SyncPlan, as firmware: Firmware
    ) {
        var files = snapshot.files
        for file in plan.files where file.action.writes {
            files[file.name] = file.payload.map { DeviceFile(name: file.name, bytes: $0) }
        }
        run.facts.onFox = AirFacts(files.canonical(for: firmware), as: firmware)
    }

    mutating func describeDryRun(isRestore: Bool) {
        run.result = isRestore ? .restored : .pushed
        let count = steps.count
        run.message = "\(count) file\(count == 1 ? "" : "s") to write or remove"
    }

    /// Whether the device may have been written.
    var hasBegun: Bool { steps.contains { $0.state != .planned } }

    /// How far the steps have come.
    private var progress: String {
        run.files > 0
            ? "\(run.files) of \(steps.count) files were written"
            : hasBegun ? "no file was finished" : "nothing was written to the fox"
    }

    /// What is where on the device and in the draft, for an error that the run cannot take down any
    /// more; nil when neither was touched.
    var whereabouts: String? {
        guard hasBegun || isMerged else { return nil }
        // Where the same database ended the run, its message says the same again.
        return error?.code == .state ? progress + (isMerged ? mergeWords : "") : run.message
    }

    mutating func fail(_ error: SyncError, deviceIsThere: Bool) {
        self.error = error
        switch error.code {
        case _ where deviceIsThere && error.isDamage && !hasBegun: run.result = .damaged
        case .verification:
            run.result = .verificationFailed
            // The journal knows of which files nothing is proven: they are written again.
            if run.next.isEmpty { run.next = ["fox-sync sync"] }
        case .stopped: run.result = .interrupted
        case .invalidDraft: run.result = .invalid
        case .notFound where error.step == .draft: run.result = .noDraft
        case .busy where error.step == .draft: run.result = .held
        default: run.result = deviceIsThere ? .failed : .interrupted
        }
        isLost = !deviceIsThere
        let lost = deviceIsThere ? "" : "the fox went away; "
        // What cannot be read any more looks as if somebody had changed it.
        let why =
            !deviceIsThere && error.code == .changedMeanwhile ? "" : "\(error.description); "
        run.message = "\(lost)\(why)\(progress)"
    }

    /// Takes what is known of a failure's cause, and the command that goes on before all others.
    mutating func take(_ advice: FailureAdvice) {
        run.message += "; \(advice.cause)"
        run.next = [advice.next] + run.next.filter { $0 != advice.next }
    }

    /// The base that holds once the plan is carried out.
    ///
    /// - Parameters:
    ///   - draft: What is on the device then.
    ///   - snapshot: What was there before.
    ///   - plan: What was done.
    ///   - name: The draft's name in the base; nil for its own, empty for none.
    ///   - old: The base before, whose files stay the draft's affair; nil when there is none.
    /// - Returns: The base.
    func newBase(
        _ draft: FrozenDraft, _ snapshot: Snapshot, _ plan: SyncPlan, of name: String? = nil,
        over old: Base? = nil
    ) -> Base {
        var files: [String: BaseFile] = [:]
        for file in plan.files where ![.removeID, .removeTemporary].contains(file.action) {
            guard let to = file.to else { continue }
            if let agreedSettings, file.name == "settings.txt", !file.action.writes {
                files[file.name] = agreedSettings
                continue
            }
            let settings =
                file.name == "settings.txt"
                ? file.payload ?? snapshot.files[file.name]?.bytes : nil
            files[file.name] = BaseFile(
                digest: to.digest, size: to.size,
                fromDraft: draft.files[file.name] != nil
                    || old?.files[file.name]?.fromDraft == true,
                settings: settings)
        }
        return Base(draft: name ?? draft.name, run: run.id, at: .now, files: files)
    }
}

extension [String: DeviceFile] {
    /// The files that a firmware uses, by the names that it gives them.
    fileprivate func canonical(for firmware: Firmware) -> [String: DeviceFile] {
        var files: [String: DeviceFile] = [:]
        for (name, file) in self where name == "settings.txt" || firmware.uses(file.name) {
            let name = firmware.canonicalName(for: name) ?? name
            files[name] = DeviceFile(name: name, bytes: file.bytes)
        }
        return files
    }
}
