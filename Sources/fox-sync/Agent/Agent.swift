// The agent: each event is a hint to look again, and what has changed is acted on.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import Notifications
internal import SyncEngine

/// Watches volumes and drafts and syncs each fox as it comes, until a signal ends it.
struct Agent {
    enum Event: Sendable {
        case hint
        case signal(Int32)
        case edit(EditWatch.Event)
        case checked([AgentSession: DraftKey])
        /// A run has ended; the report is nil where there is none.
        case ended(AgentSession, Ending, RunReport?)
        case watchdog
    }

    /// What a run's end says of what comes next.
    enum Ending: Sendable {
        /// It is a fox; only an edit or a command changes what it gets.
        case fox
        /// It is nobody's business, and not looked at again.
        case stranger
        /// Something failed that may go well where it is mounted otherwise.
        case failed
        /// Somebody else has it mounted, and it is tried again.
        case contended
    }

    let context: Context
    var config: Config
    /// What the command line says of the log, which goes before the configuration.
    let level: LogLevel?
    let stop = StopFlag()
    let inbox = Inbox<Event>()
    let commands = LimitedCommand()
    let notifier: Notifier?
    var log: AgentLog
    var ledger = VolumeLedger()
    /// What was looked into, so that a remount or another hint starts nothing again.
    var handled: Set<AgentSession> = []
    var running: Set<AgentSession> = []
    /// Unmounted devices that wait for somebody to mount them, since when (`mode = auto`).
    var waiting: [AgentSession: Timestamp] = [:]
    /// Devices that somebody else has mounted out of sight, and how often it was tried.
    var contended: [AgentSession: Int] = [:]
    /// The foxes whose last run came to its end, whatever it was.
    var finished: Set<AgentSession> = []
    /// The foxes that are plugged in and can be told apart.
    var foxes: [AgentSession: Fox] = [:]
    /// Whether the next look is at all volumes, and not only at new ones.
    var looksAgain = false
    /// What tells of edits; nil where inotify cannot be had.
    var edits: EditWatch?
    /// Whether somebody has edited a draft a moment ago.
    var isEditing = false
    /// Files of drafts that were written to and not closed.
    var openFiles: Set<String> = []
    /// Whether another thread works out what the foxes would get, and whether to ask once more.
    var isChecking = false
    var checksAgain = false
    /// The serials that were there at the last look; nil before the first.
    var present: Set<String>?

    init(context: Context, config: Config, level: LogLevel?) {
        self.context = context
        self.config = config
        self.level = level
        log = AgentLog(context, level: level ?? config.logLevel)
        notifier = Self.makeNotifier(context, log)
    }

