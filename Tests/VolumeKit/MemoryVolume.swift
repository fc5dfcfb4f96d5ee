// A PicoFox's drive in memory, with FAT's manners and a medium apart from the page cache.
import FoxSystem
import Glibc
package import SyncEngine
import Synchronization

/// A small FAT16 volume that lives in memory.
package final class MemoryVolume: VolumeIO {
    private let driver: Mutex<FATDriver>
    private let opensBlocks: Bool

    /// Mounts an image.
    ///
    /// - Parameters:
    ///   - image: The medium; the volume works on a copy.
    ///   - opensBlocks: Whether the program may open the device's node.
    package init(_ image: FATImage = FATImage(), opensBlocks: Bool = true) {
        driver = Mutex(FATDriver(image))
        self.opensBlocks = opensBlocks
    }

    private func perform<Result: Sendable>(
        _ operation: String, _ name: String? = nil,
        _ body: (inout FATDriver) throws(Errno) -> Result
    ) throws(VolumeError) -> Result {
        do {
            return try driver.withLock { driver throws(Errno) in
                if driver.lost != nil { throw .noDevice }
                return try body(&driver)
            }
        } catch { throw .system(operation, name, error) }
    }

    private static func status(_ inode: FATInode, _ number: Int) -> FileStatus {
        var raw = stat()
        raw.st_mode = inode.isFolder ? S_IFDIR | 0o755 : S_IFREG | 0o644
        raw.st_size = off_t(inode.size)
        raw.st_nlink = 1
        raw.st_dev = 0x0801
        raw.st_ino = ino_t(number)
        raw.st_mtim.tv_sec = inode.time * 2
        return FileStatus(raw)
    }

    package func list(limit: Int) throws(VolumeError) -> [VolumeEntry] {
        let entries = try perform("list") { driver -> [VolumeEntry] in
            if driver.isPulled { return [] }
            return driver.directory().compactMap { entry in
                let number = driver.inode(of: entry)
                return driver.inodes[number].map {
                    VolumeEntry(
                        nameBytes: Array(entry.name.utf8), status: Self.status($0, number),
                        position: entry.firstSlot * 32)
                }
            }
        }
        if entries.count > limit { throw VolumeError(.tooManyEntries, "list") }
        return entries
    }

    package func entry(_ name: String) throws(VolumeError) -> VolumeEntry? {
        try perform("examine", name) { driver in
            guard let number = driver.lookUp(name), let inode = driver.inodes[number] else {
                return nil
            }
            return VolumeEntry(nameBytes: Array(name.utf8), status: Self.status(inode, number))
        }
    }

    package func open(
        _ name: String, for purpose: OpenPurpose
    ) throws(VolumeError) -> VolumeHandle {
        let opened = try perform("open", name) { driver throws(Errno) -> Int32? in
            switch purpose {
            case .create:
                if driver.isPulled { throw .noSpace }
                return driver.open(try driver.create(name))
            case .reading, .update:
                guard let number = driver.lookUp(name) else { throw .notFound }
                if driver.inodes[number]?.isFolder == true { return nil }
                if purpose == .update, driver.isReadOnly { throw .readOnly }
                return driver.open(number)
            }
        }
        guard let opened else { throw VolumeError(.notRegular, "open", name: name) }
        return VolumeHandle(number: opened)
    }

    package func read(
        _ handle: VolumeHandle, at offset: Int, count: Int
    ) throws(VolumeError) -> [UInt8] {
        try perform("read") { driver throws(Errno) in
            try driver.read(driver.openFile(handle.number), at: offset, count: count)
        }
    }

    package func write(
        _ handle: VolumeHandle, _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(VolumeError) {
        try perform("write") { driver throws(Errno) in
            let number = try driver.openFile(handle.number)
            // After a pull only what needs no new cluster is still taken, into the cache.
            if driver.isPulled, offset + bytes.count > driver.inodes[number]?.size ?? 0 {
                throw .io
            }
            try driver.write(number, bytes, at: offset)
        }
    }

    package func syncData(_ handle: VolumeHandle) throws(VolumeError) {
        try perform("sync_file_range") { driver throws(Errno) in
            let number = try driver.openFile(handle.number)
            if driver.isPulled { return try driver.loseDirty(number, .io) }
            driver.flushData(number)
        }
    }

    package func sync(_ handle: VolumeHandle) throws(VolumeError) {
        try perform("fsync") { driver throws(Errno) in
            let number = try driver.openFile(handle.number)
            if driver.isPulled { return try driver.loseDirty(number, .noDevice) }
            driver.sync(number)
        }
    }

    package func close(_ handle: VolumeHandle) throws(VolumeError) {
        try perform("close") { driver throws(Errno) in try driver.close(handle.number) }
    }

    package func readMedium(_ name: String, limit: Int) throws(VolumeError) -> MediumRead {
        let bytes = try perform("read back", name) { driver throws(Errno) -> [UInt8]? in
            guard let number = driver.lookUp(name), let inode = driver.inodes[number] else {
                throw .notFound
            }
            if driver.isPulled { throw .io }
            // O_DIRECT writes the file's dirty pages first.
            driver.flushData(number)
            if inode.size > limit { return nil }
            return try driver.read(number, at: 0, count: inode.size, fromMedium: true)
        }
        guard let bytes else { throw VolumeError(.tooLarge, "read back", name: name) }
        return MediumRead(bytes: bytes, method: .data)
    }

    package func readBlocks(
        at offset: Int, count: Int, of name: String?
    ) throws(VolumeError) -> MediumBlocks {
        if !opensBlocks { return .closed }
        return try perform("read back", name) { driver throws(Errno) in
            if driver.isPulled { throw .io }
            driver.flushMetadata(in: offset..<offset + count)
            return .bytes(driver.medium.bytes(in: offset..<offset + count))
        }
    }

    package func rename(_ name: String, to newName: String) throws(VolumeError) {
        try perform("rename", name) { driver throws(Errno) in
            if driver.isPulled { throw .notFound }
            try driver.rename(name, to: newName)
        }
    }

    package func remove(_ name: String) throws(VolumeError) {
        try perform("remove", name) { driver throws(Errno) in
            if driver.isPulled { throw .notFound }
            try driver.remove(name)
        }
    }

    package func syncRoot() throws(VolumeError) {
        try perform("fsync of the folder") { driver throws(Errno) in
            if driver.isPulled { return try driver.loseMetadata() }
            driver.flushRoot()
        }
    }

    package func syncAll() throws(VolumeError) {
        try perform("syncfs") { driver throws(Errno) in
            if driver.isPulled { return try driver.loseMetadata() }
            driver.syncAll()
        }
    }

    package func space() throws(VolumeError) -> VolumeSpace {
        try perform("statvfs") { driver throws(Errno) in
            if driver.isPulled { throw .io }
            return VolumeSpace(
                unit: FATImage.clusterSize, freeUnits: driver.memory.freeClusters,
                totalUnits: driver.memory.clusters, isReadOnly: driver.isReadOnly,
                rootEntryLimit: FATImage.rootEntries)
        }
    }

    package func lock() throws(VolumeError) -> Bool {
        try perform("lock") { driver in
            defer { driver.isLocked = true }
            return !driver.isLocked
        }
    }
}

extension FATDriver {
    /// A failed fsync is said once; the pages count as clean afterwards and are never written.
    mutating func loseDirty(_ number: Int, _ failure: Errno) throws(Errno) {
        let hadSome = inodes[number].map { $0.isDirty || !$0.dirtySectors.isEmpty } ?? false
        inodes[number]?.isDirty = false
        inodes[number]?.dirtySectors = []
        if hadSome { throw failure }
    }

    /// The same for the tables.
    mutating func loseMetadata() throws(Errno) {
        let hadSome = !dirtyRoot.isEmpty || !dirtyFAT.isEmpty
        dirtyRoot = []
        dirtyFAT = []
        if hadSome { throw .io }
    }
}

// MARK: - What a test does to the volume

extension MemoryVolume {
    /// What is on the medium now.
    package var medium: FATImage { driver.withLock { $0.lost ?? $0.medium } }

    /// Sectors that are not yet on the medium, and handles that are open.
    package var loose: (dirty: Int, handles: Int) {
        driver.withLock { driver in
            (
                driver.dirtyRoot.count + driver.dirtyFAT.count
                    + driver.inodes.values.reduce(0) {
                        $0 + $1.dirtySectors.count + ($1.isDirty && $1.slot != nil ? 1 : 0)
                    }, driver.handles.count
            )
        }
    }

    /// All files, by name, as the kernel shows them; an unreadable one has no bytes.
    package var files: [String: [UInt8]?] {
        driver.withLock { driver in
            var result: [String: [UInt8]?] = [:]
            for entry in driver.directory() where !entry.isFolder {
                let number = driver.inode(of: entry)
                let size = driver.inodes[number]?.size ?? 0
                result[entry.name] = .some(try? driver.read(number, at: 0, count: size))
            }
            return result
        }
    }

    /// Puts a file there, durably, as the firmware or another computer would.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - bytes: Its content, or nil to take it away.
    /// - Throws: `VolumeError`.
    package func put(_ name: String, _ bytes: [UInt8]?) throws(VolumeError) {
        if try entry(name) != nil { try remove(name) }
        if let bytes {
            let handle = try open(name, for: .create)
            try write(handle, bytes[...], at: 0)
            try close(handle)
        }
        try syncAll()
    }

    /// Ends the program that used the volume: its lock goes, and its handles are closed.
    package func endProcess() {
        driver.withLock { driver in
            driver.isLocked = false
            for handle in driver.handles.keys.sorted() { try? driver.close(handle) }
        }
    }

    /// Changes a byte of a file on the medium, while the kernel shows the file as it was.
    ///
    /// - Parameter name: The file; one that has no content on the medium stays as it is.
    package func spoil(_ name: String) {
        driver.withLock { driver in
            guard let number = driver.lookUp(name), let inode = driver.inodes[number],
                inode.start != 0, inode.size > 0
            else { return }
            let sector = driver.memory.sectors(of: inode.start).lowerBound
            var bytes = Array(driver.medium[sector])
            bytes[min(9, inode.size - 1)] ^= 0x02
            driver.medium[sector] = bytes[...]
        }
    }

    /// Changes what a table on the medium says of a file, while the kernel has it as it was.
    ///
    /// - Parameters:
    ///   - place: Which table.
    ///   - name: The file, or one that is gone.
    package func spoil(_ place: FATPlace, of name: String) {
        driver.withLock { $0.medium.spoil(place, of: name) }
    }

    /// Pulls the plug while the kernel still has the mount.
    package func pull() { driver.withLock { $0.isPulled = true } }

    /// Mounts read-only, as an error of the filesystem does.
    package func turnReadOnly() { driver.withLock { $0.isReadOnly = true } }

    /// A failed fsync of a file: what was dirty will never be written.
    ///
    /// - Parameter handle: The open file, or nil for the folder.
    package func forgetDirty(_ handle: VolumeHandle?) {
        driver.withLock { driver in
            if let handle, let number = driver.handles[handle.number] {
                try? driver.loseDirty(number, .io)
            } else if handle == nil {
                try? driver.loseMetadata()
            }
        }
    }

    /// Lets the power last for so many sectors more.
    ///
    /// - Parameters:
    ///   - sectors: How many sectors still reach the medium.
    ///   - seed: Decides what of the unwritten rest had been written before.
    package func limitPower(to sectors: Int, seed: UInt64) {
        driver.withLock { driver in
            driver.power = sectors
            driver.seed = seed
        }
    }

    /// Cuts the power now, if it has not gone already.
    package func cutPower() {
        driver.withLock { driver in
            if driver.lost == nil { driver.lost = driver.afterPowerLoss() }
        }
    }
}
