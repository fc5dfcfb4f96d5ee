// A mount in no folder: a descriptor that nobody else can reach, gone when it is closed.
internal import CFoxShims
internal import Glibc
internal import Synchronization

/// A filesystem that is mounted for this process alone.
///
/// It stands in nobody's mount table, so that there is no folder to make and no namespace to enter. The
/// kernel unmounts it when its descriptor is closed, however the program ends.
package final class UnseenMount: Sendable {
    private let descriptor: Mutex<Int32>

    /// Mounts a device read-only: no programs, no devices, no access times.
    ///
    /// - Parameters:
    ///   - node: The device node.
    ///   - type: The filesystem's type, such as `vfat`.
    ///   - options: The filesystem's own options, `KEY=VALUE` each, with commas between them.
    /// - Throws: `Errno`; `EBUSY` while somebody else has it mounted read-write, `ENOSYS` before Linux
    ///   5.2. C: `fsopen`, `fsconfig`, `fsmount`
    package init(node: String, type: String, options: String) throws(Errno) {
        descriptor = Mutex(try retrying { fox_mount_unseen(type, node, options) })
    }

    deinit { unmount() }

    /// The root folder, as a path in this process that holds until `unmount()`.
    package var root: String { "/proc/self/fd/\(descriptor.withLock { $0 })/." }

    /// Turns the filesystem read-write.
    ///
    /// - Throws: `Errno`; `EROFS` when the medium itself is write-protected. C: `fspick`, `fsconfig`
    package func makeWritable() throws(Errno) {
        let number = descriptor.withLock { $0 }
        _ = try retrying { fox_make_writable(number) }
    }

    /// Unmounts; files that are still open keep the filesystem until they are closed.
    package func unmount() {
        let number = descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
        if number >= 0 { close(number) }
    }

    /// Makes sure that this process may mount at all.
    ///
    /// - Throws: `Errno`; `EPERM` without the capability. C: `fsopen`
    package static func confirmPermission() throws(Errno) { _ = try retrying { fox_may_mount() } }
}
