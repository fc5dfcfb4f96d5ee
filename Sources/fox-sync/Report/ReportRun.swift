// One run on a page: a line that opens into its story.
internal import PicoFox
internal import SyncEngine

/// The story of one run as HTML.
enum ReportRun {
    /// A run, closed until somebody opens it.
    static func details(_ view: RunView, _ waves: WaveformDrawing) -> Markup {
        let run = view.run
        let title = view.deviceName ?? run.device ?? run.volume
        let written =
            run.files > 0 ? "\(Style.count(run.files, "file")), \(Style.bytes(run.bytes))" : ""
        return """
            <details class="run" id="run-\(run.id)" data-device="\(run.device ?? "")" \
            data-result="\(run.result.rawValue)"><summary>\
            <time datetime="\(run.started.iso)">\(run.started.localMinute)</time>\
            <b class="who">\(title)</b><span class="what">\(run.draft ?? "—")</span>\
            \(chip(run.result))<span class="much">\(written)</span>\
            <span class="long">\(run.duration ?? "")</span>\
            <span class="how">\(run.method?.words ?? run.message)</span></summary>
            <div class="story"><p class="message">\(run.message)</p>
            \(next(run))\(warnings(run))\(facts(view))\(settings(view))\(plan(view))\
            \(files(view, waves))</div></details>

            """
    }

    /// A result as a coloured word.
    static func chip(_ result: RunResult) -> Markup { chip(result.rawValue, result.tint) }

    /// What is to do about a fox as a coloured word.
    static func chip(_ state: FoxState) -> Markup { chip(state.kind.words, state.kind.tint) }

    private static func chip(_ word: String, _ tint: Style.Tint) -> Markup {
        let kind: Markup =
            switch tint {
            case .good: "good"
            case .warn: "warn"
            case .bad: "bad"
            case .dim, .bold: "soft"
            }
        return "<span class=\"chip \(kind)\">\(word)</span>"
    }

    private static func facts(_ view: RunView) -> Markup {
        let list = [("run", view.run.id)] + RunFactsList.list(view.run, name: view.deviceName)
        let lines: [Markup] = list.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }
        return "<dl class=\"facts\">\(lines)</dl>\n"
    }

    private static func next(_ run: RunRecord) -> Markup {
        if run.next.isEmpty { return "" }
        let commands: [Markup] = run.next.map { "<li><code>\($0)</code></li>" }
        return "<div class=\"next\"><h4>To go on, one of</h4><ul>\(commands)</ul></div>\n"
    }

    private static func warnings(_ run: RunRecord) -> Markup {
        if run.warnings.isEmpty { return "" }
        let lines: [Markup] = run.warnings.map { "<li>\($0)</li>" }
        return "<ul class=\"notes\">\(lines)</ul>\n"
    }

    private static func settings(_ view: RunView) -> Markup {
        let files = view.planned.filter { !$0.changes.isEmpty }
        let isDone = files.allSatisfy { view.isCarriedOut($0.file) }
        let rows: [Markup] = files.flatMap(\.changes).map { change in
            let values: Markup =
                isDone
                ? "<td><del>\(change.from.shown)</del></td><td><ins>\(change.to.shown)</ins></td>"
                : "<td>\(change.from.shown)</td><td>\(change.to.shown)</td>"
            return "<tr><th scope=\"row\">\(change.key)</th>\(values)</tr>\n"
        }
        let source = view.run.kind == .restore ? "in the backup" : "in the draft"
        return table(
            "Settings",
            isDone ? ["key", "on the fox before", "after"] : ["key", "on the fox", source],
            rows)
    }

    private static func plan(_ view: RunView) -> Markup {
        let rows: [Markup] = view.planned.map { file in
            """
            <tr><th scope="row">\(file.file)</th><td>\(file.action)</td>\
            <td>\(RunView.sizes(file.from, file.to))</td><td>\(file.why)</td></tr>
            """
        }
        return table("Plan", ["file", "what", "size", "why"], rows)
    }

    private static func files(_ view: RunView, _ waves: WaveformDrawing) -> Markup {
        let rate = view.run.firmware.flatMap(Firmware.named)?.sampleRate
        let items: [Markup] = view.steps.map { step in
            var words = [
                step.state == .done ? step.action : "\(step.action) (\(step.state.rawValue))"
            ]
            if let size = step.to?.size { words.append(Style.bytes(size)) }
            if let time = step.milliseconds { words.append(Style.seconds(milliseconds: time)) }
            if let method = step.method { words.append(method.words) }
            if let count = step.attempts, count > 1 { words.append("\(count) attempts") }
            let digest: Markup = step.to.map { "<code>\($0.digest.hex)</code>" } ?? "removed"
            let before: Markup = step.from.map { "<code>\($0.digest.hex)</code>" } ?? "none"
            let picture = step.to.map { waves.picture(of: $0.digest, file: step.file, rate: rate) }
            return """
                <li><b>\(step.file)</b> <span>\(words.joined(separator: ", "))</span>\(picture ?? "")\
                <small>sha256 \(digest), before \(before)</small></li>
                """
        }
        if !items.isEmpty { return "<h4>Files</h4><ul class=\"files\">\(items)</ul>\n" }
        // Nothing was written: what is on the fox can be heard in the picture all the same.
        let heard: [Markup] = view.planned.compactMap { file in
            guard let digest = file.to?.digest, waves.contains(digest) else { return nil }
            return waves.picture(of: digest, file: file.file, rate: rate)
        }
        let title = RunResult.proven.contains(view.run.result) ? "Sounds" : "Sounds in the draft"
        return heard.isEmpty ? "" : "<h4>\(title)</h4>\(heard)\n"
    }

    private static func table(_ title: String, _ heads: [String], _ rows: [Markup]) -> Markup {
        if rows.isEmpty { return "" }
        let cells: [Markup] = heads.map { "<th>\($0)</th>" }
        return """
            <h4>\(title)</h4><div class="wide"><table><thead><tr>\(cells)</tr></thead>\
            <tbody>\(rows)</tbody></table></div>

            """
    }
}
