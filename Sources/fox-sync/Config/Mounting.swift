// What the configuration says about devices that nobody has mounted.

/// Whether and how fox-sync mounts by itself.
struct Mounting: Equatable, Sendable {
    /// Who mounts.
    enum Mode: String, Sendable, CaseIterable {
        /// The desktop's automounter; fox-sync waits for its mounts.
        case never
        /// fox-sync, when nobody else has within a few seconds.
        case auto
        /// fox-sync, at once; a mount that somebody else made is used where it is.
        case always
    }

    /// Who mounts.
    var mode = Mode.never
    /// Whether a FAT that says it is dirty is repaired, after a backup of the whole volume.
    var repairs = false
    /// Whether the device is switched off after a sync, so that its light goes out.
    var powersOff = false
    /// How long `auto` waits for somebody else to mount, in seconds.
    static let patience = 5
}
