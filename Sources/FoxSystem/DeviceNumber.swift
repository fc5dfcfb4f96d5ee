// Device numbers as the kernel and the C library pack them.
internal import CFoxShims

/// Questions about a device number (`dev_t`).
package enum DeviceNumber {
    /// Whether a filesystem with this number is on a block device.
    ///
    /// - Parameter number: The filesystem's device number.
    /// - Returns: `false` for major 0, which Linux gives to filesystems without one (tmpfs, network).
    package static func isBlockDevice(_ number: UInt64) -> Bool { major(number) != 0 }

    /// The major number: which driver. C: `major`
    ///
    /// - Parameter number: A device number.
    /// - Returns: Its major part.
    package static func major(_ number: UInt64) -> UInt32 { fox_major(number) }

    /// Major and minor number. C: `major`, `minor`
    ///
    /// - Parameter number: A device number.
    /// - Returns: Both, in this order.
    package static func parts(_ number: UInt64) -> [UInt32] {
        [fox_major(number), fox_minor(number)]
    }

    /// The number in the way that `lsblk` and the mount table print it, like `8:1`.
    ///
    /// - Parameter number: A device number.
    /// - Returns: Major and minor part.
    package static func text(_ number: UInt64) -> String {
        "\(fox_major(number)):\(fox_minor(number))"
    }

    /// Packs a number. C: `makedev`
    ///
    /// - Parameters:
    ///   - major: Which driver.
    ///   - minor: Which device of it.
    /// - Returns: The device number.
    package static func make(major: UInt32, minor: UInt32) -> UInt64 { fox_makedev(major, minor) }
}
