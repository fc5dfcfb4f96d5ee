// A file that is written beside its place and takes its name when it is whole.
internal import Glibc

/// A new file in the making; one that does not take its name leaves nothing behind.
///
/// No other program can foresee its name, and what already stands there, a link or a pipe as well, is
/// refused and not opened.
package struct FreshFile: ~Copyable {
    /// The open file, to be written.
    package let descriptor: FileDescriptor
    private let path: String
    private let target: String

    /// Creates it.
    ///
    /// - Parameters:
    ///   - target: The path whose name it takes in the end; the folder must exist.
    ///   - mode: Permissions of the file, before the umask.
    /// - Throws: `Errno`. C: `open` with `O_EXCL`
    package init(for target: String, mode: UInt32 = 0o644) throws(Errno) {
        self.target = target
        path = "\(target).\(UInt64.random(in: 0...UInt64.max)).new"
        descriptor = try FileDescriptor.open(
            path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
    }

    // Behind the rename nothing has this name.
    deinit { unlink(path) }

    /// Makes the content durable and replaces the target by it.
    ///
    /// - Throws: `Errno`; the target is then as it was. C: `fsync`, `rename`
    package func takeName() throws(Errno) {
        try descriptor.synchronize()
        let (from, to) = (path, target)
        _ = try retrying { rename(from, to) }
    }
}
