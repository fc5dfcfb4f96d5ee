// Reading a file back from the medium instead of from the page cache.
internal import CFoxShims
internal import FoxSystem
internal import Glibc

extension PosixVolume {
    /// Multiple of every sector and page size in use, as `O_DIRECT` wants offsets and lengths.
    private static let block = 1 << 16

    /// Reads with `O_DIRECT`.
    ///
    /// - Returns: The bytes, or nil when the filesystem does not do it (open(2): EINVAL).
    func readDirect(_ name: String, limit: Int) throws(VolumeError) -> [UInt8]? {
        let handle: VolumeHandle
        do throws(VolumeError) {
            handle = try openRegular(name, O_RDONLY | O_NONBLOCK | fox_o_direct | fox_o_noatime)
        } catch {
            if error.errno == .invalid { return nil }
            if error.errno != .notPermitted { throw error }
            do throws(VolumeError) {
                handle = try openRegular(name, O_RDONLY | O_NONBLOCK | fox_o_direct)
            } catch  where error.errno == .invalid { return nil }
        }
        let file = FileDescriptor(owning: handle.number)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.block, alignment: 4096)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(limit + Self.block)
        while true {
            let got: Int
            do throws(Errno) {
                got = try retrying {
                    pread(file.rawValue, buffer.baseAddress, buffer.count, off_t(bytes.count))
                }
            } catch Errno.invalid { return nil } catch { throw .system("read back", name, error) }
            bytes += buffer.prefix(got)
            if bytes.count > limit { throw VolumeError(.tooLarge, "read back", name: name) }
            // A short read ends the file; the next offset would not be aligned.
            if got < buffer.count { return bytes }
        }
    }

    /// Asks the kernel to forget the file's pages, and looks whether it did.
    func readDroppingCache(
        _ name: String, limit: Int, hasMedium: Bool
    ) throws(VolumeError) -> MediumRead {
        let file = FileDescriptor(owning: try open(name, for: .reading).number)
        do throws(Errno) {
            let size = try file.status().size
            guard size <= limit else { throw .tooLarge }
            _ = posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
            let dropped = hasMedium && fox_cached_pages(file.rawValue, size) == 0
            let bytes = try file.readAll(limit: limit)
            return MediumRead(bytes: bytes, method: dropped ? .evicted : .cache)
        } catch Errno.tooLarge { throw VolumeError(.tooLarge, "read back", name: name) } catch {
            throw .system("read back", name, error)
        }
    }
}
