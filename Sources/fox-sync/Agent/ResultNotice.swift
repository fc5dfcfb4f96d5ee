// A run's result as a notification on the desktop.
internal import Notifications
internal import SyncEngine

/// Makes notifications of results.
enum ResultNotice {
    /// What is to be shown of a run.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - fox: How it is with the fox after it.
    ///   - title: What the fox is called: its name, else its callsign, else its serial number.
    ///   - level: What the configuration wants to see.
    /// - Returns: The notification, or nil when nothing is to be shown.
    static func make(
        of run: RunRecord, _ fox: FoxState? = nil, title: String, level: NotifyLevel
    ) -> Notification? {
        let title = Array(title.utf8).printable
        let isProblem = run.result.logLevel != .info
        let isQuiet = run.result == .upToDate || run.result == .running
        switch level {
        case .none: return nil
        case .problems: if !isProblem { return nil }
        case .changes: if isQuiet { return nil }
        case .all: break
        }
        let message = Array(run.message.utf8).printable
        let commands = run.next.isEmpty ? fox?.next ?? [] : run.next
        let next = commands.enumerated().map { ($0 == 0 ? "" : "or: ") + Array($1.utf8).printable }
        let decision = ([message] + next).joined(separator: "\n")
        let (summary, body): (String, String) =
            switch run.result {
            case .pushed, .restored:
                (
                    "\(title) is synced and \(run.method?.noticeWords ?? "verified")",
                    "Safe to unplug; takes effect at the next power-up."
                )
            case .converged, .pulled: ("\(title) has its draft", "Nothing had to be written.")
            case .upToDate, .running: ("\(title) is up to date", "Safe to unplug.")
            case .held: ("\(title) needs a decision", decision)
            case .damaged: ("\(title) is damaged", decision)
            case .refused: ("\(title) was not synced", decision)
            case .noDraft: ("\(title) has no draft", decision)
            case .invalid: ("\(title) was not synced", decision)
            case .verificationFailed: ("\(title): verification failed", decision)
            case .failed: ("\(title): the sync failed", decision)
            case .interrupted: ("\(title): the sync was interrupted", decision)
            }
        var lines = [body]
        if let fox, fox.kind != .ready, fox.reason != run.message {
            lines.append("\(fox.kind.words): \(fox.shownReason)")
        }
        return Notification(
            subject: run.device ?? run.volume, summary: summary,
            body: lines.joined(separator: "\n"),
            urgency: run.result.logLevel == .error ? .critical : isQuiet ? .low : .normal,
            action: Notification.Action(label: "Show log", word: run.id))
    }
}

extension ReadMethod {
    /// The words for it in a notification, where what is proven past the cache needs no more.
    fileprivate var noticeWords: String {
        switch self {
        case .direct, .evicted: "verified"
        case .data, .cache: words
        }
    }
}
