// Why one should look again.

/// What happened; only a hint, since what is true now is told by a scan.
package enum WatchCause: Sendable, Hashable, Codable {
    /// Both monitors listen: whatever was there before is to be found by the first scan.
    case start
    /// udev finished with an event of a block device that is there: `add`, `change`, `move` …
    case device(action: String, name: String)
    /// A block device has gone. This, not what its files say, is the truth about its presence.
    /// `number` is `nil` when the event came without it.
    case deviceRemoved(name: String, number: UInt64?)
    /// Something was mounted, unmounted or remounted.
    case mountsChanged
    /// Events were lost; nothing is known of them but that a scan is due.
    case eventsLost
}
