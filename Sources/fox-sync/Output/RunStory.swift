// Everything the log has of one run, in one look: the answer to `log show`.
internal import PicoFox
internal import SyncEngine

/// A run's whole story.
struct RunStory: CommandResult {
    private let view: RunView
    private var run: RunRecord { view.run }

    init(view: RunView) { self.view = view }

    func encode(to encoder: any Encoder) throws { try view.encode(to: encoder) }

    func text(_ style: Style) -> String {
        var facts = Table(indent: "  ")
        for (word, value) in RunFactsList.list(run, name: view.deviceName) {
            facts.add([word, value], tints: [.dim])
        }
        let result = style.paint(run.result.rawValue, run.result.tint)
        var parts = [
            "run \(style.paint(run.id, .bold)): \(result) — \(Array(run.message.utf8).printable)",
            facts.text(uncut(style)),
        ]
        for (title, table) in [
            ("plan", planTable), ("settings", settingsTable), ("files", fileTable),
        ] where !table.isEmpty {
            parts.append("\n\(style.paint(title, .bold))\n" + table.text(uncut(style)))
        }
        if !run.warnings.isEmpty {
            let notes = run.warnings.map { "  \(Array($0.utf8).printable)" }
            parts.append("\n\(style.paint("notes", .bold))\n" + notes.joined(separator: "\n"))
        }
        let next = RunView.next(run.next, style, indent: "")
        if !next.isEmpty { parts.append("\n" + next.joined(separator: "\n")) }
        return parts.joined(separator: "\n")
    }

    /// The whole story is not cut at the right.
    private func uncut(_ style: Style) -> Style {
        var style = style
        style.cutsLines = false
        return style
    }

    private var planTable: Table {
        var table = Table(indent: "  ")
        for file in view.planned {
            table.add([
                Array(file.file.utf8).printable, file.action,
                RunView.sizes(file.from, file.to), Array(file.why.utf8).printable,
            ])
        }
        return table
    }

    private var settingsTable: Table {
        var table = Table(indent: "  ")
        for file in view.planned {
            for change in file.changes {
                table.add([
                    Array(change.key.utf8).printable,
                    view.isCarriedOut(file.file)
                        ? "\(change.from.shown) → \(change.to.shown)"
                        : "\(change.from.shown) on the fox, \(change.to.shown) in the"
                            + (run.kind == .restore ? " backup" : " draft"),
                ])
            }
        }
        return table
    }

    private var fileTable: Table {
        var table = Table(indent: "  ")
        for step in view.steps {
            var words = [
                step.state == .done ? step.action : "\(step.action) (\(step.state.rawValue))"
            ]
            if let milliseconds = step.milliseconds {
                words.append(Style.seconds(milliseconds: milliseconds))
            }
            if let attempts = step.attempts, attempts > 1 { words.append("\(attempts) attempts") }
            if let method = step.method { words.append(method.words) }
            table.add([Array(step.file.utf8).printable, words.joined(separator: ", ")])
            let isDone = step.state == .done
            table.add([isDone ? "  before" : "  on the fox", step.from.shown], tints: [.dim])
            table.add([isDone ? "  after" : "  to be", step.to.shown], tints: [.dim])
        }
        return table
    }
}

extension FileContent? {
    /// Digest and size, so that columns line up.
    fileprivate var shown: String {
        map { "sha256 \($0.digest.hex)  \(Style.bytes($0.size))" } ?? "no such file"
    }
}

extension String? {
    /// The value of a setting, an empty or missing one in words.
    var shown: String {
        guard let self else { return "—" }
        return isEmpty ? "(empty)" : Array(self.utf8).printable
    }

    private var isEmpty: Bool { self?.isEmpty ?? true }
}
