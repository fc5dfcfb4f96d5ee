// Carries out a plan's steps in their order, each noted in the journal before and after.
internal import FoxSystem

/// Writes what a plan says, file by file, and reads all of it back at the end.
struct PlanWriter: Sendable {
    let volume: any VolumeIO
    let removesTemporary: Bool
    /// Files that a cut run wrote and never proved.
    let unproven: Set<String>
    /// The device's files as the snapshot has them.
    let files: [String: DeviceFile]
    let stop: StopFlag
    let pause: @Sendable (Int) -> Void
    /// Says, of the number of files that are done, what becomes of the others after a stop.
    let whatFollows: @Sendable (Int) -> String
    let onEvent: @Sendable (RunEvent) -> Void

    /// Carries out all steps.
    ///
    /// - Parameters:
    ///   - work: The run; its steps, counts and method are kept up to date.
    ///   - store: The journal.
    /// - Throws: `SyncError`; every file is then the old or the new one, and the journal knows.
    func carryOut(_ work: inout RunWork, _ store: StateStore) throws(SyncError) {
        let plans = work.plan?.steps ?? []
        let proof = MediumProof(volume: volume)
        let past: MediumProof.Look?
        do throws(VolumeError) { past = try proof.look() } catch { throw SyncError(error, .verify) }
        for (number, plan) in plans.enumerated() {
            if stop.isRequested {
                throw SyncError(
                    .stopped, .write,
                    "stopped after \(number) of \(plans.count) files; \(whatFollows(number))")
            }
            var begun = work.steps[number]
            begun.state = .begun
            if number == 0 {
                do throws(StateError) { try store.beginWriting(begun, of: work.run) } catch {
                    throw SyncError(error, .record)
                }
            } else {
                try note(begun, number, work.run.id, store)
            }
            work.steps[number] = begun
            let started = Timestamp.now
            do throws(SyncError) {
                if number == 0 { try takeUp(before: plan.name) }
                let outcome = try carryOut(plan)
                work.steps[number].attempts = outcome?.attempts ?? 1
                work.steps[number].method = outcome?.method
            } catch {
                work.steps[number].state = .failed
                try? note(work.steps[number], number, work.run.id, store)
                throw error
            }
            work.steps[number].state = .done
            work.steps[number].milliseconds =
                Timestamp.now.milliseconds - started.milliseconds
            // It is on the device, whatever becomes of the journal.
            work.run.files += 1
            work.run.bytes += plan.bytes
            try note(work.steps[number], number, work.run.id, store)
            onEvent(.finished(file: plan.name, method: work.steps[number].method))
        }
        try proveNames(plans)
        try take(try proof.prove(plans, since: past), &work, store)
    }

    private func carryOut(_ plan: FilePlan) throws(SyncError) -> DeviceWriter.Outcome? {
        let total = plan.payload?.count ?? 0
        let writer = DeviceWriter(
            volume: volume, mayRemoveTemporary: removesTemporary, unproven: unproven,
            seen: files[plan.name], pause: pause
        ) { onEvent(.wrote(file: plan.name, bytes: $0, of: total)) }
        guard let payload = plan.payload else {
            try writer.remove(plan.deviceName ?? plan.name, old: plan.from)
            return nil
        }
        return try writer.replace(
            plan.name, with: payload, old: plan.from, mayPad: plan.name == "settings.txt",
            deviceName: plan.misspelling)
    }

    /// Takes up what a failed run left: what it has not brought to the medium, and a settings.txt under
    /// a temporary name, before anything else needs that.
    private func takeUp(before file: String) throws(SyncError) {
        if removesTemporary {
            do throws(VolumeError) { try volume.syncAll() } catch {
                throw SyncError(error, .write, file: file)
            }
        }
        guard let settings = files["settings.txt"],
            DeviceWriter.temporaryNames.contains(settings.name.lowercased())
        else { return }
        var spelled = settings.name
        let writer = DeviceWriter(volume: volume, seen: settings)
        if case .acrossSectors = try writer.respell(
            &spelled, as: "settings.txt", known: [settings.content])
        {
            _ = try writer.writeAnew("settings.txt", with: settings.bytes)
        }
    }

    /// Takes how the files were proven at the run's end, which is more than each alone was before.
    private func take(
        _ method: ReadMethod?, _ work: inout RunWork, _ store: StateStore
    ) throws(SyncError) {
        work.run.method = method
        guard let method else { return }
        for number in work.steps.indices where work.steps[number].method != nil {
            work.steps[number].method = method
        }
        let (steps, run) = (work.steps, work.run.id)
        do throws(StateError) { try store.update(steps, of: run) } catch {
            throw SyncError(error, .record)
        }
    }

    /// Makes sure that what was spelled otherwise has its canonical name.
    private func proveNames(_ plans: [FilePlan]) throws(SyncError) {
        let respelled = plans.filter { $0.payload != nil && $0.misspelling != nil }
        guard let first = respelled.first else { return }
        let names: Set<String>
        do throws(VolumeError) {
            names = Set(try volume.list(limit: Recogniser.nameLimit).compactMap(\.name))
        } catch { throw SyncError(error, .verify, file: first.name) }
        for plan in respelled where !names.contains(plan.name) {
            throw SyncError(
                .verification, .verify, file: plan.name,
                "it is still named \(Array((plan.deviceName ?? "").utf8).printable) on the fox")
        }
    }

    private func note(
        _ step: StepRecord, _ number: Int, _ run: String, _ store: StateStore
    ) throws(SyncError) {
        do throws(StateError) { try store.update(step, number: number, of: run) } catch {
            throw SyncError(error, .record)
        }
    }
}
