// The files that a fox keeps beside its draft: the firmware plays those, too.
internal import PicoFox

extension RunWork {
    /// Takes what only the device's own firmware sees of its settings: edits that the base must not
    /// take for agreed, and what a push changes beside what its plan says.
    ///
    /// - Parameters:
    ///   - reading: How that firmware reads settings.
    ///   - draft: What is to be on the device.
    ///   - plan: What happens to it.
    ///   - snapshot: What is there now.
    ///   - base: What was last verified there.
    mutating func takeUnseen(
        _ reading: FoxReading, _ draft: FrozenDraft, _ plan: SyncPlan, _ snapshot: Snapshot,
        _ base: Base?
    ) {
        guard let firmware = reading.firmware,
            let file = plan.files.first(where: { $0.name == "settings.txt" })
        else { return }
        let device = snapshot.settings.bytes
        let old = base?.files[file.name]
        if !reading.edits(from: old?.settings, to: device).isEmpty {
            agreedSettings =
                file.action == .keep
                ? old
                : draft.files[file.name].map { BaseFile($0, as: file.name, fromDraft: true) }
        }
        guard plan.verdict == .push, let pushed = file.payload else { return }
        let told = Set(file.changes.map(\.key))
        let others = reading.changes(from: device, to: pushed).filter { !told.contains($0.key) }
        if others.isEmpty { return }
        run.warnings.append(
            "as \(firmware.id) reads settings.txt, this push also changes"
                + " \(others.map(\.words).joined(separator: ", "))")
    }

    /// Takes that the fox's firmware keeps a Morse ID which is not that of its settings any more, where
    /// this run does not write them.
    ///
    /// - Parameters:
    ///   - plan: What happens.
    ///   - snapshot: What is on the device.
    ///   - base: What was last verified there.
    ///   - firmwares: The firmwares that the device may have.
    mutating func takeStaleID(
        _ plan: SyncPlan, _ snapshot: Snapshot, _ base: Base?, _ firmwares: [Firmware]
    ) {
        if case .held = plan.verdict { return }
        if plan.steps.contains(where: { $0.name == "settings.txt" }) { return }
        if let warning = StaleID.warning(snapshot, since: base, as: firmwares) {
            run.warnings.append(warning)
        }
    }

    /// Takes what stays on the device and is none of the draft's into what is told of the air.
    ///
    /// What the firmware makes anew where there is nothing counts for nothing here.
    ///
    /// - Parameters:
    ///   - draft: What is to be on the device.
    ///   - plan: What stays beside it.
    ///   - snapshot: What is there now.
    mutating func takeWhatStays(
        beside draft: FrozenDraft, _ plan: SyncPlan, _ snapshot: Snapshot
    ) {
        let staying = plan.files.filter { $0.action == .leave }
            .compactMap { snapshot.files[$0.name] }
            .filter { draft.firmware.uses($0.name) && !WavFile.isFactory($0.bytes) }
            .map { file in
                let name = draft.firmware.canonicalName(for: file.name) ?? file.name
                return DeviceFile(name: name, bytes: file.bytes)
            }
        if staying.isEmpty { return }
        let all = draft.files.merging(staying.map { ($0.name, $0) }) { draft, _ in draft }
        let timeline = run.facts.take(draft.replacing(all))
        // A restore says so itself, and its backup is not checked.
        if run.kind != .sync { return }
        take(draft.findings(beside: staying.map(\.name)))
        for name in staying.map(\.name) {
            let played = timeline.cycles.flatMap(\.segments)
                .first { $0.kind == .audio && $0.sound == .file(name) }
            guard let seconds = played?.seconds, seconds < 1e6 else { continue }
            let tenths = Int((seconds * 10).rounded())
            run.warnings.append(
                "\(name) on the fox is not from the draft, stays, and is played"
                    + " (\(tenths / 10).\(tenths % 10) s)")
        }
    }
}
