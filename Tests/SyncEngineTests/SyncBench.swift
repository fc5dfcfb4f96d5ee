// A host and a fox for one run: real database, real backups, a volume in memory.
import Foundation
import FoxSystem
import PicoFox
import SyncEngine
import Testing
import VolumeKit

/// The host's folders of one try, and what can be asked of them.
struct SyncBench: Sendable {
    let home: String
    static let device = DeviceIdentity(serial: "E6614C311B6A5B2C")

    /// A host with nothing on it.
    init() throws { home = try scratchFolder() }

    /// A host that is a copy of another.
    init(copying other: SyncBench) throws {
        home = try scratchFolder()
        try FileManager.default.removeItem(atPath: home)
        try FileManager.default.copyItem(atPath: other.home, toPath: home)
    }

    /// Removes the folders at once: a loop makes thousands.
    func remove() { try? FileManager.default.removeItem(atPath: home) }

    var places: Places { Places(environment: ["FOX_SYNC_HOME": home]) }

    /// Makes a draft exactly so.
    func setDraft(
        _ files: [String: [UInt8]], firmware: Firmware = .stock, named name: String = "hunt"
    ) throws {
        let folder = places.drafts + "/" + name
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        try StateStore(path: places.database).set(
            DraftOptions(firmware: firmware.id), of: name)
    }

    func run(
        _ volume: any VolumeIO, _ options: SyncRun.Options = SyncRun.Options(),
        as device: DeviceIdentity = Self.device, stop: StopFlag = StopFlag(),
        onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) -> Result<RunReport, SyncError> {
        let run = SyncRun(
            volume: volume, volumePath: "/media/fox", identity: device, places: places,
            options: options, stop: stop, onEvent: onEvent)
        do throws(SyncError) { return .success(try run.perform()) } catch { return .failure(error) }
    }

    /// Another fox-sync's lock on the device.
    func lock() throws -> DeviceLock {
        try DeviceLock(device: Self.device, folder: places.locks, stop: StopFlag()) { _ in }
    }

    /// Runs the line up to one operation on the volume, which fails, as does all after it.
    @discardableResult
    func cut(
        _ volume: MemoryVolume, at operation: String,
        _ options: SyncRun.Options = SyncRun.Options(), with errno: Errno = .noDevice
    ) throws -> Result<RunReport, SyncError> {
        let counter = FaultVolume(MemoryVolume(volume.medium))
        let copy = try SyncBench(copying: self)
        defer { copy.remove() }
        _ = try copy.run(counter, options).get()
        let index = try #require(
            counter.trace.firstIndex(of: operation), "no '\(operation)' in \(counter.trace)")
        defer { volume.endProcess() }
        return run(FaultVolume(volume, Fault(.fails(errno), at: index + 1, lasts: true)), options)
    }

    func lastRun() throws -> RunRecord? {
        try StateStore(path: places.database).runs(limit: 1).first
    }

    func base() throws -> Base? {
        try StateStore(path: places.database).base(of: Self.device.id)
    }

    /// The folder of one backup.
    func path(ofBackup name: String) -> String {
        places.backups + "/" + Self.device.fileName + "/" + name
    }

    /// The names of the backups of this host's device: those that took their name.
    var backups: [String] {
        let folder = places.backups + "/" + Self.device.fileName
        return ((try? Folder.names(in: folder)) ?? []).filter { !$0.hasSuffix(".partial") }
    }

    /// Copies the database away, as a power cut would keep it.
    func keepDatabase() {
        for suffix in ["", "-wal"] {
            let path = places.database + suffix
            try? FileManager.default.removeItem(atPath: path + ".kept")
            try? FileManager.default.copyItem(atPath: path, toPath: path + ".kept")
        }
    }

    /// Puts back what was kept.
    func restoreDatabase() {
        guard FileManager.default.fileExists(atPath: places.database + ".kept") else { return }
        for suffix in ["", "-wal", "-shm"] {
            let path = places.database + suffix
            try? FileManager.default.removeItem(atPath: path)
            try? FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
        }
    }
}

/// Reads a backup as `sha256sum -c` does.
///
/// - Parameter folder: The backup.
/// - Returns: The files that its list names, or nil when one is missing or differs.
func verifiedBackup(_ folder: String) -> [String: [UInt8]]? {
    guard let list = FileManager.default.contents(atPath: folder + "/SHA256SUMS") else {
        return nil
    }
    var files: [String: [UInt8]] = [:]
    for line in String(decoding: list, as: UTF8.self).split(separator: "\n") {
        let parts = line.components(separatedBy: "  ")
        guard parts.count == 2,
            let data = FileManager.default.contents(atPath: folder + "/" + parts[1])
        else { return nil }
        let bytes = [UInt8](data)
        guard Digest(of: bytes).hex == parts[0] else { return nil }
        files[parts[1]] = bytes
    }
    return files
}

extension SyncBench {
    /// A host with a draft of two files, nobody's yet, and a factory-fresh fox.
    static func firstPush(samples: Int = 300) throws -> (host: SyncBench, fox: MemoryVolume) {
        let host = try SyncBench()
        try host.setDraft([
            "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": Scenario.wav(samples, 1),
        ])
        let fox = MemoryVolume()
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        return (host, fox)
    }
}
