// What must hold after a broken run, and after the ones that follow it.
import FoxSystem
import PicoFox
import SyncEngine
import Testing
import VolumeKit

/// Whether a name is one of fox-sync's own temporary files.
func isTemporary(_ name: String) -> Bool { DeviceWriter.temporaryNames.contains(name.lowercased()) }

/// Prints all that a loop has found, and fails with the first of it.
func tell(_ failures: [String], at location: SourceLocation = #_sourceLocation) {
    for failure in failures { print("LOSS \(failure)") }
    for failure in failures.prefix(8) { Issue.record("\(failure)", sourceLocation: location) }
    #expect(failures.count == 0, sourceLocation: location)
}

/// The promises, checked against one try; what does not hold is collected as sentences.
struct ScenarioChecks {
    let scenario: Scenario
    let host: SyncBench
    var failures: [String] = []

    /// Files that were there before or shall be there afterwards.
    private var names: Set<String> { Set(old.keys).union(scenario.goal.keys) }

    /// The files before by their canonical names: in letter case the device may spell them otherwise.
    private var old: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: scenario.old.map { ($0.key.lowercased(), $0.value) })
    }

    /// A file's bytes under any spelling; between two of them it is under a temporary name.
    private func bytes(_ name: String, in found: [String: [UInt8]?]) -> [UInt8]?? {
        if let file = found.first(where: { $0.key.lowercased() == name }) { return file.value }
        guard let old = old[name], scenario.old[name] == nil,
            found.contains(where: { isTemporary($0.key) && $0.value == old })
        else { return nil }
        return .some(old)
    }

    private func isNewlinePadding(_ bytes: [UInt8], of text: [UInt8]) -> Bool {
        bytes.count <= Padding.sector && bytes.starts(with: text)
            && bytes.dropFirst(text.count).allSatisfy { $0 == 0x0a }
    }

    /// Every file is wholly old or wholly new, and what is not ours is as it was.
    ///
    /// - Parameters:
    ///   - volume: The device.
    ///   - afterCut: Whether the power went: a name without content is then as good as none.
    mutating func oldOrNew(_ volume: MemoryVolume, afterCut: Bool = false) {
        let found = volume.files
        for name in names.sorted() {
            let old = old[name]
            if isTemporary(name) { continue }
            guard let present = bytes(name, in: found) else {
                let mayBeMissing = old == nil || scenario.goal[name] == .some(nil)
                if !mayBeMissing { failures.append("\(name) is gone") }
                continue
            }
            guard let bytes = present else {
                failures.append("\(name) cannot be read: its clusters are not its own")
                continue
            }
            if bytes == old { continue }
            if let new = scenario.goal[name] ?? nil {
                if bytes == new || (name == "settings.txt" && isNewlinePadding(bytes, of: new)) {
                    continue
                }
                if let old, name == "settings.txt", isNewlinePadding(bytes, of: old) { continue }
                if afterCut, old == nil, bytes.isEmpty { continue }
            }
            failures.append("\(name) is neither old nor new (\(bytes.count) bytes)")
        }
        for damage in volume.medium.damage {
            // While the entry moves, both names may own the clusters: recovery must undo that.
            let ofTemporary = [damage.name, damage.other].contains { $0.map(isTemporary) ?? false }
            if !ofTemporary { failures.append("\(damage)") }
        }
        for name in found.keys where !names.contains(name.lowercased()) && !isTemporary(name) {
            failures.append("'\(name)' appeared")
        }
    }

    /// The outcome is typed and names step and file; the log has it.
    mutating func outcome(_ result: Result<RunReport, SyncError>, wasHit: Bool, atCut: Bool = false)
    {
        switch result {
        case .failure(let error):
            let early: Set<SyncError.Step> = [.recognise, .identify, .record]
            if !early.contains(error.step) { failures.append("thrown in step \(error.step)") }
            if error.description.isEmpty { failures.append("an error without words") }
        case .success(let report):
            let run = report.run
            switch run.result {
            case .failed, .interrupted, .verificationFailed:
                if !wasHit { failures.append("failed without a fault: \(run.message)") }
                let steps: [SyncError.Step] = [
                    .draft, .snapshot, .plan, .backUp, .write, .verify, .record, .identify,
                ]
                if !steps.contains(where: { run.message.contains($0.rawValue) }) {
                    failures.append("no step in '\(run.message)'")
                }
                let inFile = run.message.contains("write") || run.message.contains("verify")
                let file = report.steps.first { $0.state == .failed || $0.state == .begun }?.file
                if inFile, let file, !run.message.lowercased().contains(file),
                    !DeviceWriter.temporaryNames.contains(where: run.message.contains)
                {
                    failures.append("'\(run.message)' does not name \(file)")
                }
            case .damaged:
                if !wasHit { failures.append("damaged without a fault: \(run.message)") }
                if run.next.isEmpty { failures.append("damaged without a next command") }
            case .held:
                if run.next.isEmpty { failures.append("held without a next command") }
            // A read that lies looks like an edit of the fox, which a merge may not bring together.
            case .refused where scenario.options.side == .merge && wasHit:
                if run.next.isEmpty { failures.append("refused without a next command") }
            case .pushed, .upToDate, .converged: break
            case .restored where scenario.isRestore: break
            case .running, .invalid, .noDraft, .pulled, .restored, .refused:
                failures.append("ended as \(run.result): \(run.message)")
            }
            if atCut { return }
            guard let logged = try? host.lastRun() else {
                failures.append("the log cannot be read")
                return
            }
            if logged.id != run.id || logged.result != run.result {
                failures.append("the log says \(logged.result), the report \(run.result)")
            }
        }
    }

    /// A backup of everything that was changed, which verifies.
    ///
    /// - Parameters:
    ///   - volume: The device as the run left it.
    ///   - since: The backups that were there before.
    mutating func backup(_ volume: MemoryVolume, since: Set<String>) {
        let made = host.backups.filter { !since.contains($0) }
        var saved: [String: [UInt8]] = [:]
        for folder in made {
            guard let files = verifiedBackup(host.path(ofBackup: folder)) else {
                failures.append("backup \(folder) does not verify")
                continue
            }
            saved.merge(files) { first, _ in first }
        }
        let now = volume.files
        for (name, bytes) in scenario.old
        where now[name] != .some(bytes) && scenario.firmware.idFile != name
            && !isTemporary(name)
        {
            if saved[name] != bytes {
                failures.append(
                    "\(name) was changed, and \(made.isEmpty ? "there is no backup" : "the backup has not what it was")"
                )
            }
        }
    }

    /// Device equals draft by meaning, nothing foreign is left, the base knows it.
    mutating func atGoal(_ volume: MemoryVolume) {
        let found = volume.files
        for (name, wanted) in scenario.goal {
            let bytes = found[name] ?? nil
            if name == "settings.txt", let wanted, let bytes {
                let same =
                    EffectiveSettings.read(wanted, as: scenario.firmware)
                    == EffectiveSettings.read(bytes, as: scenario.firmware)
                if !same { failures.append("settings.txt means something else than the draft") }
            } else if bytes != wanted {
                failures.append("\(name) is not the draft's after a clean run")
            }
        }
        for (name, bytes) in old where scenario.goal[name] == nil {
            if !isTemporary(name), found[name] != .some(bytes) {
                failures.append("'\(name)' is not ours and was changed")
            }
        }
        for name in found.keys.filter(isTemporary) { failures.append("\(name) is left") }
        if volume.loose.handles != 0 { failures.append("\(volume.loose.handles) handles are open") }
        if scenario.isRestore { return }
        guard let base = try? host.base() else {
            failures.append("the goal is reached and there is no base")
            return
        }
        for (name, wanted) in scenario.goal where wanted != nil {
            if let bytes = found[name] ?? nil,
                base.files[name]?.digest != Digest(of: bytes), name != "settings.txt"
            {
                failures.append("the base does not know \(name)")
            }
        }
    }

    /// Clean runs reach the goal, and the one after that writes nothing.
    ///
    /// - Parameters:
    ///   - start: The device.
    ///   - tries: Clean runs that may be needed, each after a new mount.
    ///   - mayHold: Whether a person may have to confirm: after a read that lied, the journal says
    ///     of a file what it never was, and what it is looks like an edit.
    mutating func recovers(_ start: MemoryVolume, tries: Int = 1, mayHold: Bool = false) {
        var volume = start
        var messages: [String] = []
        for attempt in 1...tries {
            if attempt > 1 { volume = MemoryVolume(volume.medium) }
            volume.endProcess()
            var result = host.run(volume, scenario.options)
            if mayHold, case .success(let report) = result, report.run.result == .held {
                result = host.run(volume, SyncRun.Options(side: .draft))
            }
            switch result {
            case .failure(let error): messages.append("\(error)")
            case .success(let report):
                messages.append("\(report.run.result): \(report.run.message)")
                if [.pushed, .upToDate, .converged, .restored].contains(report.run.result) {
                    return settled(volume, messages)
                }
            }
        }
        failures.append("not recovered: \(messages.joined(separator: " | "))")
    }

    private mutating func settled(_ volume: MemoryVolume, _ messages: [String]) {
        let before = failures.count
        atGoal(volume)
        if volume.loose.dirty != 0 { failures.append("\(volume.loose.dirty) sectors are unsynced") }
        if MemoryVolume(volume.medium).files != volume.files {
            failures.append("the medium is not what the kernel shows")
        }
        let image = volume.medium
        for damage in image.damage { failures.append("afterwards \(damage)") }
        volume.endProcess()
        if scenario.isRestore { return }
        let quiet = FaultVolume(volume)
        switch host.run(quiet) {
        case .success(let report) where report.run.result == .upToDate: break
        case .success(let report):
            failures.append("the next run: \(report.run.result): \(report.run.message)")
        case .failure(let error): failures.append("the next run: \(error)")
        }
        let writes = quiet.trace.filter { line in
            ["write", "rename", "remove", "fsync", "sync", "lock"].contains { line.hasPrefix($0) }
        }
        if volume.medium != image || !writes.isEmpty {
            failures.append("the run after the goal wrote: \(writes.prefix(3))")
        }
        if failures.count > before { failures.append("after \(messages.joined(separator: " | "))") }
    }
}
