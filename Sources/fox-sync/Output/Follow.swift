// What `status --follow` and `log --follow` wait for: changes, the window's size, the end.
internal import CFoxShims
internal import Dispatch
internal import FoxSystem
internal import Glibc
internal import PicoFox
internal import SyncEngine

/// Wakes a command up when there may be something new to show; nothing polls.
///
/// SQLite writes its log first and makes the commit visible afterwards, in shared memory, of which
/// nothing tells. A look in between finds nothing new, so one more follows a second later.
final class Follow {
    private enum Event: Sendable {
        case hint
        case again
        case end
    }

    private let inbox = Inbox<Event>()
    private var sources: [ReadSource] = []
    private let state: FolderWatch
    private var drafts: TreeWatch?
    private var isWaiting = false

    /// Starts to listen; to be called before the process has a second thread.
    ///
    /// - Parameters:
    ///   - database: The state database, whose folder is watched.
    ///   - drafts: The folder of the drafts, where they matter.
    /// - Throws: `CLIError`.
    init(_ database: String, drafts: String? = nil) throws(CLIError) {
        guard let signals = Signals.shared else {
            throw CLIError(.failed, "signals", "cannot receive signals: signalfd failed")
        }
        let inbox = inbox
        let window = fox_signal_descriptor([SIGWINCH], 1)
        sources.append(signals.listen { _ in inbox.put(.end) })
        if window >= 0 {
            sources.append(
                ReadSource(
                    descriptor: window, queue: DispatchQueue(label: "fox-sync.window"),
                    onReadable: {
                        while fox_next_signal(window) >= 0 {}
                        inbox.put(.hint)
                    }, onCancel: { close(window) }))
        }
        let hint: @Sendable () -> Void = { inbox.put(.hint) }
        // Without it the answer is right all the same whenever anything else happens.
        self.drafts = drafts.flatMap { folder in
            try? TreeWatch(
                folder,
                TreeWatch.Scope(
                    isInFolders: true,
                    kinds: [.modified, .written, .created, .deleted, .movedIn, .movedOut],
                    counts: { !ScratchName.matches($0) })
            ) { _ in hint() }
        }
        do throws(Errno) {
            state = try FolderWatch(database.deletingLastComponent) { inbox.put(.hint) }
        } catch { throw CLIError(.failed, "watch", "cannot watch the state: \(error)") }
    }

    /// Something else has changed; any thread may say so.
    var hint: @Sendable () -> Void {
        let inbox = inbox
        return { inbox.put(.hint) }
    }

    /// Waits for something new.
    ///
    /// - Returns: False when it is time to end.
    func next() -> Bool {
        // One look answers all that has come meanwhile.
        let events = [inbox.next()] + inbox.takeAll()
        if events.contains(.again) { isWaiting = false }
        if events.contains(.hint), !isWaiting {
            isWaiting = true
            let inbox = inbox
            Alarm.set(seconds: 1) { inbox.put(.again) }
        }
        return !events.contains(.end)
    }

    /// Stops listening.
    func stop() {
        for source in sources { source.cancel() }
        state.stop()
        drafts?.stop()
    }
}
