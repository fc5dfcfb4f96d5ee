// The identity of one stay of a medium in the mount table.

/// One stay of one medium at one mount: what must not change while a device is being synced.
///
/// None of the numbers is enough by itself: the kernel uses mount numbers and device numbers again,
/// and the same medium can be mounted twice.
package struct VolumeSession: Sendable, Hashable, Codable {
    /// The mount's number.
    package let mount: Int
    /// The mount's number that is never used again, where the kernel tells it.
    package let uniqueMount: UInt64?
    /// The device number of the filesystem.
    package let number: UInt64
    /// The kernel's number for this medium, where there is one.
    package let diskSequence: String?
}
