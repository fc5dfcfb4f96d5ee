// What comes of reading a volume's blocks below its filesystem.

/// Blocks of the medium behind a volume, past the filesystem and past every cache.
package enum MediumBlocks: Equatable, Sendable {
    /// The bytes; fewer than asked for only at the end of the medium.
    case bytes([UInt8])
    /// There is a medium, and this program may not open its device, as in most desktop sessions.
    case closed
    /// The volume is no FAT on a block device.
    case none
}
