// The proof that the medium has what was written, as another computer would find it there.
internal import FoxSystem

/// Reads boot sector, tables, root folder and files from a volume's device, and compares them.
struct MediumProof: Sendable {
    /// What is known of a medium at one moment.
    struct Look: Sendable {
        /// What the tables say.
        let table: FATTable
        /// What the kernel shows of each name.
        let names: [String: FileStatus]
    }

    /// What comes of reading the tables.
    private enum Reading {
        case table(FATTable)
        /// It is no FAT12 or FAT16 that can be read.
        case unknown
        /// The device cannot be read here, or there is none.
        case closed
    }

    let volume: any VolumeIO

    // MARK: A push

    /// Looks at the tables before something is written.
    ///
    /// - Returns: Nil where they cannot be read: of what was there, nothing is said afterwards.
    /// - Throws: `VolumeError`.
    func look() throws(VolumeError) -> Look? {
        guard case .table = try readTable() else { return nil }
        // What others wrote just now would look as if it had changed by itself.
        try volume.syncAll()
        guard case .table(let table) = try readTable() else { return nil }
        return Look(table: table, names: try names())
    }

    /// Reads everything that a push wrote, once more, and at its end.
    ///
    /// This also finds what a write to one block of the flash has done to another.
    ///
    /// - Parameters:
    ///   - plans: What the push did.
    ///   - past: What was there before; nil when it could not be read.
    /// - Returns: How it was read; nil when there was nothing to read.
    /// - Throws: `SyncError`; `verification` when the medium does not have it.
    func prove(_ plans: [FilePlan], since past: Look?) throws(SyncError) -> ReadMethod? {
        for plan in plans where plan.payload == nil {
            let name = plan.finalName
            if try on(name, { () throws(VolumeError) in try volume.entry(name) }) != nil {
                throw SyncError(.stillThere(name), of: 1)
            }
        }
        let reading = try on(nil) { () throws(VolumeError) -> Reading in
            if past != nil { try volume.syncAll() }
            return try readTable()
        }
        switch reading {
        case .table(let table):
            let expected = try on(nil) { () throws(VolumeError) in try expectation(plans, past) }
            let faults = FATCheck(before: past?.table, after: table, expected).faults
            if let first = faults.first { throw SyncError(first, of: faults.count) }
            for plan in plans {
                guard let payload = plan.payload else { continue }
                let name = plan.finalName
                if try !has(payload, as: name, by: table) { throw otherwise(name) }
            }
            return plans.isEmpty ? nil : .direct
        case .unknown where past != nil: throw SyncError(.boot, of: 1)
        case .unknown, .closed:
            var method: ReadMethod?
            for plan in plans {
                guard let payload = plan.payload else { continue }
                let found = try readBack(plan.finalName, payload)
                method = method?.weaker(found) ?? found
            }
            return method
        }
    }

    /// What the tables must say after a push.
    private func expectation(
        _ plans: [FilePlan], _ past: Look?
    ) throws(VolumeError) -> FATCheck.Expectation {
        var expected = FATCheck.Expectation()
        for plan in plans {
            let name = plan.finalName
            if let payload = plan.payload {
                expected.written.append((name, payload.count))
            } else {
                expected.removed.append(name)
            }
        }
        let present = try names()
        let shown = Set(present.keys.map(FATRootEntry.key))
        let temporaries = DeviceWriter.temporaryNames
        expected.removed += temporaries.filter {
            !shown.contains($0) && !expected.removed.contains($0)
        }
        guard let past = past?.names else { return expected }
        let own = Set(
            (plans.flatMap { [$0.finalName, $0.deviceName ?? $0.name] } + temporaries).map(
                FATRootEntry.key))
        let others = Set(past.keys).union(present.keys).filter {
            !own.contains(FATRootEntry.key($0))
        }
        let undisturbed = others.filter { name in
            guard let old = past[name], let new = present[name] else { return false }
            return old.kind == new.kind && old.size == new.size && old.modified == new.modified
        }
        expected.undisturbed = undisturbed
        expected.isAlone = undisturbed == others && shown.isDisjoint(with: temporaries)
        return expected
    }

    /// All names as the kernel shows them.
    private func names() throws(VolumeError) -> [String: FileStatus] {
        let entries = try volume.list(limit: Recogniser.nameLimit)
        return Dictionary(
            entries.map { (String(decoding: $0.nameBytes, as: UTF8.self), $0.status) },
            uniquingKeysWith: { first, _ in first })
    }

