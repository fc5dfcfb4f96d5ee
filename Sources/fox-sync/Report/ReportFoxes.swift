// The foxes on a page: cards for the screen, the event sheet for paper.
internal import PicoFox
internal import SyncEngine

/// The overview by device.
enum ReportFoxes {
    /// One card a fox.
    static func cards(_ foxes: [ReportFox]) -> Markup {
        if foxes.isEmpty { return "<p class=\"empty\">No fox was ever seen.</p>" }
        return "<div class=\"cards\">\(foxes.map(card))</div>"
    }

    private static func card(_ fox: ReportFox) -> Markup {
        let facts = fox.heard?.facts.onFox
        var lines: [Markup] = []
        func add(_ word: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            lines.append("<div><dt>\(word)</dt><dd>\(value)</dd></div>")
        }
        add("draft", fox.draft ?? "none assigned")
        add("callsign", facts?.callsign)
        add("frequency", facts?.megahertz)
        add("cycle", facts?.cycle.map { Style.seconds(milliseconds: $0) })
        add("last verified", fox.verified?.started.localMinute ?? "never")
        let waits: Markup =
            fox.last.map { run in
                run.next.isEmpty ? "" : "<p class=\"waits\">\(run.message)</p>"
            } ?? ""
        let chip: Markup = fox.last.map { ReportRun.chip($0.result) } ?? ""
        let serial: Markup =
            fox.title == fox.id ? "" : "<p class=\"serial\">\(fox.id)</p>"
        return """
            <article class="card" tabindex="0" data-device="\(fox.id)"><header><h3>\(fox.title)</h3>\(chip)</header>\
            \(serial)<dl>\(lines)</dl>\(waits)</article>

            """
    }

    /// One row a fox: what somebody takes into the woods.
    static func sheet(_ foxes: [ReportFox]) -> Markup {
        """
        <section class="sheet" aria-label="event sheet"><h2>Event sheet</h2>
        <table><thead><tr><th>fox</th><th>callsign</th><th>frequency</th><th>identifier</th>\
        <th>cycle</th><th>last verified</th><th>by whom</th></tr></thead>
        <tbody>\(foxes.map(row))</tbody></table></section>

        """
    }

    private static func row(_ fox: ReportFox) -> Markup {
        let facts = fox.heard?.facts.onFox
        let verified = fox.verified.map { run in
            var words = run.started.localMinute + ", \(run.method?.words ?? "compared")"
            // What came after may have left something else on the fox.
            if let last = fox.last, last.id != run.id {
                words += "; since then \(last.result.rawValue)"
            }
            return words
        }
        let cells: [String] = [
            facts?.callsign ?? "?", facts?.megahertz ?? "?", facts?.identifier ?? "?",
            facts.map {
                $0.isOnAir ? $0.cycle.map { Style.seconds(milliseconds: $0) } ?? "?" : "off the air"
            }
                ?? "?",
            verified ?? "never", fox.verified?.facts.madeBy ?? "",
        ]
        let rest: [Markup] = cells.map { "<td>\($0)</td>" }
        return "<tr><th scope=\"row\">\(fox.title)</th>\(rest)</tr>\n"
    }
}
