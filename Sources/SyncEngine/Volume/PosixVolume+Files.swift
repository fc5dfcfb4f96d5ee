// Opening, reading and writing the files of a mounted volume.
internal import CFoxShims
internal import FoxSystem
internal import Glibc

extension PosixVolume {
    /// Opens beneath the root only, and looks at what was opened before it is used. C: `openat2`
    package func open(
        _ name: String, for purpose: OpenPurpose
    ) throws(VolumeError) -> VolumeHandle {
        switch purpose {
        case .reading:
            try refuseIrregular(name)
            // Without O_NONBLOCK a FIFO that was slipped in after the check would block for ever.
            let handle: VolumeHandle
            do throws(VolumeError) {
                handle = try openRegular(name, O_RDONLY | O_NONBLOCK | fox_o_noatime)
            } catch  where error.errno == .notPermitted {
                handle = try openRegular(name, O_RDONLY | O_NONBLOCK)
            }
            // The kernel reads twice as far ahead: the medium is never idle while there is work.
            _ = posix_fadvise(handle.number, 0, 0, POSIX_FADV_SEQUENTIAL)
            return handle
        case .update:
            try refuseIrregular(name)
            return try openRegular(name, O_RDWR | O_NONBLOCK)
        case .create:
            return try openRegular(name, O_RDWR | O_CREAT | O_EXCL)
        }
    }

    private func refuseIrregular(_ name: String) throws(VolumeError) {
        if let found = try entry(name), found.status.kind != .regular {
            throw VolumeError(
                .notRegular, "open", name: name, detail: "it is a \(found.status.kind.rawValue)")
        }
    }

    /// Opens beneath the root and checks that what was opened is a file of this very volume.
    ///
    /// - Parameters:
    ///   - name: A name in the root.
    ///   - flags: `open(2)` flags.
    /// - Returns: A handle that must be closed.
    /// - Throws: `VolumeError`.
    func openRegular(
        _ name: String, _ flags: Int32
    ) throws(VolumeError) -> VolumeHandle {
        guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != "..", !name.isEmpty
        else { throw .system("open", name, .invalid) }
        let file: FileDescriptor
        do throws(Errno) {
            if opensBeneath {
                file = FileDescriptor(
                    owning: try retrying {
                        fox_openat_beneath(root.rawValue, name, flags | O_CLOEXEC | O_NOCTTY, 0o644)
                    })
            } else {
                // A single name and O_NOFOLLOW leave only a mount on top, see below.
                file = try root.open(at: name, flags: flags | O_NOCTTY, mode: 0o644)
            }
        } catch { throw .system("open", name, error) }
        let status: FileStatus
        do { status = try file.status() } catch { throw .system("open", name, error) }
        guard status.kind == .regular else { throw VolumeError(.notRegular, "open", name: name) }
        // A second name may lie outside of the folder, and what it shows is somebody else's.
        guard status.links <= 1 else {
            throw VolumeError(.notRegular, "open", name: name, detail: "it has a second name")
        }
        // Not where the kernel has said so already: on overlayfs a file has another number than its
        // folder (inode(7), st_dev).
        guard opensBeneath || status.device == device else {
            throw VolumeError(.otherVolume, "open", name: name)
        }
        return VolumeHandle(number: file.release())
    }

    /// Reads until the count is full or the file ends. C: `pread`
    package func read(
        _ handle: VolumeHandle, at offset: Int, count: Int
    ) throws(VolumeError) -> [UInt8] {
        do throws(Errno) { return try readBytes(handle.number, at: offset, count: count) } catch {
            throw .system("read", nil, error)
        }
    }

    /// Has the kernel begin to read, and goes on meanwhile. C: `posix_fadvise`
    package func prefetch(_ name: String, count: Int) {
        guard let handle = try? open(name, for: .reading) else { return }
        _ = posix_fadvise(handle.number, 0, count, POSIX_FADV_WILLNEED)
        try? close(handle)
    }

    /// Writes until all is written. C: `pwrite`
    package func write(
        _ handle: VolumeHandle, _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(VolumeError) {
        do throws(Errno) { try writeBytes(handle.number, bytes, at: offset) } catch {
            throw .system("write", nil, error)
        }
    }

    /// Starts the writing of the data and waits for it. C: `sync_file_range`
    package func syncData(_ handle: VolumeHandle) throws(VolumeError) {
        do throws(Errno) { _ = try retrying { fox_sync_data(handle.number) } } catch {
            throw .system("sync_file_range", nil, error)
        }
    }

    /// Waits until the file is on the medium. C: `fsync`
    package func sync(_ handle: VolumeHandle) throws(VolumeError) {
        do throws(Errno) { _ = try retrying { fsync(handle.number) } } catch {
            throw .system("fsync", nil, error)
        }
    }

    /// Closes it once; a close that fails has closed all the same. C: `close`
    package func close(_ handle: VolumeHandle) throws(VolumeError) {
        do { try FileDescriptor(owning: handle.number).close() } catch {
            throw .system("close", nil, error)
        }
    }
}