    // MARK: An earlier run

    /// Whether the medium is as an earlier run left it, of one file.
    ///
    /// - Parameters:
    ///   - name: The file's name on the volume.
    ///   - bytes: What it holds; nil when it was removed.
    ///   - isRefuted: Whether that run's own reading of the medium failed: then neither the cache nor
    ///     the data alone are an answer.
    /// - Returns: False also of a file that cannot be read; of a removed one, only when it is there.
    /// - Throws: `SyncError` when the device has gone.
    func has(_ name: String, _ bytes: [UInt8]?, isRefuted: Bool) throws(SyncError) -> Bool {
        do throws(SyncError) {
            let reading = try on(name) { () throws(VolumeError) in try readTable() }
            if case .table(let table) = reading {
                var expected = FATCheck.Expectation()
                if let bytes {
                    expected.written = [(name, bytes.count)]
                } else {
                    expected.removed = [name]
                }
                let isSound = FATCheck(before: nil, after: table, expected).faults.isEmpty
                guard isSound, let bytes else { return isSound }
                return try has(bytes, as: name, by: table)
            }
            guard let bytes else { return true }
            let method = try readBack(name, bytes)
            return !isRefuted || [.direct, .evicted].contains(method)
        } catch {
            if error.errno == .noDevice { throw error }
            return bytes == nil
        }
    }

    /// Whether the tables on the medium have a file as the kernel does.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - size: Its size by the kernel, in bytes.
    /// - Returns: True also where they cannot be read.
    /// - Throws: `VolumeError`.
    func isLinked(_ name: String, size: Int) throws(VolumeError) -> Bool {
        guard case .table(let table) = try readTable() else { return true }
        var expected = FATCheck.Expectation()
        expected.written = [(name, size)]
        return FATCheck(before: nil, after: table, expected).faults.isEmpty
    }

    // MARK: Reading

    private func readTable() throws(VolumeError) -> Reading {
        guard
            case .bytes(let boot) = try volume.readBlocks(
                at: 0, count: FATLayout.bootSize, of: nil)
        else { return .closed }
        guard let layout = FATLayout(boot: boot), layout.tables.count <= FATTable.limit else {
            return .unknown
        }
        let range = layout.tables
        guard
            case .bytes(let tables) = try volume.readBlocks(
                at: range.lowerBound, count: range.count, of: nil)
        else { return .closed }
        return FATTable(layout, bytes: tables).map { .table($0) } ?? .unknown
    }

    /// Whether a file's data are where the tables say that they are.
    private func has(
        _ bytes: [UInt8], as name: String, by table: FATTable
    ) throws(SyncError) -> Bool {
        guard let entry = table.entries(named: name).first else { return false }
        let chain = table.chain(from: entry.start)
        var offset = 0
        for part in chain.parts(size: bytes.count, in: table.layout) {
            var begin = part.lowerBound
            while begin < part.upperBound {
                let count = min(1 << 18, part.upperBound - begin)
                let found = try on(name) { () throws(VolumeError) in
                    try volume.readBlocks(at: begin, count: count, of: name)
                }
                guard case .bytes(let piece) = found,
                    sameBytes(piece, Array(bytes[offset..<offset + count]))
                else { return false }
                begin += count
                offset += count
            }
        }
        return offset == bytes.count
    }

    /// Reads a file past the page cache, where the kernel has it.
    private func readBack(_ name: String, _ bytes: [UInt8]) throws(SyncError) -> ReadMethod {
        do throws(VolumeError) {
            let found = try volume.readMedium(name, limit: bytes.count)
            if sameBytes(found.bytes, bytes) { return found.method }
        } catch {
            if error.code != .tooLarge { throw SyncError(error, .verify, file: name) }
        }
        throw otherwise(name)
    }

    private func otherwise(_ name: String) -> SyncError {
        SyncError(
            .verification, .verify, file: name, "it reads back otherwise than it was written")
    }

    private func on<Result>(
        _ name: String?, _ body: () throws(VolumeError) -> Result
    ) throws(SyncError) -> Result {
        do throws(VolumeError) { return try body() } catch {
            throw SyncError(error, .verify, file: name)
        }
    }
}
