// The rules by which a mounted volume is looked at or ignored, by name.

/// The rule that decided about a volume.
///
/// The raw values are what `doctor`, `-v` and `--json` print.
package enum VolumeRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The device behind the mount has gone.
    case deviceGone = "device-gone"
    /// udev has not finished with the device.
    case deviceNotReady = "device-not-ready"
    /// The type of the filesystem is not one to look at.
    case fileSystem = "file-system"
    /// There is no block device behind it.
    case blockDevice = "block-device"
    /// The device is neither removable nor on USB.
    case removableOrUSB = "removable-or-usb"
    /// Its files cannot be reached: mounted over, in part only, or under a name that is not UTF-8.
    case access
    /// The configuration lets it stand in for a device.
    case standIn = "stand-in"
    /// Nothing spoke against it.
    case candidate
}
