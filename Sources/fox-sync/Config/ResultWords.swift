// The words by which the configuration says what is shown and what is logged.

/// Which results are shown on the desktop.
enum NotifyLevel: String, Sendable, CaseIterable {
    /// What was synced, and problems.
    case changes
    /// Only what somebody has to look at.
    case problems
    /// Foxes that were up to date, too.
    case all
    /// Nothing.
    case none
}

/// How much the agent says; the raw values are those of the configuration and of `--log-level`.
enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// What failed.
    case error
    /// What somebody has to decide, or should know.
    case warning
    /// What was done.
    case info
    /// For every volume, which rule decided, and more of the kind.
    case debug

    /// The priority in the journal.
    ///
    /// Source: syslog(3).
    var priority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug: 7
        }
    }

    /// Whether the left one is the more serious.
    static func < (left: LogLevel, right: LogLevel) -> Bool { left.priority < right.priority }
}
