// A volume that fails on purpose: every operation is counted, and the n-th goes wrong.
package import SyncEngine
import Synchronization

/// Wraps a volume, counts and traces its operations, and makes one of them fail.
package final class FaultVolume: VolumeIO {
    private struct State: Sendable {
        var trace: [String] = []
        var hits = 0
        var names: [VolumeHandle: String] = [:]
    }

    private let base: any VolumeIO
    private let fault: Fault?
    private let before: @Sendable (Int) -> Void
    private let state = Mutex(State())

    /// Wraps a volume.
    ///
    /// - Parameters:
    ///   - base: The volume that does the work.
    ///   - fault: What goes wrong; nil for counting only.
    ///   - before: Called with each operation's number before it is done: what others do meanwhile.
    package init(
        _ base: any VolumeIO, _ fault: Fault? = nil,
        before: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.base = base
        self.fault = fault
        self.before = before
    }

    /// Operations so far, in words.
    package var trace: [String] { state.withLock(\.trace) }
    /// Number of operations so far.
    package var count: Int { state.withLock { $0.trace.count } }
    /// How often the fault has happened.
    package var hits: Int { state.withLock(\.hits) }

    private enum Sort { case plain, read, write, sync(VolumeHandle?), close }

    private var memory: MemoryVolume? { base as? MemoryVolume }

    /// Counts an operation.
    ///
    /// - Returns: What goes wrong with it, or nil.
    private func begin(_ operation: String, _ name: String?, _ sort: Sort) -> Fault.Kind? {
        let (number, kind) = state.withLock { state -> (Int, Fault.Kind?) in
            state.trace.append(operation + (name.map { " " + $0 } ?? ""))
            let now = state.trace.count
            guard let fault, fault.lasts ? now >= fault.number : now == fault.number else {
                return (now, nil)
            }
            switch (fault.kind, sort) {
            case (.lies, .read), (.losesWrite, .write), (.fails, _), (.failsAfter, _), (.pulled, _),
                (.turnsReadOnly, _), (.spoils, _), (.spoilsTable, _):
                state.hits += 1
                return (now, fault.kind)
            default: return (now, nil)
            }
        }
        before(number)
        return kind
    }

    private func run<Result: Sendable>(
        _ operation: String, _ name: String? = nil, _ sort: Sort = .plain,
        _ body: () throws(VolumeError) -> Result
    ) throws(VolumeError) -> Result {
        switch begin(operation, name, sort) {
        case .fails(let errno), .failsAfter(_, let errno):
            switch sort {
            case .close: _ = try? body()
            case .sync(let handle): memory?.forgetDirty(handle)
            default: break
            }
            throw .system(operation, name, errno)
        case .pulled:
            memory?.pull()
            return try body()
        case .turnsReadOnly:
            memory?.turnReadOnly()
            return try body()
        case .spoils(let name):
            memory?.spoil(name)
            return try body()
        case .spoilsTable(let place, let name):
            memory?.spoil(place, of: name)
            return try body()
        case .lies, .losesWrite, nil: return try body()
        }
    }

    private func name(_ handle: VolumeHandle) -> String? { state.withLock { $0.names[handle] } }

    package func list(limit: Int) throws(VolumeError) -> [VolumeEntry] {
        try run("list") { () throws(VolumeError) in try base.list(limit: limit) }
    }

    package func entry(_ name: String) throws(VolumeError) -> VolumeEntry? {
        try run("examine", name) { () throws(VolumeError) in try base.entry(name) }
    }

    package func open(
        _ name: String, for purpose: OpenPurpose
    ) throws(VolumeError) -> VolumeHandle {
        let handle = try run("open", name) { () throws(VolumeError) in
            try base.open(name, for: purpose)
        }
        state.withLock { $0.names[handle] = name }
        return handle
    }

    package func read(
        _ handle: VolumeHandle, at offset: Int, count: Int
    ) throws(VolumeError) -> [UInt8] {
        let number = state.withLock { $0.trace.count + 1 }
        let bytes = try run("read", name(handle), .read) { () throws(VolumeError) in
            try base.read(handle, at: offset, count: count)
        }
        return isLie(number) ? Self.garbled(bytes) : bytes
    }

    package func readMedium(_ name: String, limit: Int) throws(VolumeError) -> MediumRead {
        let number = state.withLock { $0.trace.count + 1 }
        let found = try run("read back", name, .read) { () throws(VolumeError) in
            try base.readMedium(name, limit: limit)
        }
        return isLie(number)
            ? MediumRead(bytes: Self.garbled(found.bytes), method: found.method) : found
    }

    package func readBlocks(
        at offset: Int, count: Int, of name: String?
    ) throws(VolumeError) -> MediumBlocks {
        let number = state.withLock { $0.trace.count + 1 }
        let found = try run("read blocks", name, .read) { () throws(VolumeError) in
            try base.readBlocks(at: offset, count: count, of: name)
        }
        guard isLie(number), case .bytes(let bytes) = found else { return found }
        return .bytes(Self.garbled(bytes))
    }

    private func isLie(_ number: Int) -> Bool {
        guard let fault, fault.kind == .lies else { return false }
        return fault.lasts ? number >= fault.number : number == fault.number
    }

    private static func garbled(_ bytes: [UInt8]) -> [UInt8] {
        guard let middle = bytes.indices.dropFirst(bytes.count / 2).first else { return bytes }
        var bytes = bytes
        bytes[middle] ^= 0x02
        return bytes
    }

    package func write(
        _ handle: VolumeHandle, _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(VolumeError) {
        switch begin("write", name(handle), .write) {
        case .fails(let errno): throw .system("write", nil, errno)
        case .failsAfter(let count, let errno):
            try base.write(handle, bytes.prefix(count), at: offset)
            throw .system("write", nil, errno)
        case .losesWrite: return
        case .pulled:
            memory?.pull()
            try base.write(handle, bytes, at: offset)
        case .turnsReadOnly:
            memory?.turnReadOnly()
            try base.write(handle, bytes, at: offset)
        case .spoils(let name):
            memory?.spoil(name)
            try base.write(handle, bytes, at: offset)
        case .spoilsTable(let place, let name):
            memory?.spoil(place, of: name)
            try base.write(handle, bytes, at: offset)
        case .lies, nil: try base.write(handle, bytes, at: offset)
        }
    }

    package func syncData(_ handle: VolumeHandle) throws(VolumeError) {
        try run("sync_file_range", name(handle), .sync(handle)) { () throws(VolumeError) in
            try base.syncData(handle)
        }
    }

    package func sync(_ handle: VolumeHandle) throws(VolumeError) {
        try run("fsync", name(handle), .sync(handle)) { () throws(VolumeError) in
            try base.sync(handle)
        }
    }

    package func close(_ handle: VolumeHandle) throws(VolumeError) {
        try run("close", name(handle), .close) { () throws(VolumeError) in
            try base.close(handle)
        }
    }

    package func rename(_ name: String, to newName: String) throws(VolumeError) {
        try run("rename", "\(name) to \(newName)") { () throws(VolumeError) in
            try base.rename(name, to: newName)
        }
    }

    package func remove(_ name: String) throws(VolumeError) {
        try run("remove", name) { () throws(VolumeError) in try base.remove(name) }
    }

    package func syncRoot() throws(VolumeError) {
        try run("fsync of the folder", nil, .sync(nil)) { () throws(VolumeError) in
            try base.syncRoot()
        }
    }

    package func syncAll() throws(VolumeError) {
        try run("syncfs", nil, .sync(nil)) { () throws(VolumeError) in try base.syncAll() }
    }

    package func space() throws(VolumeError) -> VolumeSpace {
        try run("statvfs") { () throws(VolumeError) in try base.space() }
    }

    package func lock() throws(VolumeError) -> Bool {
        try run("lock") { () throws(VolumeError) in try base.lock() }
    }
}
