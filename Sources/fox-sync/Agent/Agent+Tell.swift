// Telling what came of a run: in the log, on the desktop, and to the user's own command.
internal import FoxSystem
internal import Glibc
internal import Notifications
internal import PicoFox
internal import SyncEngine

/// Tells results; used on the threads of the runs.
struct ResultTeller: Sendable {
    let context: Context
    let log: AgentLog
    let notify: NotifyLevel
    let notifier: Notifier?
    let hook: ResultHook

    /// Tells the result of a run.
    func tell(_ report: RunReport) {
        let run = report.run
        let names = (try? context.deviceNames()) ?? [:]
        let name = run.device.flatMap { names[$0] }
        let fox = run.device.flatMap { context.states(of: [$0])[$0] }
        var view = RunView(
            run, deviceName: name, steps: report.steps, plan: report.plan,
            findings: report.findings)
        view.fox = fox
        log.tell(view, run, name: name)
        if let notifier {
            let callsign = (run.facts.onFox ?? run.facts.inDraft)
                .flatMap { $0.callsign.isEmpty ? nil : $0.callsign }
            let title = name ?? callsign ?? run.device ?? run.volume
            if let notice = ResultNotice.make(
                of: run, fox, title: title, level: notify)
            {
                notifier.show(notice)
            } else {
                // What was shown of it before is over.
                notifier.withdraw(run.device ?? run.volume)
            }
        }
        hook.start(run, fox, name: name, environment: context.environment, log: log)
    }

    /// Tells why a volume was not synced at all.
    ///
    /// - Parameters:
    ///   - place: Where it is.
    ///   - reason: Why, in a sentence.
    ///   - device: Its identity, where it is known.
    ///   - isFailure: Whether something went wrong, beyond what somebody has to put right.
    func refuse(_ place: String, _ reason: String, device: String?, isFailure: Bool) {
        let place = Array(place.utf8).printable
        var fields = [("FOX_VOLUME", place), ("FOX_TITLE", place)]
        if let device { fields.append(("FOX_DEVICE", device)) }
        log.say("\(place): \(reason)", isFailure ? .error : .warning, .refused, fields: fields)
        if notify == .none { return }
        notifier?.show(
            Notification(
                subject: device ?? place, summary: "\(place) was not synced",
                body: Array(reason.utf8).printable, urgency: isFailure ? .critical : .normal))
    }
}

extension Agent {
    /// What tells results, as the configuration is now.
    var teller: ResultTeller {
        ResultTeller(
            context: context, log: log, notify: config.notify, notifier: notifier,
            hook: ResultHook(
                command: config.onResult, limit: config.onResultLimit, commands: commands))
    }

    /// The notifier; its thread is started by the first notification.
    static func makeNotifier(_ context: Context, _ log: AgentLog) -> Notifier? {
        do throws(Errno) {
            return try Notifier(onProblem: { log.say($0, .debug) }) { run in
                do throws(Errno) {
                    try Worker.start { showLog(of: run, context, log) }
                } catch { log.say("cannot show the log: \(error)", .warning) }
            }
        } catch {
            log.say("cannot show notifications: \(error)", .warning)
            return nil
        }
    }

    /// Opens what `log show` says of a run in whatever the desktop shows texts with.
    private static func showLog(of run: String, _ context: Context, _ log: AgentLog) {
        let environment = context.environment.map { "\($0.key)=\($0.value)" }
        do throws(Errno) {
            let program = try Folder.realPath("/proc/self/exe")
            let text = try Subprocess([program, "log", "show", run], environment: environment)
            let file = context.places.locks + "/log-\(run).txt"
            try Folder.create(context.places.locks, mode: 0o700)
            try Folder.replaceFile(file, with: text.output, mode: 0o600)
            let opened = try Subprocess(["xdg-open", file], environment: environment)
            if opened.status != 0 {
                log.say("cannot show the log: xdg-open: \(opened.output.printable)", .warning)
            }
        } catch { log.say("cannot show the log: \(error)", .warning) }
    }
}
