// The memory volume must err as vfat errs, or the loops that stand on it prove nothing.
import FoxSystem
import SyncEngine
import Testing
import VolumeKit

@Suite("The memory volume has FAT's manners")
struct MemoryVolumeTests {
    private let old = [UInt8](repeating: 0x61, count: 131)
    private let new = [UInt8](repeating: 0x62, count: 143)

    private func write(
        _ volume: MemoryVolume, _ name: String, _ bytes: [UInt8]
    ) throws -> VolumeHandle {
        let handle = try volume.open(name, for: .create)
        try volume.write(handle, bytes[...], at: 0)
        return handle
    }

    @Test("names are compared without letter case and keep theirs")
    func letterCase() throws {
        let volume = MemoryVolume()
        try volume.put("Audio.WAV", old)
        #expect(try volume.entry("audio.wav")?.status.size == old.count)
        #expect(try volume.list(limit: 9).map(\.name) == ["Audio.WAV"])
        #expect(throws: VolumeError.self) { try volume.open("AUDIO.wav", for: .create) }
    }

    @Test("times come in steps of two seconds")
    func times() throws {
        let volume = MemoryVolume()
        for name in ["a.wav", "b.wav", "c.wav"] { try volume.put(name, old) }
        for entry in try volume.list(limit: 9) {
            #expect(entry.status.modified % 2_000_000_000 == 0)
        }
    }

