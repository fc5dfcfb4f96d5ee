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
        list.append(("on the air", air(facts)))
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

    /// `K7ABC on 146.565 MHz, keys K7ABC, a cycle of 32.1 s`.
    private static func air(_ facts: RunFacts) -> String? {
        guard let hertz = facts.hertz, let callsign = facts.callsign else { return nil }
        var words = [
            "\(callsign.isEmpty ? "no callsign" : callsign) on"
                + " \(FrequencyText.short(hertz: hertz)) MHz"
        ]
        if let identifier = facts.identifier, !identifier.isEmpty {
            words.append("keys \(identifier)")
        }
        words.append(
            facts.cycle.map { "a cycle of \(Style.seconds(milliseconds: $0))" } ?? "off the air")
        return words.joined(separator: ", ")
    }

    private static func guess(_ facts: RunFacts) -> String? {
        facts.guess.map {
            "the fox looks like \($0)"
                + (facts.guessReasons.isEmpty
                    ? "" : ": " + facts.guessReasons.joined(separator: "; "))
        }
    }
}
