// What every VolumeIO promises: one suite that memory, wrapper and kernel all pass.
import Foundation
import FoxSystem
import SyncEngine
import Testing
import VolumeKit

/// A volume under test, with what is needed to look at it again from outside.
struct ContractVolume: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any VolumeIO

    static let all: [ContractVolume] = [
        ContractVolume(testDescription: "memory") { MemoryVolume() },
        ContractVolume(testDescription: "fault wrapper without a fault") {
            FaultVolume(MemoryVolume())
        },
        ContractVolume(testDescription: "crash wrapper before its crash") {
            CrashVolume(MemoryVolume(), at: .max, seed: 0)
        },
        ContractVolume(testDescription: "folder on the temporary filesystem") {
            try PosixVolume(path: scratchFolder(in: NSTemporaryDirectory()))
        },
        ContractVolume(testDescription: "folder on tmpfs") {
            try PosixVolume(path: scratchFolder())
        },
        ContractVolume(testDescription: "folder on tmpfs, without openat2") {
            try PosixVolume(path: scratchFolder(), mayOpenBeneath: false)
        },
    ]
}

@Suite("What every volume promises")
struct VolumeContractTests {
    private let text = Array("CALLSIGN=K1ABC\n".utf8)

    private func put(_ volume: any VolumeIO, _ name: String, _ bytes: [UInt8]) throws {
        let handle = try volume.open(name, for: .create)
        try volume.write(handle, bytes[...], at: 0)
        try volume.sync(handle)
        try volume.close(handle)
    }

    @Test("an empty volume lists nothing", arguments: ContractVolume.all)
    func lists(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        #expect(try volume.list(limit: 10).isEmpty)
        #expect(try volume.entry("settings.txt") == nil)
    }

    @Test("blocks are those of a FAT's medium, or none", arguments: ContractVolume.all)
    func blocks(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        switch try volume.readBlocks(at: 0, count: FATLayout.bootSize, of: nil) {
        case .bytes(let boot): #expect(FATLayout(boot: boot) != nil)
        case .none: #expect(!maker.testDescription.contains("memory"))
        case .closed: Issue.record("a folder has no device of a FAT")
        }
    }