    /// Runs until a signal comes and every run in hand has ended.
    ///
    /// - Parameter signals: The signals, blocked since the process began.
    /// - Throws: `CLIError` when the monitors cannot be set up.
    mutating func run(_ signals: Signals) throws(CLIError) {
        // Here, once, and not at every fox.
        try context.refuseUnreadable(writes: true)
        if config.mounting.mode != .never { try context.confirmMounting() }
        let inbox = inbox
        let watcher: VolumeWatcher
        do { watcher = try VolumeWatcher(onHint: { _ in inbox.put(.hint) }) } catch {
            throw CLIError(error)
        }
        let source = signals.listen { inbox.put(.signal($0)) }
        watchEdits()
        // Whoever closes a database as the last one has to bring the whole log into it and wait for
        // the disk, twice: with this one open, that is not the end of each of a run's questions.
        let store: StateStore
        do throws(StateError) { store = try StateStore(path: context.places.database) } catch {
            throw CLIError(error)
        }
        defer { withExtendedLifetime(store) {} }
        if !watcher.udevIsRunning {
            log.say(
                "udev is not running here: foxes are noticed when they are mounted, and serial"
                    + " numbers are read from sysfs", .warning)
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
                    log.say(
                        "watching for foxes" + (foxes.isEmpty ? "" : "; looking into \(busy)"))
                    Readiness.ready("watching")
                    guardLoop()
                }
            case .edit(let event): take(event)
            case .checked(let keys): take(keys)
            case .ended(let session, let ending, let report):
                running.remove(session)
                if let report { foxes[session]?.key?.take(report) }
                take(ending, of: session)
                if stop.isRequested && running.isEmpty { break loop }
                // What was edited during the run.
                check()
                Readiness.status(status)
            case .watchdog: guardLoop()
            case .signal(SIGHUP) where Signals.reloads:
                reload()
                inbox.put(.hint)
            case .signal:
                stop.request()
                Readiness.stopping()
                commands.stop()
                if running.isEmpty { break loop }
                log.say("stopping after the file in hand")
            }
            rest()
        }
        watcher.stop()
        edits?.stop()
        source.cancel()
        commands.stop()
        log.say("stopped")
    }

    /// What systemd shows.
    private var status: String {
        running.isEmpty ? "watching" : "syncing \(Style.count(running.count, "volume"))"
    }

    /// Tells the watchdog that the loop turns, and has itself called again in time.
    private func guardLoop() {
        guard let interval = Watchdog.interval else { return }
        Watchdog.tell()
        let inbox = inbox
        Alarm.set(milliseconds: interval) { inbox.put(.watchdog) }
    }

    /// Gives memory back when there is nothing to do: the next event may be weeks away.
    private func rest() {
        if running.isEmpty { Residence.shrink() }
    }

    /// Watches drafts and state; without that, a fox is synced when it is plugged in and no more.
    private mutating func watchEdits() {
        let inbox = inbox
        do throws(Errno) {
            edits = try EditWatch(context.places, quiet: config.settle * 1000) {
                inbox.put(.edit($0))
            }
        } catch {
            log.say("edits of drafts are not noticed while a fox is plugged in: \(error)", .warning)
        }
    }

    /// Reads the configuration again; a broken one changes nothing.
    private mutating func reload() {
        Readiness.reloading()
        defer { Readiness.ready(status) }
        let old = config
        do throws(CLIError) { config = try context.config() } catch {
            log.say(
                "\(error.message); the configuration stays as it was", .error, .configuration)
            return
        }
        if config.mounting.mode != .never {
            do throws(CLIError) { try context.confirmMounting() } catch {
                config.mounting.mode = .never
                log.say(error.message, .warning)
            }
        }
        log = AgentLog(context, level: level ?? config.logLevel)
        looksAgain = config.rules != old.rules
        if let edits {
            edits.wait(quiet: config.settle * 1000)
        } else {
            watchEdits()
        }
        log.say("the configuration was read again", .info, .configuration)
    }

    /// Starts one run, on a thread of its own.
    mutating func start(_ found: FoundVolume, _ session: AgentSession) {
        running.insert(session)
        Readiness.status(status)
        let (context, inbox, teller) = (context, inbox, teller)
        let place = Array(found.path.utf8).printable
        VolumeSync.start(
            found, context: context,
            options: SyncRun.Options(
                backupsKept: config.backupsKept, historyKept: config.historyKept),
            mounting: config.mounting, stop: stop,
            onEvent: { event in
                guard let wait = event.wait(of: "it") else { return }
                teller.log.say("\(place): \(wait.words)")
            },
            onEnd: { result in
                var ending = Ending.fox
                // Whoever is told that it is done may unmount at once: nothing is open by then.
                let availability = Self.availability(result, of: found)
                switch result {
                case .success(let report):
                    if report.error != nil { ending = .failed }
                    teller.tell(report)
                case .failure(let error) where error.errno == .busy:
                    ending = .contended
                    teller.log.say("\(place): \(error.reason); it is tried again", .debug)
                case .failure(let error):
                    // Somebody's ordinary stick is nobody's business, and not looked at again.
                    let isFox = error.step != .recognise
                    ending = isFox || !found.isThere ? .failed : .stranger
                    if error.code == .stopped {
                        teller.log.say("\(place): \(error.description)")
                    } else if isFox || error.errno != nil || context.knows(found.identity) {
                        teller.refuse(
                            found.path, error.description, device: found.identity.id,
                            isFailure: true)
                    } else {
                        teller.log.say("\(place): \(error.description)", .debug)
                    }
                }
                Self.note(availability, of: found.identity.id, context)
                inbox.put(.ended(session, ending, try? result.get()))
            })
    }
}
