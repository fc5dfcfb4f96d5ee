// What Linux's vfat does between a program and the medium, reduced to what a power cut can show.
import FoxSystem
import Glibc

// Two images: what the kernel has in memory, and what is on the medium. In between are dirty
// sectors: of the root (written by fsync of the folder), of the FAT (written by every fsync), of
// each file's data; and inodes whose entry is not even in a sector yet (written by fsync of that
// file). These are the measured facts of the lab: a rename only dirties the moved inode; a file's
// clusters are freed when its last handle closes; fsync(file) writes data, entry, FAT in this
// order, fsync(folder) the root's sectors, then the FAT.

/// A file that the kernel knows.
struct FATInode: Sendable {
    var start: Int
    var size: Int
    var time: Int
    /// Where its entry is, nil when it was unlinked.
    var slot: Int?
    var isDirty = false
    var dirtySectors: Set<Int> = []
    var handles = 0
    var isFolder = false
}

/// A mounted FAT volume.
struct FATDriver: Sendable {
    var memory: FATImage
    var medium: FATImage
    var inodes: [Int: FATInode] = [:]
    var inodeOfSlot: [Int: Int] = [:]
    var handles: [Int32: Int] = [:]
    var dirtyRoot: Set<Int> = []
    var dirtyFAT: Set<Int> = []
    var isReadOnly = false
    var isPulled = false
    var isLocked = false
    /// Sectors that may still be written before the power goes; nil for ever.
    var power: Int?
    /// Makes the medium as it is after the power went; called at that moment.
    var lost: FATImage?
    var seed: UInt64 = 0
    private var names: [FATEntry]?
    private var lastInode = 0
    private var lastCluster = 1
    private var lastNumber: Int32 = 100
    private var clock = 850_000_000

    init(_ image: FATImage) {
        memory = image
        medium = image
    }

    // MARK: To the medium

    /// Writes one sector as it is in memory.
    private mutating func flush(_ sector: Int) {
        if let left = power {
            if left == 0 {
                if lost == nil { lost = afterPowerLoss() }
                return
            }
            power = left - 1
        }
        medium[sector] = memory[sector]
    }

    mutating func flushData(_ number: Int) {
        for sector in (inodes[number]?.dirtySectors ?? []).sorted() { flush(sector) }
        inodes[number]?.dirtySectors = []
    }

    /// Puts start and size into the entry; the sector is dirty then.
    mutating func store(_ number: Int) {
        guard let inode = inodes[number], inode.isDirty else { return }
        inodes[number]?.isDirty = false
        guard let slot = inode.slot else { return }
        memory[slot: slot] = FATEntry.updated(
            memory[slot: slot], start: inode.start, size: inode.size, time: inode.time)
        dirtyRoot.insert(memory.sector(ofSlot: slot))
    }

    mutating func flushFAT() {
        for sector in dirtyFAT.sorted() { flush(sector) }
        dirtyFAT = []
    }

    mutating func flushRoot() {
        for sector in dirtyRoot.sorted() { flush(sector) }
        dirtyRoot = []
        flushFAT()
    }

    /// O_DIRECT writes what is dirty of the blocks that it reads.
    mutating func flushMetadata(in range: Range<Int>) {
        let sectors = range.lowerBound / FATImage.sector...(range.upperBound - 1) / FATImage.sector
        let dirty = dirtyRoot.union(dirtyFAT).filter(sectors.contains)
        for sector in dirty.sorted() { flush(sector) }
        dirtyRoot.subtract(dirty)
        dirtyFAT.subtract(dirty)
    }

    mutating func sync(_ number: Int) {
        flushData(number)
        if let inode = inodes[number], inode.isDirty {
            store(number)
            if let slot = inode.slot {
                let sector = memory.sector(ofSlot: slot)
                flush(sector)
                dirtyRoot.remove(sector)
            }
        }
        flushFAT()
    }

    mutating func syncAll() {
        for number in inodes.keys.sorted() {
            flushData(number)
            store(number)
        }
        flushRoot()
    }

