// The agent: each event is a hint to look again, and what has changed is acted on.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// Watches volumes and syncs each fox as it comes, until a signal ends it.
struct Agent {
    enum Event: Sendable {
        case hint
        case signal
        case edit(EditWatch.Event)
        case checked([AgentSession: DraftKey])
        case ended(AgentSession, isFox: Bool)
    }

    let context: Context
    let config: Config
    let isVerbose: Bool
    let stop = StopFlag()
    let inbox = Inbox<Event>()
    var ledger = VolumeLedger()
    /// What was looked into, so that a remount or another hint starts nothing again.
    var handled: Set<AgentSession> = []
    var running: Set<AgentSession> = []
    /// Unmounted devices that wait for somebody to mount them, since when (`mode = auto`).
    var waiting: [AgentSession: Timestamp] = [:]
    /// The foxes that are plugged in and can be told apart.
    var foxes: [AgentSession: Fox] = [:]
    /// Whether somebody has edited a draft a moment ago.
    var isEditing = false
    /// Files of drafts that were written to and not closed.
    var openFiles: Set<String> = []
    /// Whether another thread works out what the foxes would get, and whether to ask once more.
    var isChecking = false
    var checksAgain = false
    /// The serials that were there at the last look; nil before the first.
    var present: Set<String>?

    init(context: Context, config: Config, isVerbose: Bool) {
        self.context = context
        self.config = config
        self.isVerbose = isVerbose
    }

    /// Runs until a signal comes and every run in hand has ended.
    ///
    /// - Parameter signals: The signals, blocked since the process began.
    /// - Throws: `CLIError` when the monitors cannot be set up.
    mutating func run(_ signals: Signals) throws(CLIError) {
        // Before there is a second thread.
        if config.mounting.mode != .never { try context.enterNamespace() }
        let (inbox, context) = (inbox, context)
        let watcher: VolumeWatcher
        do { watcher = try VolumeWatcher(onHint: { _ in inbox.put(.hint) }) } catch {
            throw CLIError(error)
        }
        let source = signals.listen { _ in inbox.put(.signal) }
        let edits = watchEdits()
        if !watcher.udevIsRunning {
            say(
                "udev is not running here: foxes are noticed when they are mounted, and those"
                    + " without a serial from udev are not written")
        }
        var isReady = false
        loop: while true {
            switch inbox.next() {
            case .hint:
                if stop.isRequested { continue }
                look(watcher)
                if !isReady {
                    isReady = true
                    let busy = Style.count(foxes.count, "volume")
                    say("watching for foxes" + (foxes.isEmpty ? "" : "; looking into \(busy)"))
                    Readiness.ready("watching")
                }
            case .edit(let event): take(event)
            case .checked(let keys): take(keys)
            case .ended(let session, let isFox):
                running.remove(session)
                if !isFox { foxes[session] = nil }
                // What was edited during the run.
                check()
                if stop.isRequested && running.isEmpty { break loop }
                let count = running.count
                Readiness.status(
                    count == 0 ? "watching" : "syncing \(count) \(count == 1 ? "fox" : "foxes")")
            case .signal:
                stop.request()
                Readiness.stopping()
                if running.isEmpty { break loop }
                say("stopping after the file in hand")
            }
        }
        watcher.stop()
        edits?.stop()
        source.cancel()
        context.printer.error("stopped")
    }

    /// Watches drafts and state; without that, a fox is synced when it is plugged in and no more.
    private func watchEdits() -> EditWatch? {
        let inbox = inbox
        do throws(Errno) {
            return try EditWatch(context.places, quiet: config.settle * 1000) {
                inbox.put(.edit($0))
            }
        } catch {
            say("edits of drafts are not noticed while a fox is plugged in: \(error)")
            return nil
        }
    }

    /// Starts one run, on a thread of its own.
    mutating func start(_ found: FoundVolume, _ session: AgentSession) {
        running.insert(session)
        let (context, isVerbose, inbox) = (context, isVerbose, inbox)
        VolumeSync.start(
            found, context: context,
            options: SyncRun.Options(backupsKept: config.backupsKept), stop: stop,
            onEvent: { _ in },
            onEnd: { result in
                switch result {
                case .success(let report): Self.tell(report, context)
                case .failure(let error):
                    // Somebody's ordinary stick is nobody's business.
                    if error.step != .recognise || error.errno != nil || isVerbose {
                        context.printer.error("\(found.path): \(error.description)")
                    }
                }
                Self.note(Self.availability(result, of: found), of: found.identity.id, context)
                // Somebody's ordinary stick is not looked at again.
                if case .failure(let error) = result, error.step == .recognise {
                    return inbox.put(.ended(session, isFox: false))
                }
                inbox.put(.ended(session, isFox: true))
            })
    }

    private static func tell(_ report: RunReport, _ context: Context) {
        let names = (try? context.deviceNames()) ?? [:]
        context.printer.show(
            RunView(
                report.run, deviceName: report.run.device.flatMap { names[$0] },
                steps: report.steps, plan: report.plan, findings: report.findings))
    }

    func say(_ text: String) { context.printer.error(text) }
}
