// Reading the blocks of the volume's device, below the filesystem.
internal import CFoxShims
internal import FoxSystem
internal import Glibc

extension PosixVolume {
    /// What offsets, lengths and memory are multiples of for `O_DIRECT`: the largest sector in use.
    private static let alignment = 1 << 12

    /// Whether it is a FAT on a block device.
    var isFAT: Bool {
        // MSDOS_SUPER_MAGIC: statfs(2)
        DeviceNumber.isBlockDevice(device) && fox_filesystem_type(root.rawValue) == 0x4d44
    }

    /// Reads the device's node with `O_DIRECT`, when it may be opened and is this volume's.
    package func readBlocks(
        at offset: Int, count: Int, of name: String?
    ) throws(VolumeError) -> MediumBlocks {
        guard isFAT else { return .none }
        guard offset >= 0, count > 0 else { return .bytes([]) }
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | fox_o_direct
        guard let node = openNode(flags) else { return .closed }
        let begin = offset / Self.alignment * Self.alignment
        let length = (offset - begin + count + Self.alignment - 1) / Self.alignment * Self.alignment
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: length, alignment: Self.alignment)
        defer { buffer.deallocate() }
        var got = 0
        while got < length {
            let read: Int
            do throws(Errno) {
                let (place, rest, at) = (
                    buffer.baseAddress.map { $0 + got }, length - got, begin + got
                )
                read = try retrying { pread(node.rawValue, place, rest, off_t(at)) }
            } catch Errno.invalid { return .closed } catch {
                throw .system("read back", name, error)
            }
            got += read
            // A short read ends the medium; the next offset would not be aligned.
            if read == 0 || !read.isMultiple(of: Self.alignment) { break }
        }
        return .bytes(Array(buffer[..<got].dropFirst(offset - begin).prefix(count)))
    }

    /// Opens the block device that the volume is on.
    ///
    /// - Returns: Nil when there is no node, when it may not be opened, or when it is another device.
    private func openNode(_ flags: Int32) -> FileDescriptor? {
        for path in nodePaths {
            let file: FileDescriptor
            do throws(Errno) { file = try FileDescriptor.open(path, flags: flags) } catch {
                continue
            }
            var raw = stat()
            if fstat(file.rawValue, &raw) == 0, raw.st_mode & S_IFMT == S_IFBLK,
                UInt64(raw.st_rdev) == device
            {
                return file
            }
        }
        return nil
    }

    /// Where the node may be: by udev's link, and by the kernel's own name for it.
    private var nodePaths: [String] {
        let number = DeviceNumber.text(device)
        let event: [UInt8]
        do throws(Errno) {
            event = try FileDescriptor.open("/sys/dev/block/\(number)/uevent", flags: O_RDONLY)
                .readStream(limit: 4096)
        } catch { event = [] }
        let key = "DEVNAME="
        let names = String(decoding: event, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix(key) }.map { $0.dropFirst(key.count) }
        return ["/dev/block/" + number] + names.map { "/dev/" + $0 }
    }
}
