// Whether a FAT says of itself that it was not unmounted, before anybody mounts it.
internal import FoxSystem
internal import Glibc

extension BlockDevice {
    /// Whether the volume's dirty flag is set: it was pulled while it was mounted read-write.
    ///
    /// Linux sets bit 0 of the state byte at a read-write mount and clears it at unmount (FAT12 and
    /// FAT16: byte 37, FAT32: byte 65 of the boot sector; kernel `fs/fat/inode.c`).
    ///
    /// - Returns: Nil when the device cannot be read.
    package var isDirtyFAT: Bool? {
        guard let file = try? FileDescriptor.open(node, flags: O_RDONLY | O_NONBLOCK),
            let sector = try? file.read(at: 0, count: 512), sector.count == 512
        else { return nil }
        // Sectors per FAT are 0 at offset 22 on FAT32 only (Microsoft FAT specification).
        let isFAT32 = sector[22] == 0 && sector[23] == 0
        return sector[isFAT32 ? 65 : 37] & 1 == 1
    }
}
