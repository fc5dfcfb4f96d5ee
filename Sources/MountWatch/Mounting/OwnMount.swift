// Mounting a device where nobody else does: read-only first, and gone when the work is done.
package import FoxSystem
internal import Glibc

// Not by libmount: that one refuses everybody but root, while the service runs as a user of its own with
// the one capability that the calls need (libmount, `restricted` mode).

/// A mount that fox-sync made for itself.
package final class OwnMount: Sendable {
    private let node: String
    private let mount: UnseenMount

    /// On vfat: names as UTF-8, and modes that do no harm to a mount that somebody makes meanwhile.
    ///
    /// Such a mount shares the filesystem, and has these options for as long as it lasts. Never `sync`,
    /// which is unsafe for renames on vfat. Other filesystems know no such options.
    private static func options(for fileSystem: String) -> String {
        fileSystem == "vfat" ? "utf8=1,shortname=mixed,umask=0022" : ""
    }

    /// Mounts a device read-only.
    ///
    /// - Parameter device: A device with a filesystem.
    /// - Throws: `Errno`; `EBUSY` while somebody else has it mounted read-write. C: `fsconfig`
    package init(_ device: BlockDevice) throws(Errno) {
        node = device.node
        let type = device.fileSystem ?? "vfat"
        mount = try UnseenMount(node: node, type: type, options: Self.options(for: type))
    }

    /// The root folder, as a path in this process that holds until `unmount()`.
    package var root: String { mount.root }

    /// Lets the mount be written: until then not a sector of the medium was.
    ///
    /// - Throws: `Errno`; `EROFS` when the medium itself is write-protected. C: `fsconfig`
    package func makeWritable() throws(Errno) { try mount.makeWritable() }

    /// Unmounts and has the medium write what it still holds in its cache.
    ///
    /// - Throws: `Errno`; the mount is gone all the same, at the latest when its last file closes.
    package func unmount() throws(Errno) {
        mount.unmount()
        do throws(Errno) {
            try FileDescriptor.open(node, flags: O_RDONLY | O_NONBLOCK).synchronize()
        } catch {
            // A fox that was pulled meanwhile has no cache left to write; its run has said so.
            if error != .notFound && error != .noDevice && error != .noSuchAddress { throw error }
        }
    }
}
