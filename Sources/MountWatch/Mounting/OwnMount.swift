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
    // On vfat: names as UTF-8, for nobody else's eyes. Other filesystems know no such options.
    private static func options(for fileSystem: String) -> String? {
        fileSystem == "vfat" ? "utf8=1,shortname=mixed,umask=0077" : nil
    }

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
        let options = Self.options(for: fileSystem)
        _ = try retrying {
            mount(node, target, fileSystem, Self.flags | UInt(MS_RDONLY), options)
        }
    }

    /// Lets the mount be written: until then not a sector of the medium was.
    ///
    /// - Throws: `Errno`; `EROFS` when the medium itself is write-protected. C: `mount`
    package func makeWritable() throws(Errno) {
        let options = Self.options(for: fileSystem)
        _ = try retrying {
            mount(node, target, fileSystem, Self.flags | UInt(MS_REMOUNT), options)
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
        do throws(Errno) {
            try FileDescriptor.open(node, flags: O_RDONLY | O_NONBLOCK).synchronize()
        } catch {
            // A fox that was pulled meanwhile has no cache left to write; its run has said so.
            if error != .notFound && error != .noDevice && error != .noSuchAddress { throw error }
        }
    }
}
