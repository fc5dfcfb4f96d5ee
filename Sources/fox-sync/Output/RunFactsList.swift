// Who, what, where and when of one run, as words and values; for the terminal and the page.
internal import PicoFox
internal import SyncEngine

/// The facts of a run in the order in which they are told.
enum RunFactsList {
    /// All that is known.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - name: The device's name.
    /// - Returns: A word and a printable value each.
    static func list(_ run: RunRecord, name: String?) -> [(String, String)] {
        let facts = run.facts
        var list: [(String, String?)] = []
        let model = [facts.vendor, facts.model, facts.revision].compactMap { $0 }
            .joined(separator: " ")
        let identity = run.device ?? run.volume
        list.append(
            (
                "fox",
                (name.map { "\($0) (\(identity))" } ?? identity)
                    + (model.isEmpty ? "" : ", \(model)")
            ))
        list.append(("draft", run.draft.map { $0 + (run.firmware.map { ", for \($0)" } ?? "") }))
        list.append(("firmware", guess(facts)))
        list += air(run)
        list.append(("volume", run.volume))
        list.append(("began", run.started.local + (run.duration.map { ", took \($0)" } ?? "")))
        list.append(("by", facts.madeBy.map { $0 + (run.origin.map { ", from \($0)" } ?? "") }))
        if run.files > 0 {
            list.append(
                (
                    "written",
                    "\(Style.count(run.files, "file")), \(Style.bytes(run.bytes))"
                        + (run.method.map { ", \($0.words)" } ?? "")
                ))
        }
        list.append(("backup", run.backup))
        return list.compactMap { word, value in value.map { (word, Array($0.utf8).printable) } }
    }

    /// What is on the fox and what is in the draft; one line where both are the same.
    private static func air(_ run: RunRecord) -> [(String, String?)] {
        let facts = run.facts
        if let onFox = facts.onFox, onFox == facts.inDraft { return [("on the air", onFox.words)] }
        if facts.onFox == nil && facts.inDraft == nil { return [] }
        return [
            ("on the fox", facts.onFox?.words ?? "?"),
            (run.kind == .restore ? "in the backup" : "in the draft", facts.inDraft?.words),
        ]
    }

    private static func guess(_ facts: RunFacts) -> String? {
        facts.guess.map {
            "the fox looks like \($0)"
                + (facts.guessReasons.isEmpty
                    ? "" : ": " + facts.guessReasons.joined(separator: "; "))
        }
    }
}
