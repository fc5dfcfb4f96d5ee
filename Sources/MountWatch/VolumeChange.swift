// What is different between two scans, as the agent acts on it.

/// A step from the volumes known to those found.
package enum VolumeChange: Sendable, Hashable {
    /// Why a volume is no longer there.
    package enum Departure: String, Sendable, Hashable, Codable {
        /// The device was removed. Its mount may well be in the table still.
        case deviceGone = "device gone"
        /// The drive has another medium now, or may have; the mount must not be trusted.
        case mediumChanged = "medium changed"
        /// It was unmounted; the device is there.
        case unmounted
        /// It is used through another mount from now on, which has appeared.
        case otherMount = "other mount"
    }

    /// A volume that was not there before.
    case appeared(WatchedVolume)
    /// A volume that is no longer there.
    case vanished(WatchedVolume, Departure)
    /// The same stay of the same medium, with other options, properties or access.
    case changed(from: WatchedVolume, to: WatchedVolume)
}
