// Whether a device can be synced now, and if not, why.

/// The availability of one device, as of the last event about it.
package struct Availability: Equatable, Sendable {
    /// The states; there is no `disconnected`: only udev can say that a device has gone.
    package enum State: String, Sendable, Codable, CaseIterable {
        /// Plugged in, recognised, readable.
        case available
        /// Plugged in, and nobody has mounted it.
        case notMounted = "not mounted"
        /// Mounted, without a valid settings.txt.
        case noSettings = "no valid settings.txt"
        /// Mounted, and the kernel refuses writes.
        case readOnly = "read-only"
        /// The medium failed a read or write.
        case ioError = "I/O error"
        /// udev says that the device has gone.
        case gone
    }

    /// The state.
    package let state: State
    /// Why, in one sentence; may be empty.
    package let reason: String
    /// Since when.
    package let since: Timestamp

    /// Describes an availability.
    package init(_ state: State, _ reason: String = "", since: Timestamp = .now) {
        self.state = state
        self.reason = reason
        self.since = since
    }
}
