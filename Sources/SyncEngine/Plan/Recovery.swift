// What an unfinished run left behind: its journal makes the base that the next plan starts from.

/// Reads the journals of runs that were cut or failed since the base was recorded.
package enum Recovery {
    /// The base as it would be, had the unfinished runs recorded what they got done.
    ///
    /// A file that is wholly what a journal says it was, or wholly what it was to become, counts as
    /// known: nobody edited it. So does a file that the run itself left damaged. A restore that was cut is not taken up: what it was to bring back is
    /// not what the draft wants, so the plan will hold. Everything else stays as the base has it, and
    /// the plan will hold it.
    ///
    /// Where no base is recorded, nobody has agreed to more than what the cut run was to do: its
    /// draft may go on, and any other one meets a stranger.
    ///
    /// - Parameters:
    ///   - base: The recorded base, or nil.
    ///   - journals: Unfinished runs that had begun to write, the oldest first, with their steps.
    ///   - snapshot: What is on the device now.
    ///   - place: The place in the log up to which journals say nothing new: that of the base's run,
    ///     which saw what they had done, or of the moment when the device was forgotten.
    ///   - draft: The draft whose runs alone count where no base is recorded; nil where a person has
    ///     said what goes onto this device.
    ///   - damaged: The files that nothing but such a run has left as they are.
    /// - Returns: The base to plan with.
    package static func base(
        _ base: Base?, journals: [(run: RunRecord, steps: [StepRecord])], snapshot: Snapshot,
        after place: Int, of draft: String?, damaged: Set<String> = []
    ) -> Base? {
        let journals = journals.filter { journal in
            journal.run.kind == .sync && journal.run.sequence > place
                && (base != nil || draft == nil || journal.run.draft == draft)
        }
        guard let last = journals.last else { return base }
        var files = base?.files ?? [:]
        for step in journals.flatMap(\.steps) {
            let now = snapshot.files[step.file]
            if now?.content == step.to {
                files[step.file] = now.map { BaseFile($0, as: step.file, fromDraft: true) }
            } else if let now, isOld(now, step) {
                files[step.file] = BaseFile(
                    now, as: step.file, fromDraft: files[step.file]?.fromDraft ?? false)
            } else if let now, damaged.contains(step.file) {
                files[step.file] = BaseFile(now, as: step.file, fromDraft: true)
            } else if now == nil, step.from == nil || mayBeMissing(step) {
                files[step.file] = nil
            }
        }
        return Base(
            draft: base?.draft ?? last.run.draft ?? "", run: base?.run ?? last.run.id,
            at: base?.at ?? last.run.started, files: files)
    }

    /// Files of which it is not proven that the medium has what a cut or failed run did to them.
    ///
    /// What the kernel shows of them may not be on the medium and may never come there, after a
    /// failed fsync: only writing them again makes sure. A file that such a run finished was proven
    /// once; what is missing, or said otherwise, is the reading of all files at the run's end. So it
    /// is read again, past the page cache. Of one that it removed, the medium may still have the entry.
    ///
    /// - Parameters:
    ///   - journals: Unfinished runs that had begun to write, the oldest first, with their steps.
    ///   - snapshot: What is on the device now.
    ///   - isOnMedium: Whether the medium has a file as the snapshot shows it: its name there, and its
    ///     bytes, nil where there is none. Told beside whether the verification of the run failed: then
    ///     no reading from the cache is an answer.
    /// - Returns: The files' names.
    /// - Throws: What `isOnMedium` throws.
    package static func unproven(
        journals: [(run: RunRecord, steps: [StepRecord])], snapshot: Snapshot,
        isOnMedium: (
            _ name: String, _ bytes: [UInt8]?, _ isRefuted: Bool
        ) throws(SyncError) -> Bool
    ) throws(SyncError) -> Set<String> {
        var names: Set<String> = []
        var doubtful: [String: Bool] = [:]
        for (run, steps) in journals {
            for step in steps where step.state != .planned {
                let isAsMeant =
                    step.to != nil
                    ? snapshot.files[step.file]?.content == step.to
                    : !snapshot.has(step.file)
                if step.state == .done {
                    names.remove(step.file)
                    doubtful[step.file] = isAsMeant ? run.result == .verificationFailed : nil
                } else if isAsMeant {
                    if step.to != nil { names.insert(step.file) }
                    doubtful[step.file] = step.to == nil ? false : nil
                }
            }
        }
        for (name, isRefuted) in doubtful.sorted(by: { $0.key < $1.key }) {
            let file = snapshot.files[name]
            if try !isOnMedium(file?.name ?? name, file?.bytes, isRefuted) { names.insert(name) }
        }
        return names
    }

    /// Files that are neither what they were nor what a cut or failed run was to make of them.
    ///
    /// - Parameters:
    ///   - journals: Unfinished runs that had begun to write, the oldest first, with their steps.
    ///   - snapshot: What is on the device now.
    /// - Returns: The files' names.
    package static func torn(
        journals: [(run: RunRecord, steps: [StepRecord])], snapshot: Snapshot
    ) -> Set<String> {
        var names: Set<String> = []
        for step in journals.flatMap(\.steps) where step.state != .planned {
            guard let now = snapshot.files[step.file] else { continue }
            if now.content == step.to || isOld(now, step) {
                names.remove(step.file)
            } else {
                names.insert(step.file)
            }
        }
        return names
    }

    /// Files of `torn` that nothing but a cut write and torn flash has left as they are.
    ///
    /// Nobody edited them: they are written again. Whatever else is torn may be somebody's edit.
    ///
    /// - Parameters:
    ///   - torn: Files that are neither what they were nor what they were to become.
    ///   - journals: Unfinished runs that had begun to write, the oldest first, with their steps.
    ///   - snapshot: What is on the device now.
    ///   - draft: The draft's files, of which the run was to write one.
    ///   - old: The bytes that a file had before a step, where they are known.
    /// - Returns: The files' names.
    static func damaged(
        _ torn: Set<String>, journals: [(run: RunRecord, steps: [StepRecord])],
        snapshot: Snapshot, draft: [String: DeviceFile],
        old: (_ run: RunRecord, _ step: StepRecord) -> [UInt8]?
    ) -> Set<String> {
        torn.filter { name in
            let last = journals.last {
                $0.steps.contains { $0.file == name && $0.state != .planned }
            }
            guard let last, let now = snapshot.files[name],
                let step = last.steps.last(where: { $0.file == name })
            else { return false }
            return TornWrite.explains(
                now.bytes, old: old(last.run, step), new: target(of: step, draft[name]),
                isPadded: name == "settings.txt")
        }
    }

    /// The bytes that a step was to write, where the draft still has them.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - file: The draft's file.
    /// - Returns: The bytes; nil when the draft was changed since.
    static func target(of step: StepRecord, _ file: DeviceFile?) -> [UInt8]? {
        guard let file, let to = step.to else { return nil }
        if file.content == to { return file.bytes }
        guard step.file == "settings.txt", to.size <= Padding.sector else { return nil }
        let padded = Padding.padded(file.bytes, to: to.size)
        return FileContent(of: padded) == to ? padded : nil
    }

    /// Whether the run may have been cut between a file's old name and its new one: it was at work on
    /// the file, and was to leave one there.
    private static func mayBeMissing(_ step: StepRecord) -> Bool {
        [.begun, .failed].contains(step.state) && step.to != nil
    }

    /// Whether a file is what it was before the step, or as good as that.
    private static func isOld(_ now: DeviceFile, _ step: StepRecord) -> Bool {
        if now.content == step.from { return true }
        // A name that was cut off before its file got any content.
        guard let from = step.from else { return now.bytes.isEmpty }
        if now.bytes.isEmpty, step.file != "settings.txt", mayBeMissing(step) { return true }
        // Settings are made longer by newlines before they are overwritten.
        guard step.file == "settings.txt", now.bytes.count <= Padding.sector,
            now.bytes.count > from.size,
            now.bytes[from.size...].allSatisfy({ $0 == UInt8(ascii: "\n") })
        else { return false }
        return FileContent(of: Array(now.bytes.prefix(from.size))) == from
    }
}
