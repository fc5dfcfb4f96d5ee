// Reading the tables of a FAT volume: as the kernel reads them, and any bytes without a trap.
import SyncEngine
import Testing
import VolumeKit

@Suite("The tables of a FAT volume")
struct FATTableTests {
    private func boot(_ image: FATImage) -> [UInt8] { image.bytes(in: 0..<FATLayout.bootSize) }

    private func table(_ image: FATImage) throws -> FATTable {
        let layout = try #require(FATLayout(boot: boot(image)))
        return try #require(FATTable(layout, bytes: image.bytes(in: layout.tables)))
    }

    @Test("a PicoFox's boot sector says where its tables, root folder and clusters are")
    func fox() throws {
        // 30,489 sectors, clusters of two, two tables of 60 sectors, 512 entries: SdFat's formatter.
        var boot = [UInt8](repeating: 0, count: 512)
        for (offset, width, value) in [
            (11, 2, 512), (13, 1, 2), (14, 2, 1), (16, 1, 2), (17, 2, 512), (19, 2, 30_489),
            (22, 2, 60),
        ] {
            for index in 0..<width { boot[offset + index] = UInt8(value >> (8 * index) & 0xff) }
        }
        let layout = try #require(FATLayout(boot: boot))
        #expect(layout.bits == 16)
        #expect(layout.clusters == 15_168)
        #expect(layout.tables == 512..<153 * 512)
        #expect(layout.offset(of: 2) == 153 * 512)
        // With less than 4,085 clusters it is FAT12, whatever any text in it says.
        boot[19] = 0x00
        boot[20] = 0x10
        #expect(FATLayout(boot: boot)?.bits == 12)
        boot[22] = 0
        #expect(FATLayout(boot: boot) == nil, "FAT32 has no length of a table there")
    }

    @Test("names are read short and long, with their letter case, their start and their size")
    func names() throws {
        let volume = MemoryVolume()
        let names = [
            "settings.txt", "AUDIO.WAV", "Audio1.wav", "a long name of two parts.wav", "Füchse.txt",
        ]
        for (index, name) in names.enumerated() {
            try volume.put(name, [UInt8](repeating: 7, count: 1000 * index))
        }
        try volume.put("AUDIO.WAV", nil)
        let entries = try table(volume.medium).entries
        #expect(entries.map(\.name) == names.filter { $0 != "AUDIO.WAV" })
        #expect(entries.map(\.size) == [0, 2000, 3000, 4000])
        #expect(try table(volume.medium).entries(named: "audio1.WAV").map(\.size) == [2000])
    }

    @Test("a long name that does not belong to its entry is none, as for the kernel")
    func checksum() throws {
        let volume = MemoryVolume()
        try volume.put("long name.wav", [1])
        var bytes = volume.medium.bytes(in: 0..<1 << 20)
        let layout = try #require(FATLayout(boot: boot(volume.medium)))
        bytes[layout.root + 13] ^= 1
        let tables = try #require(FATTable(layout, bytes: Array(bytes[layout.tables])))
        #expect(tables.entries.map(\.name) == ["LONGNA~1"])
    }

    @Test("a chain is walked to its end, and its parts are as large as the file")
    func chain() throws {
        let volume = MemoryVolume()
        try volume.put("one.wav", [UInt8](repeating: 1, count: 3000))
        try volume.put("two.wav", [UInt8](repeating: 2, count: 2049))
        try volume.put("one.wav", nil)
        try volume.put("big.wav", [UInt8](repeating: 3, count: 500 * 1024))
        let table = try table(volume.medium)
        for (name, byte, size) in [("two.wav", UInt8(2), 2049), ("big.wav", 3, 500 * 1024)] {
            let entry = try #require(table.entries(named: name).first)
            let chain = table.chain(from: entry.start)
            #expect(chain.ending == .end)
            #expect(chain == table.chain(from: entry.start, copy: 1))
            let parts = chain.parts(size: size, in: table.layout)
            #expect(parts.map(\.count).reduce(0, +) == size)
            #expect(
                parts.allSatisfy { volume.medium.bytes(in: $0).allSatisfy { $0 == byte } })
        }
    }

    @Test("twelve bits an entry, two of them in three bytes")
    func twelveBits() throws {
        var boot = [UInt8](repeating: 0, count: 512)
        for (offset, value) in [(12, 2), (13, 1), (14, 1), (16, 1), (17, 16), (19, 40), (22, 1)] {
            boot[offset] = UInt8(value)
        }
        let layout = try #require(FATLayout(boot: boot))
        #expect(layout.bits == 12 && layout.clusters == 37)
        var bytes = [UInt8](repeating: 0, count: layout.tables.count)
        // 2 → 3 → 4 → end; 5 → 5; 6 → 900
        for (cluster, value) in [(2, 3), (3, 4), (4, 0xfff), (5, 5), (6, 900)] {
            let place = cluster + cluster / 2
            let shifted = cluster % 2 == 0 ? value : value << 4
            bytes[place] |= UInt8(shifted & 0xff)
            bytes[place + 1] |= UInt8(shifted >> 8)
        }
        let table = try #require(FATTable(layout, bytes: bytes))
        #expect(table.chain(from: 2) == FATChain(clusters: [2, 3, 4], ending: .end))
        #expect(table.chain(from: 5).ending == .loop)
        #expect(table.chain(from: 6) == FATChain(clusters: [6], ending: .outside))
        #expect(table.chain(from: 7) == FATChain(clusters: [7], ending: .free))
        #expect(table.chain(from: 0xfff).ending == .outside)
        #expect(table.differences(copy: 0, table, copy: 0) == [])
    }

    @Test("no bytes make it trap, run without end, or claim what is not there")
    func anyBytes() throws {
        var generator = SeededGenerator(seed: 17)
        let good = boot(FATImage())
        var layouts = 0
        for round in 0..<3000 {
            var boot = good
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                boot[Int.random(in: 11..<36, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            if round % 10 == 0 {
                boot = (0..<512).map { _ in .random(in: 0...255, using: &generator) }
            }
            guard let layout = FATLayout(boot: boot) else { continue }
            layouts += 1
            #expect(layout.clusters > 0 && layout.offset(of: layout.clusters + 1) > 0)
            let count = min(layout.tables.count, 1 << 16)
            var bytes = (0..<256).map { _ in UInt8.random(in: 0...255, using: &generator) }
            while bytes.count < count { bytes += bytes }
            guard let table = FATTable(layout, bytes: Array(bytes.prefix(count))) else { continue }
            for entry in table.entries.prefix(20) {
                let chain = table.chain(from: entry.start, copy: layout.copies - 1)
                #expect(chain.clusters.count <= layout.clusters)
                let parts = chain.parts(size: entry.size, in: layout)
                #expect(parts.reduce(0) { $0 + $1.count } <= entry.size)
            }
            var expected = FATCheck.Expectation()
            expected.written = table.entries.prefix(2).map { ($0.name, $0.size) }
            expected.removed = ["gone"]
            expected.isAlone = true
            _ = FATCheck(before: table, after: table, expected).faults
        }
        #expect(layouts > 300)
    }
}
