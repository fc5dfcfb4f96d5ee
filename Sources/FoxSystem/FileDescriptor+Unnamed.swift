// Files without a name: whatever happens to the process, nothing of them is left.
internal import CFoxShims
internal import Glibc

extension FileDescriptor {
    /// Makes a file without a name, open for reading and writing.
    ///
    /// Where the filesystem cannot make one, a file gets a name for a moment and loses it.
    ///
    /// - Parameter folder: The folder whose filesystem shall hold it.
    /// - Returns: The empty file; closing it frees its space.
    /// - Throws: `Errno`. C: `open` with `O_TMPFILE`, `mkostemp`
    package static func unnamed(in folder: String) throws(Errno) -> FileDescriptor {
        let made = fox_open_unnamed(folder)
        if made >= 0 { return FileDescriptor(owning: made) }
        switch Errno.current {
        // What O_TMPFILE says on filesystems and kernels without it (open(2)).
        case .notSupported, .isDirectory, .notFound, .invalid: break
        case let failure: throw failure
        }
        var template = Array((folder + "/.fox-sync-XXXXXX").utf8CString)
        let named = mkstemp(&template)
        if named < 0 { throw .current }
        unlink(template)
        return FileDescriptor(owning: named)
    }

    /// A second descriptor of the same open file.
    ///
    /// - Parameter number: A descriptor of this process, such as 0.
    /// - Returns: Its double, which shares its place in the file.
    /// - Throws: `Errno`. C: `dup`
    package static func duplicate(of number: Int32) throws(Errno) -> FileDescriptor {
        FileDescriptor(owning: try retrying { dup(number) })
    }

    /// Takes room for the file, whether it is written to or not.
    ///
    /// - Parameter count: The file's size afterwards, in bytes.
    /// - Throws: `Errno`; no space, above all. C: `posix_fallocate`
    package func reserve(_ count: Int) throws(Errno) {
        let code = posix_fallocate(rawValue, 0, count)
        if code != 0 { throw Errno(rawValue: code) }
    }

    /// Reads what comes next, as pipes need it.
    ///
    /// - Parameter count: The most to read, in bytes.
    /// - Returns: At least one byte, or none at the end.
    /// - Throws: `Errno`. C: `read`
    package func readNext(count: Int) throws(Errno) -> [UInt8] {
        var failure: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, filled in
            do throws(Errno) {
                filled = try retrying { Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
            } catch {
                filled = 0
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
