// Owner of one open file: every raw descriptor in the project is held by this type.
internal import CFoxShims
internal import Glibc

/// An open file that is closed exactly once.
///
/// A descriptor that was only read may simply go out of scope. One that was written must be
/// closed by `close()`, since a late error of the medium can be reported there and nowhere else.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, borrowed: valid while this value lives.
    package let rawValue: Int32

    /// Takes over a descriptor that the caller owns.
    package init(owning rawValue: Int32) { self.rawValue = rawValue }

    deinit { _ = Glibc.close(rawValue) }

    /// Opens a path.
    ///
    /// `O_CLOEXEC` is always added.
    ///
    /// - Parameters:
    ///   - path: An absolute or relative path.
    ///   - flags: `open(2)` flags, e.g. `O_RDONLY | O_NOFOLLOW`.
    ///   - mode: Permissions of a created file, before the umask.
    /// - Returns: The open file.
    /// - Throws: `Errno` of the call. C: `open`
    package static func open(
        _ path: String, flags: Int32, mode: UInt32 = 0o600
    ) throws(Errno) -> FileDescriptor {
        FileDescriptor(
            owning: try retrying { fox_openat(AT_FDCWD, path, flags | O_CLOEXEC, mode) })
    }

    /// Opens a name relative to this directory, following nothing.
    ///
    /// - Parameters:
    ///   - name: A name in this directory.
    ///   - flags: `open(2)` flags; `O_CLOEXEC` and `O_NOFOLLOW` are added.
    ///   - mode: Permissions of a created file, before the umask.
    /// - Returns: The open file.
    /// - Throws: `Errno` of the call. C: `openat`
    package func open(
        at name: String, flags: Int32, mode: UInt32 = 0o600
    ) throws(Errno) -> FileDescriptor {
        FileDescriptor(
            owning: try retrying {
                fox_openat(rawValue, name, flags | O_CLOEXEC | O_NOFOLLOW, mode)
            })
    }

    /// Closes the file and reports what the kernel says; the descriptor is gone either way.
    ///
    /// - Throws: `Errno`, for example of a write that failed late. C: `close`
    package consuming func close() throws(Errno) {
        let number = rawValue
        discard self
        // Linux releases the number even when close reports EINTR: never repeat it.
        if Glibc.close(number) == -1, Errno.current != .interrupted { throw Errno.current }
    }

    /// Type, size, times and identity of the file.
    ///
    /// - Returns: The status as of now.
    /// - Throws: `Errno` of the call. C: `fstat`
    package func status() throws(Errno) -> FileStatus {
        var raw = stat()
        _ = try retrying { fstat(rawValue, &raw) }
        return FileStatus(raw)
    }

    /// Gives the number away without closing it.
    ///
    /// - Returns: The descriptor; its new owner closes it.
    package consuming func release() -> Int32 {
        let number = rawValue
        discard self
        return number
    }

    /// Reads up to `count` bytes at an offset.
    ///
    /// - Parameters:
    ///   - offset: Where to read, in bytes from the start.
    ///   - count: The most to read, in bytes.
    /// - Returns: The bytes; fewer than asked for at the end of the file, none behind it.
    /// - Throws: `Errno` of the call. C: `pread`
    package func read(at offset: Int, count: Int) throws(Errno) -> [UInt8] {
        try readBytes(rawValue, at: offset, count: count)
    }

    /// Reads a whole file, but never more than a limit.
    ///
    /// - Parameter limit: The most bytes that may come.
    /// - Returns: All bytes of the file.
    /// - Throws: `Errno.tooLarge` when there is more than `limit`; else as `read(at:count:)`.
    package func readAll(limit: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        // Growing step by step would copy megabytes several times. A size of 0 is not believed:
        // /proc says so of every file.
        bytes.reserveCapacity(min(limit, try status().size) + 1)
        while true {
            let chunk = try read(at: bytes.count, count: min(1 << 16, limit + 1 - bytes.count))
            if chunk.isEmpty { return bytes }
            bytes += chunk
            if bytes.count > limit { throw .tooLarge }
        }
    }

    /// Reads all that comes, from a pipe as well as from a file, but never more than a limit.
    ///
    /// - Parameter limit: The most bytes that may come.
    /// - Returns: The bytes up to the end.
    /// - Throws: `Errno.tooLarge` when there are more than `limit`. C: `read`
    package func readStream(limit: Int) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try retrying { Glibc.read(rawValue, &buffer, buffer.count) }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
            if bytes.count > limit { throw .tooLarge }
        }
    }

    /// Writes bytes at an offset, all of them.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - offset: Where, in bytes from the start.
    /// - Throws: `Errno` of the first call that failed; some bytes may be written. C: `pwrite`
    package func write(_ bytes: some Collection<UInt8>, at offset: Int) throws(Errno) {
        try writeBytes(rawValue, bytes, at: offset)
    }

    /// Whether any program has the file open for writing.
    ///
    /// To be asked of a descriptor that was opened for reading only.
    ///
    /// - Returns: Nil where it cannot be known: on a network filesystem, or for somebody else's file.
    ///   C: `fcntl` with `F_SETLEASE`
    package func hasWriter() -> Bool? {
        switch fox_has_writer(rawValue) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    /// Asks the kernel to put the file on its medium, and waits.
    ///
    /// - Throws: `Errno`. A failure is reported once: never repeat the call on this descriptor
    ///   and take its success for an answer (fsync(2), and measured on vfat). C: `fsync`
    package func synchronize() throws(Errno) { _ = try retrying { fsync(rawValue) } }
}
