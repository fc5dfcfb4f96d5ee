// What an import comes to: its rows, and the drafts as they are then.
internal import PicoFox
internal import SyncEngine

/// What an import did, or would do.
struct EventImportResult: CommandResult {
    let rows: [EventRow]
    let dryRun: Bool
    let message: String
    /// The drafts as they are now; nil when nothing was done.
    let drafts: [DraftListResult.Item]?
    let folder: String
    /// What is found in the drafts together; nil when nothing was done.
    let together: [Finding]?

    init(_ rows: [EventRow], drafts: [DraftListResult.Item]?, folder: String) {
        self.rows = rows
        self.drafts = drafts
        self.folder = folder
        together = drafts?.together
        dryRun = drafts == nil
        func count(_ change: EventRow.Change) -> Int { rows.filter { $0.change == change }.count }
        let (made, changed) = (count(.made), count(.changed))
        let same = count(.unchanged)
        message =
            dryRun
            ? "\(made) to be made, \(changed) to be changed, \(same) unchanged; nothing was done"
            : "\(made) made, \(changed) changed, \(same) unchanged"
                + (changed > 0 ? "; 'draft undo' undoes a change" : "")
                + (made > 0 ? "; 'draft remove' removes a draft" : "")
    }

    var exit: ExitCode {
        (drafts ?? []).contains { $0.problem != nil || $0.errors ?? 0 > 0 } ? .invalid : .done
    }

    func text(_ style: Style) -> String {
        let width = rows.map(\.draft.count).max() ?? 0
        let lines = rows.map { row in
            let gap = String(repeating: " ", count: width - row.draft.count + 2)
            return style.paint(row.draft, .bold) + gap + row.words(isDone: !dryRun)
        }
        let invalid = (drafts ?? []).compactMap { item -> String? in
            guard let errors = item.errors, errors > 0 else { return item.problem }
            return "\(item.draft): \(Style.count(errors, "error")),"
                + " see 'fox-sync draft check \(item.draft.shellWord)'"
        }
        return
            (lines + invalid.map { style.paint($0, .bad) }
            + (together ?? []).togetherLines(style) + [message]).joined(separator: "\n")
    }
}
