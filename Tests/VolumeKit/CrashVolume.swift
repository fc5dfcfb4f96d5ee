// A volume whose power goes at a chosen operation.
package import SyncEngine
import Synchronization

/// Wraps a memory volume and cuts the power during its n-th operation.
///
/// Of the sectors that this operation writes, the first few reach the medium; of all that is dirty
/// at that moment, each may have been written before, or not, or torn (`FATDriver`). From then on
/// everything fails.
package final class CrashVolume: VolumeIO {
    private let base: MemoryVolume
    private let number: Int
    private let seed: UInt64
    private let onCut: @Sendable () -> Void
    private let counted = Mutex(0)

    /// Wraps a volume.
    ///
    /// - Parameters:
    ///   - base: The volume.
    ///   - number: The operation in which the power goes, from 1.
    ///   - seed: Decides what reached the medium.
    ///   - onCut: Called at that moment, for what else stops with the power.
    package init(
        _ base: MemoryVolume, at number: Int, seed: UInt64,
        onCut: @escaping @Sendable () -> Void = {}
    ) {
        self.base = base
        self.number = number
        self.seed = seed
        self.onCut = onCut
    }

    /// Operations so far.
    package var count: Int { counted.withLock { $0 } }

    private func run<Result>(
        _ body: () throws(VolumeError) -> Result
    ) throws(VolumeError) -> Result {
        let now = counted.withLock { count in
            count += 1
            return count
        }
        guard now == number else { return try body() }
        var generator = SeededGenerator(seed: seed ^ UInt64(now) << 32)
        base.limitPower(
            to: Int.random(in: 0...6, using: &generator), seed: generator.next())
        onCut()
        defer { base.cutPower() }
        return try body()
    }

    package func list(limit: Int) throws(VolumeError) -> [VolumeEntry] {
        try run { () throws(VolumeError) in try base.list(limit: limit) }
    }

    package func entry(_ name: String) throws(VolumeError) -> VolumeEntry? {
        try run { () throws(VolumeError) in try base.entry(name) }
    }

    package func open(
        _ name: String, for purpose: OpenPurpose
    ) throws(VolumeError) -> VolumeHandle {
        try run { () throws(VolumeError) in try base.open(name, for: purpose) }
    }

    package func read(
        _ handle: VolumeHandle, at offset: Int, count: Int
    ) throws(VolumeError) -> [UInt8] {
        try run { () throws(VolumeError) in try base.read(handle, at: offset, count: count) }
    }

    package func write(
        _ handle: VolumeHandle, _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(VolumeError) {
        try run { () throws(VolumeError) in try base.write(handle, bytes, at: offset) }
    }

    package func syncData(_ handle: VolumeHandle) throws(VolumeError) {
        try run { () throws(VolumeError) in try base.syncData(handle) }
    }

    package func sync(_ handle: VolumeHandle) throws(VolumeError) {
        try run { () throws(VolumeError) in try base.sync(handle) }
    }

    package func close(_ handle: VolumeHandle) throws(VolumeError) {
        try run { () throws(VolumeError) in try base.close(handle) }
    }

    package func readMedium(_ name: String, limit: Int) throws(VolumeError) -> MediumRead {
        try run { () throws(VolumeError) in try base.readMedium(name, limit: limit) }
    }

    package func readBlocks(
        at offset: Int, count: Int, of name: String?
    ) throws(VolumeError) -> MediumBlocks {
        try run { () throws(VolumeError) in
            try base.readBlocks(at: offset, count: count, of: name)
        }
    }

    package func rename(_ name: String, to newName: String) throws(VolumeError) {
        try run { () throws(VolumeError) in try base.rename(name, to: newName) }
    }

    package func remove(_ name: String) throws(VolumeError) {
        try run { () throws(VolumeError) in try base.remove(name) }
    }

    package func syncRoot() throws(VolumeError) {
        try run { () throws(VolumeError) in try base.syncRoot() }
    }

    package func syncAll() throws(VolumeError) {
        try run { () throws(VolumeError) in try base.syncAll() }
    }

    package func space() throws(VolumeError) -> VolumeSpace {
        try run { () throws(VolumeError) in try base.space() }
    }

    package func lock() throws(VolumeError) -> Bool {
        try run { () throws(VolumeError) in try base.lock() }
    }
}
