// The agent: each event is a hint to look again, and what has changed is acted on.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

/// Watches volumes and syncs each fox as it comes, until a signal ends it.
struct Agent {
    private enum Event: Sendable {
        case hint
        case signal
        case ended(VolumeSession)
    }

    private let context: Context
    private let rules: CandidateRules
    private let isVerbose: Bool
    private let stop = StopFlag()
    private var ledger = VolumeLedger()
    /// Volumes that were looked into, so that a remount or another hint starts nothing again.
    private var handled: Set<VolumeSession> = []
    private var running: Set<VolumeSession> = []

    init(context: Context, rules: CandidateRules, isVerbose: Bool) {
        self.context = context
        self.rules = rules
        self.isVerbose = isVerbose
    }

    /// Runs until a signal comes and every run in hand has ended.
    ///
    /// - Parameter signals: The signals, blocked since the process began.
    /// - Throws: `CLIError` when the monitors cannot be set up.
    mutating func run(_ signals: Signals) throws(CLIError) {
        let inbox = Inbox<Event>()
        let watcher: VolumeWatcher
        do { watcher = try VolumeWatcher(onHint: { _ in inbox.put(.hint) }) } catch {
            throw CLIError(error)
        }
        let source = signals.listen { _ in inbox.put(.signal) }
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
                look(watcher, inbox)
                if !isReady {
                    isReady = true
                    let busy = Style.count(running.count, "volume")
                    say("watching for foxes" + (running.isEmpty ? "" : "; looking into \(busy)"))
                    Readiness.ready("watching")
                }
            case .ended(let session):
                running.remove(session)
                if stop.isRequested && running.isEmpty { break loop }
                Readiness.status(
                    running.isEmpty
                        ? "watching" : "syncing \(Style.count(running.count, "fox", "foxes"))")
            case .signal:
                stop.request()
                Readiness.stopping()
                if running.isEmpty { break loop }
                say("stopping after the file in hand")
            }
        }
        watcher.stop()
        source.cancel()
        say("stopped")
    }

    /// Reads the state again and starts what is new.
    private mutating func look(
        _ watcher: VolumeWatcher, _ inbox: Inbox<Event>
    ) {
        let scan: VolumeScan
        do { scan = try watcher.scan() } catch {
            say("cannot look at the volumes: \(error.description)")
            return
        }
        var fresh: [WatchedVolume] = []
        for change in ledger.update(with: scan) {
            switch change {
            case .appeared(let volume): fresh.append(volume)
            case .changed(_, let volume):
                if !handled.contains(volume.session) { fresh.append(volume) }
            case .vanished(let volume, let departure):
                handled.remove(volume.session)
                if isVerbose || rules.verdict(on: volume).isCandidate {
                    say("\(name(volume)): \(departure.rawValue)")
                }
            }
        }
        let present = ledger.volumes.filter { rules.verdict(on: $0).isCandidate }
        let (_, ambiguous) = FoundVolume.tellApart(present.compactMap { FoundVolume($0) })
        for volume in fresh {
            let verdict = rules.verdict(on: volume)
            if isVerbose {
                say(
                    "\(name(volume)): \(verdict.isCandidate ? "candidate" : "ignored"),"
                        + " rule \(verdict.rule.rawValue): \(verdict.reason)")
            }
            guard verdict.isCandidate else { continue }
            handled.insert(volume.session)
            guard let found = FoundVolume(volume) else {
                say(
                    "\(name(volume)): its device has no serial number, so it is not written;"
                        + " next: fox-sync sync --volume \(volume.mount.target.shellWord)")
                continue
            }
            if ambiguous.contains(found) {
                say(
                    "\(name(volume)): another volume has the identity \(found.identity.id), so"
                        + " neither is written; plug them in one at a time")
                continue
            }
            running.insert(volume.session)
            start(found, volume.session, inbox)
        }
    }

    private func start(
        _ found: FoundVolume, _ session: VolumeSession, _ inbox: Inbox<Event>
    ) {
        let (context, isVerbose) = (context, isVerbose)
        VolumeSync.start(
            found, places: context.places, stop: stop, onEvent: { _ in },
            onEnd: { result in
                switch result {
                case .success(let report): Self.tell(report, context)
                case .failure(let error):
                    // Somebody's ordinary stick is nobody's business.
                    if error.step != .recognise || error.code != .unavailable || isVerbose {
                        context.printer.error("\(found.path): \(error.description)")
                    }
                }
                inbox.put(.ended(session))
            })
    }

    private static func tell(_ report: RunReport, _ context: Context) {
        let devices =
            (try? context.state { (store) throws(StateError) in try store.devices() }) ?? []
        let view = RunView(
            report.run, deviceName: devices.first { $0.id == report.run.device }?.name,
            steps: report.steps, plan: report.plan, findings: report.findings)
        context.printer.show(view)
    }

    private func name(_ volume: WatchedVolume) -> String {
        Array(volume.mount.target.utf8).printable
    }

    private func say(_ text: String) { context.printer.error(text) }
}