    @Test("what was written reads the same, also from the medium", arguments: ContractVolume.all)
    func roundTrip(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        for size in [0, 1, 511, 512, 513, 1023, 1024, 1025, 5000] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ size) }
            try put(volume, "f\(size).wav", bytes)
            #expect(try volume.readWhole("f\(size).wav", limit: 9000) == bytes)
            #expect(try volume.readMedium("f\(size).wav", limit: size).bytes == bytes)
            #expect(try volume.entry("f\(size).wav")?.status.size == size)
            #expect(try volume.entry("f\(size).wav")?.status.kind == .regular)
        }
        #expect(try volume.list(limit: 100).count == 9)
    }

    @Test("creating a name that exists fails and harms nothing", arguments: ContractVolume.all)
    func createTwice(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        try put(volume, "settings.txt", text)
        let failure = #expect(throws: VolumeError.self) {
            try volume.open("settings.txt", for: .create)
        }
        #expect(failure?.errno == .exists)
        #expect(failure?.name == "settings.txt")
        #expect(try volume.readWhole("settings.txt", limit: 100) == text)
    }

    @Test("opening what is not there is ENOENT and names it", arguments: ContractVolume.all)
    func missing(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        for purpose in [OpenPurpose.reading, .update] {
            let failure = #expect(throws: VolumeError.self) {
                try volume.open("audio.wav", for: purpose)
            }
            #expect(failure?.errno == .notFound)
            #expect(failure?.name == "audio.wav")
        }
        #expect(throws: VolumeError.self) { try volume.remove("audio.wav") }
        #expect(throws: VolumeError.self) { try volume.rename("audio.wav", to: "b.wav") }
        #expect(throws: VolumeError.self) { try volume.readMedium("audio.wav", limit: 10) }
    }

    @Test("updating overwrites in place and can make a file longer", arguments: ContractVolume.all)
    func update(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        try put(volume, "settings.txt", text)
        let handle = try volume.open("settings.txt", for: .update)
        try volume.write(handle, Array("N0CALL".utf8)[...], at: 9)
        try volume.write(handle, Array("\n\n\n".utf8)[...], at: text.count)
        try volume.sync(handle)
        try volume.close(handle)
        let wanted = Array("CALLSIGN=N0CALL\n\n\n".utf8)
        #expect(try volume.readWhole("settings.txt", limit: 100) == wanted)
        #expect(try volume.readMedium("settings.txt", limit: 100).bytes == wanted)
    }

    @Test(
        "a rename replaces, and a held old file still reads as it was",
        arguments: ContractVolume.all)
    func rename(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        let old = [UInt8](repeating: 1, count: 3000)
        let new = [UInt8](repeating: 2, count: 2000)
        try put(volume, "audio.wav", old)
        try put(volume, "foxsync.tmp", new)
        let held = try volume.open("audio.wav", for: .reading)
        try volume.rename("foxsync.tmp", to: "audio.wav")
        try volume.syncRoot()
        #expect(try volume.read(held, at: 0, count: 4000) == old)
        try volume.close(held)
        try volume.syncAll()
        #expect(try volume.readWhole("audio.wav", limit: 9000) == new)
        #expect(try volume.list(limit: 10).map(\.name) == ["audio.wav"])
    }

    @Test("a removed file is gone, and one that is held still reads", arguments: ContractVolume.all)
    func remove(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        try put(volume, "audio.wav", [UInt8](repeating: 9, count: 1500))
        let held = try volume.open("audio.wav", for: .reading)
        try volume.remove("audio.wav")
        #expect(try volume.entry("audio.wav") == nil)
        #expect(try volume.read(held, at: 1400, count: 400).count == 100)
        try volume.close(held)
        try volume.syncRoot()
        #expect(try volume.list(limit: 10).isEmpty)
    }

    @Test("reading stops at the end of the file", arguments: ContractVolume.all)
    func readsToEnd(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        try put(volume, "settings.txt", text)
        let handle = try volume.open("settings.txt", for: .reading)
        #expect(try volume.read(handle, at: 0, count: 1000) == text)
        #expect(try volume.read(handle, at: 5, count: 3) == Array(text[5..<8]))
        #expect(try volume.read(handle, at: text.count, count: 10).isEmpty)
        #expect(try volume.read(handle, at: 4000, count: 10).isEmpty)
        try volume.close(handle)
    }

    @Test("limits are kept: of bytes, of entries", arguments: ContractVolume.all)
    func limits(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        try put(volume, "settings.txt", text)
        try put(volume, "audio.wav", text)
        let read = #expect(throws: VolumeError.self) {
            try volume.readWhole("audio.wav", limit: text.count - 1)
        }
        #expect(read?.code == .tooLarge)
        let back = #expect(throws: VolumeError.self) {
            try volume.readMedium("audio.wav", limit: text.count - 1)
        }
        #expect(back?.code == .tooLarge)
        let list = #expect(throws: VolumeError.self) { try volume.list(limit: 1) }
        #expect(list?.code == .tooManyEntries)
    }

    @Test("space shrinks by whole units as files come", arguments: ContractVolume.all)
    func space(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        let before = try volume.space()
        #expect(before.unit > 0)
        #expect(before.freeUnits <= before.totalUnits)
        #expect(!before.isReadOnly)
        #expect(before.units(for: 1) == 1)
        #expect(before.units(for: before.unit) == 1)
        #expect(before.units(for: before.unit + 1) == 2)
    }

    @Test("every kind of sync succeeds on a healthy volume", arguments: ContractVolume.all)
    func syncs(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        let handle = try volume.open("audio.wav", for: .create)
        try volume.write(handle, text[...], at: 0)
        try volume.syncData(handle)
        try volume.syncRoot()
        try volume.sync(handle)
        try volume.close(handle)
        try volume.syncAll()
        #expect(try volume.lock())
    }

    @Test("a failed operation names itself", arguments: ContractVolume.all)
    func namesOperation(_ maker: ContractVolume) throws {
        let volume = try maker.make()
        let failure = #expect(throws: VolumeError.self) { try volume.remove("nothing.wav") }
        #expect(failure?.description.contains("nothing.wav") == true)
        #expect(failure?.operation == "remove")
    }
}