    /// The medium as a cut of the power may leave it: of what is dirty, some has been written.
    ///
    /// A sector is written whole or not at all, as in the lab; a torn one is only made where the
    /// medium's own tables name nothing, since flash that eats a whole block spares no strategy.
    func afterPowerLoss() -> FATImage {
        var generator = SeededGenerator(seed: seed)
        let rate: Double = [0.0, 0.5, 0.5, 1.0].randomElement(using: &generator) ?? 0.5
        func isKept(_ generator: inout SeededGenerator) -> Bool {
            Double.random(in: 0..<1, using: &generator) < rate
        }
        var copy = self
        copy.power = nil
        // The kernel writes a file's data back before its entry.
        for number in inodes.keys.sorted() {
            let sectors = (inodes[number]?.dirtySectors ?? []).sorted()
            let kept = sectors.filter { _ in isKept(&generator) }
            for sector in kept {
                copy.flush(sector)
                if isFree(sector), Int.random(in: 0..<4, using: &generator) == 0 {
                    copy.medium[sector] =
                        (0..<FATImage.sector).map { _ in
                            UInt8.random(in: 0...255, using: &generator)
                        }[...]
                }
            }
            if kept.count == sectors.count, isKept(&generator) { copy.store(number) }
        }
        for sector in copy.dirtyRoot.union(copy.dirtyFAT).sorted() where isKept(&generator) {
            copy.flush(sector)
        }
        return copy.medium
    }

    private func isFree(_ sector: Int) -> Bool {
        !medium.isMetadata(sector)
            && (2..<medium.clusters + 2).contains {
                medium.sectors(of: $0).contains(sector) && medium.next($0) == 0
            }
    }

    // MARK: Names

    /// The root as in memory, read once until an entry comes or goes.
    mutating func directory() -> [FATEntry] {
        if let names { return names }
        let found = memory.directory
        names = found
        return found
    }

    private mutating func nextInode() -> Int {
        lastInode += 1
        return lastInode
    }

    mutating func lookUp(_ name: String) -> Int? {
        let wanted = name.lowercased()
        guard let entry = directory().first(where: { $0.key == wanted }) else {
            return nil
        }
        return inode(of: entry)
    }

    mutating func inode(of entry: FATEntry) -> Int {
        if let number = inodeOfSlot[entry.slot] { return number }
        let number = nextInode()
        inodes[number] = FATInode(
            start: entry.start, size: entry.size, time: entry.time, slot: entry.slot,
            isFolder: entry.isFolder)
        inodeOfSlot[entry.slot] = number
        return number
    }

    private mutating func addEntry(_ name: String) throws(Errno) -> Int {
        let known = directory()
        let short = FATName.entries(for: name, taken: [])
        let isLong = short?.count != 1
        let taken = isLong ? Set(known.map { Array(memory[slot: $0.slot][0..<11]) }) : []
        guard let entries = isLong ? FATName.entries(for: name, taken: taken) : short else {
            throw .invalid
        }
        guard let first = memory.freeSlots(entries.count) else { throw .noSpace }
        for (index, raw) in entries.enumerated() {
            memory[slot: first + index] = raw
            dirtyRoot.insert(memory.sector(ofSlot: first + index))
        }
        let last = first + entries.count - 1
        let new = FATEntry(name: name, slot: last, firstSlot: first, raw: memory[slot: last])
        let place = known.firstIndex { $0.slot > last } ?? known.endIndex
        names?.insert(new, at: place)
        return last
    }

    private mutating func removeEntry(ofSlot slot: Int) {
        guard let index = directory().firstIndex(where: { $0.slot == slot }),
            let entry = names?.remove(at: index)
        else { return }
        for place in entry.firstSlot...entry.slot {
            var raw = memory[slot: place]
            raw[0] = 0xe5
            memory[slot: place] = raw
            dirtyRoot.insert(memory.sector(ofSlot: place))
        }
    }

    mutating func create(_ name: String) throws(Errno) -> Int {
        if isReadOnly { throw .readOnly }
        if lookUp(name) != nil { throw .exists }
        let slot = try addEntry(name)
        let number = nextInode()
        inodes[number] = FATInode(start: 0, size: 0, time: now(), slot: slot, isDirty: true)
        inodeOfSlot[slot] = number
        return number
    }

    mutating func rename(_ name: String, to newName: String) throws(Errno) {
        if isReadOnly { throw .readOnly }
        guard let moved = lookUp(name), let from = inodes[moved]?.slot else { throw .notFound }
        let target = lookUp(newName)
        if target == moved { return }
        let slot: Int
        if let target, let old = inodes[target]?.slot {
            if inodes[target]?.isFolder == true { throw .isDirectory }
            slot = old
            inodes[target]?.slot = nil
        } else {
            slot = try addEntry(newName)
        }
        removeEntry(ofSlot: from)
        inodeOfSlot[from] = nil
        inodes[moved]?.slot = slot
        inodes[moved]?.isDirty = true
        inodeOfSlot[slot] = moved
        if let target { try release(target) }
    }

    mutating func remove(_ name: String) throws(Errno) {
        if isReadOnly { throw .readOnly }
        guard let number = lookUp(name), let slot = inodes[number]?.slot else { throw .notFound }
        if inodes[number]?.isFolder == true { throw .isDirectory }
        removeEntry(ofSlot: slot)
        inodeOfSlot[slot] = nil
        inodes[number]?.slot = nil
        try release(number)
    }

