// What the comparison of tables finds, fault by fault, and what it leaves alone.
import SyncEngine
import Testing
import VolumeKit

@Suite("The tables after a push")
struct FATCheckTests {
    private let size = 5000

    /// A fox before and after a push of audio.wav that also removed old.wav.
    private func push() throws -> (before: FATImage, after: FATImage) {
        let volume = MemoryVolume()
        try volume.put("note.doc", [UInt8](repeating: 1, count: 3000))
        try volume.put("old.wav", [UInt8](repeating: 2, count: 4000))
        let before = volume.medium
        try volume.put("audio.wav", [UInt8](repeating: 3, count: size))
        try volume.put("old.wav", nil)
        return (before, volume.medium)
    }

    private func table(_ image: FATImage) throws -> FATTable {
        let boot = image.bytes(in: 0..<FATLayout.bootSize)
        let layout = try #require(FATLayout(boot: boot))
        return try #require(FATTable(layout, bytes: image.bytes(in: layout.tables)))
    }

    private func faults(
        _ before: FATImage?, _ after: FATImage, isAlone: Bool = true,
        undisturbed: Set<String> = ["note.doc"]
    ) throws -> [FATFault] {
        var expected = FATCheck.Expectation()
        expected.written = [("audio.wav", size)]
        expected.removed = ["old.wav"]
        expected.isAlone = isAlone
        expected.undisturbed = undisturbed
        return FATCheck(before: try before.map(table), after: try table(after), expected).faults
    }

    @Test(
        "a push that is on the medium has no fault, and neither has one that never was there before"
    )
    func sound() throws {
        let (before, after) = try push()
        #expect(try faults(before, after) == [])
        #expect(try faults(nil, after) == [])
    }

    @Test("what a push did not do to the medium is found, for each of its files")
    func notThere() throws {
        let (before, _) = try push()
        #expect(try faults(before, before) == [.missing("audio.wav"), .stillThere("old.wav")])
    }

    @Test("a cluster, a size or an end that is another one is found, in either table")
    func written() throws {
        let (before, after) = try push()
        for (place, isFault) in [
            (
                FATPlace.firstTable,
                { if case .short("audio.wav", _, _, 5000, 0) = $0 { true } else { false } }
            ),
            (
                .secondTable,
                { if case .short("audio.wav", _, _, 5000, 1) = $0 { true } else { false } }
            ),
            (.root, { if case .size("audio.wav", _, 5000) = $0 { true } else { false } }),
        ] as [(FATPlace, (FATFault) -> Bool)] {
            var spoilt = after
            spoilt.spoil(place, of: "audio.wav")
            let found = try faults(before, spoilt)
            #expect(found.first.map(isFault) == true, "\(place): \(found)")
            #expect(try faults(nil, spoilt).first == found.first)
        }
    }

    @Test("an entry that came back, and a cluster that is nobody's, are found after a removal")
    func removed() throws {
        let (before, after) = try push()
        for place in FATPlace.allCases {
            var spoilt = after
            spoilt.spoil(place, of: "old.wav")
            #expect(try !faults(before, spoilt).isEmpty, "\(place)")
        }
    }

    @Test("what a push did to somebody's file is found, unless somebody was at work there")
    func disturbed() throws {
        let (before, after) = try push()
        for place in [FATPlace.firstTable, .root] {
            var spoilt = after
            spoilt.spoil(place, of: "note.doc")
            #expect(try faults(before, spoilt).contains(.changed("note.doc")), "\(place)")
            #expect(try faults(before, spoilt, isAlone: false, undisturbed: []) == [])
        }
    }

    @Test(
        "a fox that came with damage or with tables that differ is held to what was written alone")
    func cameSo() throws {
        var (before, after) = try push()
        before.spoil(.secondTable, of: "note.doc")
        after.spoil(.secondTable, of: "note.doc")
        #expect(try faults(before, after) == [])
        after.spoil(.secondTable, of: "audio.wav")
        #expect(try !faults(before, after).isEmpty)
    }

    @Test("clusters of a removed file that another program holds open are no fault")
    func heldOpen() throws {
        let volume = MemoryVolume()
        try volume.put("old.wav", [UInt8](repeating: 2, count: 4000))
        let before = volume.medium
        let held = try volume.open("old.wav", for: .reading)
        try volume.put("audio.wav", [UInt8](repeating: 3, count: size))
        try volume.put("old.wav", nil)
        #expect(try faults(before, volume.medium) == [])
        try volume.close(held)
    }

    @Test("two names for the same clusters are found, and a second entry of a name")
    func shared() throws {
        let (_, after) = try push()
        let boot = after.bytes(in: 0..<FATLayout.bootSize)
        let layout = try #require(FATLayout(boot: boot))
        var bytes = after.bytes(in: layout.tables)
        let root = layout.root - layout.firstTable
        let entry = try #require(try table(after).entries(named: "audio.wav").first)
        let raw = bytes[root + entry.slot * 32..<root + entry.slot * 32 + 32]
        // Into the slot behind the last one.
        let free = root + 10 * 32
        for slot in root..<free where bytes[slot] == 0 && (slot - root) % 32 == 0 {
            bytes[slot] = 0xe5
        }
        bytes.replaceSubrange(free..<free + 32, with: raw)
        var expected = FATCheck.Expectation()
        expected.written = [("audio.wav", size)]
        func faults() throws -> [FATFault] {
            let table = try #require(FATTable(layout, bytes: bytes))
            return FATCheck(before: nil, after: table, expected).faults
        }
        #expect(try faults().contains(.twice("audio.wav")))
        bytes[free] = UInt8(ascii: "X")
        #expect(try faults() == [.shared("audio.wav", with: "xudio.wav")])
    }
}
