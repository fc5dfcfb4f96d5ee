// One element of the watcher's stream.

/// 'Look again', with everything that happened since the last time.
///
/// Causes that come while the reader is busy are gathered in one hint, so that a storm of events
/// costs as many scans as the reader has time for and not one each.
package struct WatchHint: Sendable, Hashable, Codable {
    /// What happened, oldest first; never empty.
    package let causes: [WatchCause]

    /// Makes a hint.
    ///
    /// - Parameter causes: What happened, oldest first.
    package init(causes: [WatchCause]) { self.causes = causes }
}