    /// Frees what nobody names and nobody holds.
    mutating func release(_ number: Int) throws(Errno) {
        guard let inode = inodes[number], inode.slot == nil, inode.handles == 0 else { return }
        inodes[number] = nil
        if inode.start != 0 { freeChain(inode.start) }
    }

    private mutating func freeChain(_ start: Int) {
        var cluster = start
        for _ in 0...memory.clusters {
            let next = memory.next(cluster)
            // 'deleting FAT entry beyond EOF': nothing is reported, the mount turns read-only.
            if next == 0 {
                isReadOnly = true
                return
            }
            dirtyFAT.formUnion(memory.link(cluster, to: 0))
            if next == FATImage.end { return }
            cluster = Int(next)
        }
    }

    // MARK: Content

    func openFile(_ number: Int32) throws(Errno) -> Int {
        guard let found = handles[number] else { throw .badDescriptor }
        return found
    }

    mutating func open(_ number: Int) -> Int32 {
        lastNumber += 1
        handles[lastNumber] = number
        inodes[number]?.handles += 1
        return lastNumber
    }

    mutating func close(_ handle: Int32) throws(Errno) {
        let number = try openFile(handle)
        handles[handle] = nil
        inodes[number]?.handles -= 1
        try release(number)
    }

    /// The clusters of a file in order, as far as its size needs them.
    private mutating func chain(_ inode: FATInode) throws(Errno) -> [Int] {
        let needed = (inode.size + FATImage.clusterSize - 1) / FATImage.clusterSize
        var found: [Int] = []
        var cluster = inode.start
        while found.count < needed {
            guard (2..<memory.clusters + 2).contains(cluster) else {
                isReadOnly = true
                throw .io
            }
            found.append(cluster)
            // The last one's own entry is not looked at: a dangling file of one cluster reads.
            if found.count == needed { break }
            cluster = Int(memory.next(cluster))
        }
        return found
    }

    mutating func read(
        _ number: Int, at offset: Int, count: Int, fromMedium: Bool = false
    ) throws(Errno) -> [UInt8] {
        guard let inode = inodes[number] else { throw .badDescriptor }
        let end = min(inode.size, offset + count)
        guard offset < end else { return [] }
        let clusters = try chain(inode)
        let first = offset / FATImage.clusterSize
        let last = (end - 1) / FATImage.clusterSize
        var bytes: [UInt8] = []
        for cluster in clusters[first...last] {
            for sector in memory.sectors(of: cluster) {
                bytes += fromMedium ? medium[sector] : memory[sector]
            }
        }
        let skipped = first * FATImage.clusterSize
        return Array(bytes[offset - skipped..<end - skipped])
    }

    mutating func write(
        _ number: Int, _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(Errno) {
        if isReadOnly { throw .readOnly }
        // FAT has no holes: what is left out is filled with zeros.
        if let size = inodes[number]?.size, offset > size {
            try write(number, [UInt8](repeating: 0, count: offset - size)[...], at: size)
        }
        guard var inode = inodes[number] else { throw .badDescriptor }
        var clusters = try chain(inode)
        var position = offset
        var rest = bytes
        var failure: Errno?
        while let byte = rest.first {
            _ = byte
            let index = position / FATImage.clusterSize
            if index >= clusters.count {
                guard let new = memory.freeCluster(after: lastCluster) else {
                    failure = .noSpace
                    break
                }
                lastCluster = new
                dirtyFAT.formUnion(memory.link(new, to: FATImage.end))
                if let last = clusters.last {
                    dirtyFAT.formUnion(memory.link(last, to: UInt16(new)))
                } else {
                    inode.start = new
                }
                clusters.append(new)
            }
            let sectors = memory.sectors(of: clusters[index])
            let inside = position % FATImage.clusterSize
            let sector = sectors.lowerBound + inside / FATImage.sector
            let begin = inside % FATImage.sector
            let part = rest.prefix(FATImage.sector - begin)
            var content = Array(memory[sector])
            // The kernel's page is zero behind the end of the file.
            let used = max(0, min(FATImage.sector, inode.size - (position - begin)))
            content.replaceSubrange(
                used..., with: repeatElement(0, count: FATImage.sector - used))
            content.replaceSubrange(begin..<begin + part.count, with: part)
            memory[sector] = content[...]
            inode.dirtySectors.insert(sector)
            rest = rest.dropFirst(part.count)
            position += part.count
            inode.size = max(inode.size, position)
        }
        inode.isDirty = true
        inode.time = now()
        inodes[number] = inode
        if let failure { throw failure }
    }

    private mutating func now() -> Int {
        clock += 1
        return clock
    }
}
