// `status`: what is plugged in, what waits for a decision, and what was synced last.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

extension Command {
    static let status = Command(
        "status", "foxes, drafts and the last sync of each",
        details: """
            Each fox is available, not mounted, without a valid settings.txt, read-only, failing (I/O
            error) or gone, since when, and why. With --follow it is told anew at each event.
            """,
        options: [Option("follow", letter: "f", "stay, and show every change")]
    ) { (context, call) throws(CLIError) in
        guard call.has("follow") else { return try StatusResult(context) }
        guard let signals = Signals.shared else {
            throw CLIError(.failed, "signals", "cannot receive signals: signalfd failed")
        }
        // Held open: otherwise each look would be the last to close the database, SQLite would tidy
        // its files up, and that would look like a change.
        let held: StateStore
        do throws(StateError) { held = try StateStore(path: context.places.database) } catch {
            throw CLIError(error)
        }
        try withExtendedLifetime(held) { () throws(CLIError) in try follow(context, signals) }
        return Silence()
    }

    /// Shows the status again whenever devices, mounts or the log change.
    private static func follow(
        _ context: Context, _ signals: Signals
    ) throws(CLIError) {
        let inbox = Inbox<Bool>()
        let watcher: VolumeWatcher
        do throws(WatchError) {
            watcher = try VolumeWatcher(onHint: { _ in inbox.put(true) })
        } catch { throw CLIError(error) }
        let source = signals.listen { _ in inbox.put(false) }
        let state: FolderWatch
        do throws(Errno) {
            state = try FolderWatch(context.places.database.deletingLastComponent) {
                inbox.put(true)
            }
        } catch { throw CLIError(.failed, "watch", "cannot watch the state: \(error)") }
        defer {
            watcher.stop()
            source.cancel()
            state.stop()
        }
        var shown: String?
        while true {
            let status = try StatusResult(context)
            let text = context.printer.json ? Printer.encode(status) : status.text(.plain)
            if text != shown {
                context.printer.redraw(status)
                shown = text
            }
            guard inbox.next() else { return }
            // One look answers all that has come meanwhile.
            if inbox.takeAll().contains(false) { return }
        }
    }
}
