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
        let first = try StatusResult(context)
        guard call.has("follow") else { return first }
        guard let signals = Signals.shared else {
            throw CLIError(.failed, "signals", "cannot receive signals: signalfd failed")
        }
        try follow(context, signals, first)
        return Silence()
    }

    /// Shows the status again whenever devices, mounts or the log change.
    private static func follow(
        _ context: Context, _ signals: Signals, _ first: StatusResult
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
        var status = first
        while true {
            let text = context.printer.json ? Printer.encode(status) : status.text(.plain)
            // Reading the database touches its files, too: only what differs is shown.
            if text != shown {
                context.printer.redraw(status)
                shown = text
            }
            guard inbox.next() else { return }
            status = try StatusResult(context)
        }
    }
}
