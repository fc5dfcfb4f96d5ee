// What an unfinished run left behind: its journal makes the base that the next plan starts from.

/// Reads the journals of runs that were cut or failed since the base was recorded.
package enum Recovery {
    /// The base as it would be, had the unfinished runs recorded what they got done.
    ///
    /// A file that is wholly what a journal says it was, or wholly what it was to become, counts as
    /// known: nobody edited it. A restore that was cut is not taken up: what it was to bring back is
    /// not what the draft wants, so the plan will hold. Everything else stays as the base has it, and
    /// the plan will hold it.
    ///
    /// - Parameters:
    ///   - base: The recorded base, or nil.
    ///   - journals: Unfinished runs that had begun to write, the oldest first, with their steps.
    ///   - snapshot: What is on the device now.
    /// - Returns: The base to plan with.
    package static func base(
        _ base: Base?, journals: [(run: RunRecord, steps: [StepRecord])], snapshot: Snapshot
    ) -> Base? {
        let journals = journals.filter { $0.run.kind == .sync }
        guard let last = journals.last else { return base }
        var files = base?.files ?? [:]
        for step in journals.flatMap(\.steps) {
            let now = snapshot.files[step.file]
            if now?.content == step.to {
                files[step.file] = now.map {
                    BaseFile(
                        digest: $0.content.digest, size: $0.content.size, fromDraft: true,
                        settings: step.file == "settings.txt" ? $0.bytes : nil)
                }
            } else if let now, isOld(now, step) {
                files[step.file] = BaseFile(
                    digest: now.content.digest, size: now.content.size,
                    fromDraft: files[step.file]?.fromDraft ?? false,
                    settings: step.file == "settings.txt" ? now.bytes : nil)
            } else if now == nil, step.from == nil {
                files[step.file] = nil
            }
        }
        return Base(
            draft: base?.draft ?? last.run.draft ?? "", run: base?.run ?? last.run.id,
            at: base?.at ?? last.run.started, files: files)
    }

    /// Files that hold what a cut or failed run was to write, but that it never proved.
    ///
    /// What the kernel shows of them may not be on the medium and may never come there, after a
    /// failed fsync: only writing them again makes sure.
    ///
    /// - Parameters:
    ///   - journals: Unfinished runs that had begun to write, the oldest first, with their steps.
    ///   - snapshot: What is on the device now.
    /// - Returns: The files' names.
    package static func unproven(
        journals: [(run: RunRecord, steps: [StepRecord])], snapshot: Snapshot
    ) -> Set<String> {
        var names: Set<String> = []
        for step in journals.flatMap(\.steps) {
            switch step.state {
            case .planned: break
            case .done: names.remove(step.file)
            case .begun, .failed:
                if let to = step.to, snapshot.files[step.file]?.content == to {
                    names.insert(step.file)
                }
            }
        }
        return names
    }

    /// Whether a file is what it was before the step, or as good as that.
    private static func isOld(_ now: DeviceFile, _ step: StepRecord) -> Bool {
        if now.content == step.from { return true }
        // A name that was cut off before its file got any content.
        guard let from = step.from else { return now.bytes.isEmpty }
        // Settings are made longer by newlines before they are overwritten.
        guard step.file == "settings.txt", now.bytes.count <= Padding.sector,
            now.bytes.count > from.size,
            now.bytes[from.size...].allSatisfy({ $0 == UInt8(ascii: "\n") })
        else { return false }
        return FileContent(of: Array(now.bytes.prefix(from.size))) == from
    }
}
