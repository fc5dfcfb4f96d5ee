// A mounted volume, reached through one directory handle and nothing else.
internal import CFoxShims
internal import FoxSystem
internal import Glibc

/// The root folder of a mounted filesystem, as the kernel serves it.
///
/// Everything is opened relative to one directory handle, so that a mount that is pulled away,
/// covered or swapped cannot redirect a write to another place: the handle stays on the filesystem
/// that was checked, and every opened file must be on that same device.
///
/// An fsync that failed is never repeated on the same descriptor: the folder is opened anew for each.
/// That alone makes nothing right. The kernel tells an error once, a descriptor that was opened after
/// that hears nothing of it, and the sectors that failed count as clean. So whoever tries again makes
/// them dirty first, as `DeviceWriter` does by an entry that comes and goes.
package final class PosixVolume: VolumeIO {
    let root: FileDescriptor
    /// Number of the device that the root is on.
    package let device: UInt64
    private let hasMedium: Bool
    /// Whether openat2(2) is to be had: not before Linux 5.6, nor under some filters of system calls.
    let opensBeneath: Bool

    /// Opens a folder as a volume.
    ///
    /// - Parameters:
    ///   - path: The mount point or folder; its last component may not be a symbolic link.
    ///   - expected: The device number it must be on, or nil when any will do.
    ///   - mayOpenBeneath: False to do without openat2(2), as where it is not to be had.
    /// - Throws: `VolumeError`; `otherVolume` when the folder is on another device, as an empty
    ///   mount point is after its volume has gone.
    package init(
        path: String, device expected: UInt64? = nil, mayOpenBeneath: Bool = true
    ) throws(VolumeError) {
        do {
            root = try Self.openFolder(AT_FDCWD, path)
            device = try root.status().device
        } catch { throw .system("open folder", path, error) }
        opensBeneath = mayOpenBeneath && Self.canOpenBeneath(root)
        let memory: Set<Int64> = [0x0102_1994, 0x8584_58f6]  // tmpfs, ramfs: statfs(2)
        hasMedium = !memory.contains(fox_filesystem_type(root.rawValue))
        if let expected, expected != device {
            throw VolumeError(.otherVolume, "open folder", name: path)
        }
    }

    /// Tries openat2(2) on the folder itself, which nothing but its absence can refuse.
    private static func canOpenBeneath(_ root: borrowing FileDescriptor) -> Bool {
        let (number, flags) = (root.rawValue, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        do throws(Errno) {
            _ = FileDescriptor(
                owning: try retrying { fox_openat_beneath(number, ".", flags, 0) })
            return true
        } catch { return error != .notImplemented && error != .notPermitted }
    }

    /// Opens a folder so that reading it leaves its access time; only the owner may ask for that.
    private static func openFolder(
        _ parent: Int32, _ path: String
    ) throws(Errno) -> FileDescriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        do throws(Errno) {
            return FileDescriptor(
                owning: try retrying { fox_openat(parent, path, flags | fox_o_noatime, 0) })
        } catch Errno.notPermitted {
            return FileDescriptor(owning: try retrying { fox_openat(parent, path, flags, 0) })
        }
    }

    /// The root once more: a descriptor with a position, and with errors to be told, of its own.
    private func reopened() throws(Errno) -> FileDescriptor {
        try Self.openFolder(root.rawValue, ".")
    }

    /// Reads the root folder, and looks at each name without following it.
    package func list(limit: Int) throws(VolumeError) -> [VolumeEntry] {
        let listing: Int32
        do throws(Errno) { listing = try reopened().release() } catch {
            throw .system("list", nil, error)
        }
        guard let stream = fdopendir(listing) else {
            let failure = Errno.current
            Glibc.close(listing)
            throw .system("list", nil, failure)
        }
        defer { closedir(stream) }
        var names: [(bytes: [UInt8], position: Int)] = []
        var next = 0
        while true {
            errno = 0
            guard let item = readdir(stream) else {
                if errno != 0 { throw .system("list", nil, .current) }
                break
            }
            let name = withUnsafePointer(to: &item.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
                    Array(UnsafeBufferPointer(start: bytes, count: strnlen(tuple, 256)))
                }
            }
            let position = next
            next = Int(item.pointee.d_off)
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            names.append((name, position))
            if names.count > limit { throw VolumeError(.tooManyEntries, "list") }
        }
        var entries: [VolumeEntry] = []
        for name in names {
            guard let status = try status(ofName: name.bytes) else { continue }
            entries.append(
                VolumeEntry(nameBytes: name.bytes, status: status, position: name.position))
        }
        return entries
    }

    /// Looks at a name without following it. C: `fstatat`
    package func entry(_ name: String) throws(VolumeError) -> VolumeEntry? {
        let bytes = Array(name.utf8)
        return try status(ofName: bytes).map { VolumeEntry(nameBytes: bytes, status: $0) }
    }

    private func status(ofName name: [UInt8]) throws(VolumeError) -> FileStatus? {
        var raw = stat()
        let terminated = name.map { CChar(bitPattern: $0) } + [0]
        let result = fstatat(root.rawValue, terminated, &raw, AT_SYMLINK_NOFOLLOW)
        if result == 0 { return FileStatus(raw) }
        let failure = Errno.current
        if failure == .notFound { return nil }
        throw .system("examine", String(decoding: name, as: UTF8.self), failure)
    }

    /// Renames within the root. C: `renameat`
    package func rename(_ name: String, to newName: String) throws(VolumeError) {
        do throws(Errno) {
            _ = try retrying { renameat(root.rawValue, name, root.rawValue, newName) }
        } catch { throw .system("rename", name, error) }
    }

    /// Takes the name away. C: `unlinkat`
    package func remove(_ name: String) throws(VolumeError) {
        do throws(Errno) { _ = try retrying { unlinkat(root.rawValue, name, 0) } } catch {
            throw .system("remove", name, error)
        }
    }

    /// Waits until the root folder is on the medium. C: `fsync`
    package func syncRoot() throws(VolumeError) {
        do throws(Errno) { try reopened().synchronize() } catch {
            throw .system("fsync of the folder", nil, error)
        }
    }

    /// Waits until the whole filesystem is on the medium. C: `syncfs`
    package func syncAll() throws(VolumeError) {
        do throws(Errno) {
            let root = try reopened()
            _ = try retrying { fox_syncfs(root.rawValue) }
        } catch { throw .system("syncfs", nil, error) }
    }

    /// Asks whether the device is there, then the filesystem. C: `fstatvfs`
    package func space() throws(VolumeError) -> VolumeSpace {
        try confirmPresence()
        var raw = statvfs()
        do throws(Errno) { _ = try retrying { fstatvfs(root.rawValue, &raw) } } catch {
            throw .system("statvfs", nil, error)
        }
        return VolumeSpace(
            unit: Int(raw.f_frsize), freeUnits: Int(raw.f_bavail), totalUnits: Int(raw.f_blocks),
            isReadOnly: raw.f_flag & UInt(ST_RDONLY) != 0,
            isSynchronous: raw.f_flag & fox_st_synchronous != 0,
            rootEntryLimit: rootLimit(clusters: Int(raw.f_blocks)))
    }

    /// Refuses when the kernel has removed the block device.
    ///
    /// Once vfat has counted its free clusters, it answers `statvfs` from memory, also after a pull
    /// (seen in the lab of virtual foxes). Its device's number stays its own while the root is open,
    /// so what sysfs has under that number is this device or nothing.
    private func confirmPresence() throws(VolumeError) {
        let folder = "/sys/dev/block"
        guard DeviceNumber.isBlockDevice(device), access(folder, F_OK) == 0 else { return }
        if access(folder + "/" + DeviceNumber.text(device), F_OK) != 0 {
            throw .system("find the device of", nil, .noDevice)
        }
    }

    /// A FAT of less than 65,525 clusters is FAT12 or FAT16, whose root does not grow.
    private func rootLimit(clusters: Int) -> Int? {
        guard isFAT, clusters < 65_525 else { return nil }
        return RootEntries.fat16Limit
    }

    /// Tries for the lock of the root folder, which goes with its descriptor. C: `flock`
    package func lock() throws(VolumeError) -> Bool {
        do throws(Errno) {
            _ = try retrying { flock(root.rawValue, LOCK_EX | LOCK_NB) }
            return true
        } catch Errno.wouldBlock { return false } catch { throw .system("lock", nil, error) }
    }

    /// Asks the kernel's table of locks.
    package func lockHolder() -> String? {
        guard let status = try? root.status(), let holder = LockHolder.of(status) else {
            return nil
        }
        return Array(holder.description.utf8).printable
    }

    /// Reads with `O_DIRECT`, or without the cache's pages where that is not done.
    ///
    /// On FAT the kernel finds the data by what it has in memory of the tables: `data` at best.
    package func readMedium(_ name: String, limit: Int) throws(VolumeError) -> MediumRead {
        let found: MediumRead
        if hasMedium, let bytes = try readDirect(name, limit: limit) {
            found = MediumRead(bytes: bytes, method: .direct)
        } else {
            found = try readDroppingCache(name, limit: limit, hasMedium: hasMedium)
        }
        return isFAT ? MediumRead(bytes: found.bytes, method: found.method.weaker(.data)) : found
    }
}
