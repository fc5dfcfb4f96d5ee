// `status`: what is plugged in, what waits for a decision, and what was verified last.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

extension Command {
    static let status = Command(
        "status", words: "[STATE…]", count: 0...FoxState.Kind.allCases.count,
        "what is to do about each fox, what is plugged in, and what was verified last",
        details: """
            Each fox is in one STATE: needs-decision (its draft and what is on it do not agree), damaged
            (it has no settings.txt that can be read, or its FAT is broken), off-the-air (its draft is
            not valid, or silent), behind (its draft is another than it got), unknown (never synced, no
            draft, or not proven) or ready. What is not ready comes with the reason and the commands of
            which one goes on. With STATE only foxes in that state are shown. Then comes whether the fox
            is available, not mounted, without a valid settings.txt, read-only, failing (I/O error) or
            gone. It exits with 3 when a fox needs a decision or is damaged. With --follow the answer is
            updated at each event.
            """,
        options: [Option("follow", letter: "f", "stay, and show every change")], exits: [.held]
    ) { (context, call) throws(CLIError) in
        var kinds: [FoxState.Kind] = []
        for word in call.words {
            guard let kind = FoxState.Kind(rawValue: word.lowercased()) else {
                let all = FoxState.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw .usage(
                    "there is no state '\(Array(word.utf8).printable)'; there are \(all)",
                    command: "status")
            }
            kinds.append(kind)
        }
        let store: StateStore
        do throws(StateError) {
            // Held open while following: otherwise each look would be the last to close the
            // database, SQLite would tidy its files up, and that would look like a change.
            store =
                call.has("follow")
                ? try StateStore(path: context.places.database)
                : try StateStore(reading: context.places.database)
        } catch { throw CLIError(error) }
        if !call.has("follow") { return try StatusResult(context, store, only: kinds) }
        try follow(context, store, kinds)
        return Silence()
    }

    /// Shows the status again whenever devices, mounts or the log change.
    private static func follow(
        _ context: Context, _ store: StateStore, _ kinds: [FoxState.Kind]
    ) throws(CLIError) {
        let follow = try Follow(context.places.database, drafts: context.places.drafts)
        defer { follow.stop() }
        let hint = follow.hint
        let watcher: VolumeWatcher
        do throws(WatchError) { watcher = try VolumeWatcher(onHint: { _ in hint() }) } catch {
            throw CLIError(error)
        }
        defer { watcher.stop() }
        var shown: String?
        repeat {
            let status = try StatusResult(context, store, only: kinds)
            var text = context.printer.json ? Printer.encode(status) : status.text(.plain)
            if let window = context.printer.window { text += "\(window)" }
            if text != shown { context.printer.redraw(status, isFirst: shown == nil) }
            shown = text
        } while follow.next() && context.printer.isHeard
    }
}
