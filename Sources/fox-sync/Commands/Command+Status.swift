// `status`: what is plugged in, what waits for a decision, and what was verified last.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

extension Command {
    static let status = Command(
        "status", "what is plugged in, what waits, and what was verified last",
        details: """
            Each fox is available, not mounted, without a valid settings.txt, read-only, failing (I/O
            error) or gone, since when, and why. What waits for a decision comes with the commands of
            which one goes on. With --follow it is told anew at each event.
            """,
        options: [Option("follow", letter: "f", "stay, and show every change")]
    ) { (context, call) throws(CLIError) in
        let store: StateStore
        do throws(StateError) {
            // Held open while following: otherwise each look would be the last to close the
            // database, SQLite would tidy its files up, and that would look like a change.
            store =
                call.has("follow")
                ? try StateStore(path: context.places.database)
                : try StateStore(reading: context.places.database)
        } catch { throw CLIError(error) }
        if !call.has("follow") { return try StatusResult(context, store) }
        try follow(context, store)
        return Silence()
    }

    /// Shows the status again whenever devices, mounts or the log change.
    private static func follow(_ context: Context, _ store: StateStore) throws(CLIError) {
        let follow = try Follow(context.places.database)
        defer { follow.stop() }
        let hint = follow.hint
        let watcher: VolumeWatcher
        do throws(WatchError) { watcher = try VolumeWatcher(onHint: { _ in hint() }) } catch {
            throw CLIError(error)
        }
        defer { watcher.stop() }
        var shown: String?
        repeat {
            let status = try StatusResult(context, store)
            var text = context.printer.json ? Printer.encode(status) : status.text(.plain)
            if let window = context.printer.window { text += "\(window)" }
            if text != shown { context.printer.redraw(status, isFirst: shown == nil) }
            shown = text
        } while follow.next() && context.printer.isHeard
    }
}
