// Mounting a device where nobody else does: read-only first, and gone when the work is done.
package import FoxSystem
internal import Glibc

// By mount(2), not libmount's context: that one refuses everybody but root, while the service runs
// as a user of its own with the one capability that the call needs (libmount, `restricted` mode).

/// A mount that fox-sync made for itself, in its own mount namespace.
package final class OwnMount: Sendable {
    /// Where it is mounted.
    package let target: String
    private let node: String
    private let fileSystem: String

    /// No programs, no devices, no access times; never `sync`, which is unsafe for renames on vfat.
    private static let flags = UInt(MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME)
    /// Names as UTF-8, for nobody else's eyes.
    private static let options = "utf8=1,shortname=mixed,umask=0077"

    /// Mounts a device read-only.
    ///
    /// - Parameters:
    ///   - device: A device with a filesystem.
    ///   - target: Where; the folder is made when it is missing.
    /// - Throws: `Errno` of the call. C: `mount`
    package init(_ device: BlockDevice, at target: String) throws(Errno) {
        self.target = target
        node = device.node
        fileSystem = device.fileSystem ?? "vfat"
        try Folder.create(target, mode: 0o700)
        let (node, fileSystem) = (node, fileSystem)
        _ = try retrying {
            mount(node, target, fileSystem, Self.flags | UInt(MS_RDONLY), Self.options)
        }
    }

    /// Lets the mount be written: until then not a sector of the medium was.
    ///
    /// - Throws: `Errno`; `EROFS` when the medium itself is write-protected. C: `mount`
    package func makeWritable() throws(Errno) {
        _ = try retrying {
            mount(node, target, fileSystem, Self.flags | UInt(MS_REMOUNT), Self.options)
        }
    }

    /// Unmounts and has the medium write what it still holds in its cache.
    ///
    /// - Throws: `Errno`; the mount is gone all the same, at the latest when its last file closes.
    package func unmount() throws(Errno) {
        do throws(Errno) { _ = try retrying { umount2(target, 0) } } catch {
            if error == .invalid || error == .notFound { return }
            _ = umount2(target, Int32(MNT_DETACH))
            throw error
        }
        rmdir(target)
        try FileDescriptor.open(node, flags: O_RDONLY | O_NONBLOCK).synchronize()
    }
}