    @Test("a root of 512 entries: a name of 8.3 takes one, a long name several")
    func rootEntries() throws {
        let volume = MemoryVolume(FATImage(clusters: 16))
        for number in 0..<511 { try volume.close(volume.open("f\(number).wav", for: .create)) }
        #expect(throws: VolumeError.self) {
            try volume.open(".callsign.wav", for: .create)
        }
        try volume.close(volume.open("settings.txt", for: .create))
        let full = #expect(throws: VolumeError.self) {
            try volume.open("foxsync.tmp", for: .create)
        }
        #expect(full?.errno == .noSpace)
        #expect(try volume.list(limit: 600).count == 512)
    }

    @Test(
        "long and odd names come back as they were given",
        arguments: [
            ".callsign.wav", "settings.txt", "SETTINGS.TXT", "Settings.txt",
            "System Volume Information",
            "thirteen char", "füchse 73.wav", "a.b.c", "x", String(repeating: "n", count: 255),
        ])
    func names(_ name: String) throws {
        let volume = MemoryVolume()
        try volume.put(name, new)
        #expect(try volume.list(limit: 9).map(\.name) == [name])
        let again = MemoryVolume(volume.medium)
        #expect(again.files[name] == .some(new))
    }

    @Test(
        "names that FAT cannot hold are refused",
        arguments: ["a:b", "what?", "a*b", "tab\t.txt", "dot.", "blank ", "a\"b", "pipe|"])
    func badNames(_ name: String) {
        #expect(throws: VolumeError.self) { try MemoryVolume().open(name, for: .create) }
    }

    @Test("space goes in whole clusters, and a full volume says ENOSPC after what fitted")
    func clusters() throws {
        let volume = MemoryVolume(FATImage(clusters: 4))
        #expect(try volume.space().freeUnits == 4)
        try volume.put("a.wav", [1])
        #expect(try volume.space().freeUnits == 3)
        let handle = try volume.open("b.wav", for: .create)
        let full = #expect(throws: VolumeError.self) {
            try volume.write(handle, [UInt8](repeating: 1, count: 4000)[...], at: 0)
        }
        #expect(full?.errno == .noSpace)
        try volume.close(handle)
        #expect(try volume.entry("b.wav")?.status.size == 3072)
    }

    @Test("a write far behind the end fills what lies between with zeros")
    func gap() throws {
        let volume = MemoryVolume()
        let handle = try volume.open("a.wav", for: .create)
        try volume.write(handle, [1, 2], at: 5000)
        #expect(try volume.read(handle, at: 4998, count: 9) == [0, 0, 1, 2])
        #expect(try volume.read(handle, at: 0, count: 4998).allSatisfy { $0 == 0 })
        try volume.close(handle)
    }

    @Test("what was not synced is not on the medium, and fsync of the file brings it there")
    func unsynced() throws {
        let volume = MemoryVolume()
        let handle = try write(volume, "settings.txt", new)
        #expect(MemoryVolume(volume.medium).files.isEmpty)
        try volume.syncData(handle)
        #expect(MemoryVolume(volume.medium).files.isEmpty)
        try volume.sync(handle)
        #expect(MemoryVolume(volume.medium).files == ["settings.txt": new])
        try volume.close(handle)
        #expect(volume.loose.handles == 0)
    }

    @Test("fsync of the folder brings a name, but neither start nor size of the file")
    func folderOnly() throws {
        let volume = MemoryVolume()
        let handle = try write(volume, "settings.txt", new)
        try volume.syncRoot()
        #expect(MemoryVolume(volume.medium).files == ["settings.txt": []])
        try volume.close(handle)
    }

    @Test("rename and fsync of the folder leave the old entry with freed clusters, as measured")
    func textbookWayDangles() throws {
        let volume = MemoryVolume()
        try volume.put("settings.txt", [UInt8](repeating: 7, count: 3000))
        let handle = try write(volume, "foxsync.tmp", new)
        try volume.sync(handle)
        try volume.close(handle)
        try volume.rename("foxsync.tmp", to: "settings.txt")
        try volume.syncRoot()
        #expect(volume.files == ["settings.txt": new])
        // Three clusters of which the FAT knows nothing any more: they cannot be read to the end.
        let pulled = MemoryVolume(volume.medium)
        #expect(pulled.files == ["settings.txt": nil])
        #expect(try pulled.space().isReadOnly)
    }

    @Test("freeing a chain that is free already turns the mount read-only")
    func doubleFree() throws {
        let volume = MemoryVolume()
        try volume.put("settings.txt", [UInt8](repeating: 7, count: 300))
        let handle = try write(volume, "foxsync.tmp", new)
        try volume.sync(handle)
        try volume.close(handle)
        try volume.rename("foxsync.tmp", to: "settings.txt")
        try volume.syncRoot()
        let pulled = MemoryVolume(volume.medium)
        #expect(try !pulled.space().isReadOnly)
        try pulled.remove("settings.txt")
        #expect(try pulled.space().isReadOnly)
        let after = #expect(throws: VolumeError.self) { try pulled.open("x", for: .create) }
        #expect(after?.errno == .readOnly)
    }

    @Test("a failed fsync is said once; what was dirty never reaches the medium")
    func failedSync() throws {
        let base = MemoryVolume()
        try base.put("settings.txt", old)
        let volume = FaultVolume(base, Fault(.fails(.io), at: 3))
        let handle = try volume.open("settings.txt", for: .update)
        try volume.write(handle, new[...], at: 0)
        #expect(throws: VolumeError.self) { try volume.sync(handle) }
        try volume.sync(handle)
        try volume.close(handle)
        try base.syncAll()
        #expect(base.files == ["settings.txt": new])
        #expect(MemoryVolume(base.medium).files == ["settings.txt": old])
    }

    @Test("a pulled plug: known names answer, a listing is empty, fsync reports the loss once")
    func pulled() throws {
        let volume = MemoryVolume()
        try volume.put("settings.txt", old)
        let handle = try volume.open("settings.txt", for: .update)
        try volume.write(handle, new[...], at: 0)
        volume.pull()
        #expect(try volume.list(limit: 9).isEmpty)
        #expect(try volume.entry("settings.txt") != nil)
        let created = #expect(throws: VolumeError.self) {
            try volume.open("foxsync.tmp", for: .create)
        }
        #expect(created?.errno == .noSpace)
        let lost = #expect(throws: VolumeError.self) { try volume.sync(handle) }
        #expect(lost?.errno == .noDevice)
        try volume.sync(handle)
        try volume.close(handle)
        #expect(throws: VolumeError.self) { try volume.space() }
        #expect(MemoryVolume(volume.medium).files == ["settings.txt": old])
    }

    @Test("the same seed loses the same sectors, another one others")
    func seeds() throws {
        func loss(_ seed: UInt64) throws -> FATImage {
            let volume = MemoryVolume()
            try volume.put("settings.txt", old)
            let handle = try write(volume, "audio.wav", [UInt8](repeating: 3, count: 9000))
            volume.limitPower(to: 2, seed: seed)
            try? volume.sync(handle)
            volume.cutPower()
            return volume.medium
        }
        #expect(try loss(7) == loss(7))
        #expect(Set(try (0..<20).map { try loss($0) }.map(\.digest)).count > 3)
    }
}

extension FATImage {
    /// The bytes' digest, for counting different images.
    fileprivate var digest: String { "\(MemoryVolume(self).files)" }
}
