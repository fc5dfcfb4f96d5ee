// The foxes on a page: cards for the screen, the event sheet for paper.
internal import PicoFox
internal import SyncEngine

/// The overview by device.
enum ReportFoxes {
    /// One card a fox.
    static func cards(_ foxes: [ReportFox]) -> Markup {
        if foxes.isEmpty { return "<p class=\"empty\">No fox was ever seen.</p>" }
        return """
            <p class="soft-words">\(foxes.map(\.state).summary)</p>\
            <div class="cards">\(foxes.map(card))</div>
            """
    }

    private static func card(_ fox: ReportFox) -> Markup {
        var lines: [Markup] = []
        func add(_ word: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            lines.append("<div><dt>\(word)</dt><dd>\(value)</dd></div>")
        }
        add("draft", fox.draft ?? "none assigned")
        add("callsign", fox.air.map(\.callsign.orDash) ?? "?")
        add("frequency", fox.air?.megahertz ?? "?")
        add("cycle", cycle(fox.air))
        add("read", fox.heard?.started.localMinute)
        add("verified", fox.verified?.started.localMinute ?? "never")
        add("last sync", fox.last?.result.rawValue)
        let commands: [Markup] = fox.state.next.map { "<li><code>\($0)</code></li>" }
        let waits: Markup =
            fox.state.kind == .ready
            ? ""
            : "<p class=\"waits\">\(fox.state.reason)</p><ul class=\"ways\">\(commands)</ul>"
        let serial: Markup =
            fox.title == fox.id ? "" : "<p class=\"serial\">\(fox.id)</p>"
        return """
            <article class="card" tabindex="0" data-device="\(fox.id)"><header><h3>\(fox.title)</h3>\(ReportRun.chip(fox.state))</header>\
            \(serial)<dl>\(lines)</dl>\(waits)</article>

            """
    }

    /// The cycle of what a fox sends.
    private static func cycle(_ air: AirFacts?) -> String {
        guard let air else { return "?" }
        if !air.isOnAir { return "off the air" }
        return air.cycle.map { Style.seconds(milliseconds: $0) } ?? "?"
    }

    /// One row a fox: what somebody takes into the woods.
    static func sheet(_ foxes: [ReportFox]) -> Markup {
        """
        <section class="sheet" aria-label="event sheet"><h2>Event sheet</h2>
        <table><thead><tr><th>fox</th><th>state</th><th>callsign</th><th>frequency</th><th>identifier</th>\
        <th>cycle</th><th>last verified</th><th>by whom</th></tr></thead>
        <tbody>\(foxes.map(row))</tbody></table></section>

        """
    }

    private static func row(_ fox: ReportFox) -> Markup {
        let verified = fox.verified.map { run in
            var words = run.started.localMinute + ", \(run.method?.words ?? "compared")"
            // What came after may have left something else on the fox.
            if let last = fox.last, last.id != run.id {
                words += "; since then \(last.result.rawValue)"
            }
            return words
        }
        let cells: [String] = [
            fox.state.kind.words, fox.air.map(\.callsign.orDash) ?? "?", fox.air?.megahertz ?? "?",
            fox.air?.identifier.map(\.orDash) ?? "?", cycle(fox.air), verified ?? "never",
            fox.verified?.facts.madeBy ?? "",
        ]
        let rest: [Markup] = cells.map { "<td>\($0)</td>" }
        return "<tr><th scope=\"row\">\(fox.title)</th>\(rest)</tr>\n"
    }
}
