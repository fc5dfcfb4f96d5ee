// The state on the host: which draft, whose device, since when.
import Foundation
import Testing

@testable import SyncEngine

@Suite("State")
struct StateTests {
    private func store() throws -> StateStore {
        try StateStore(path: try scratchFolder() + "/state/fox-sync.db")
    }

    private let fox = DeviceIdentity(serial: "E6614C311B6A5B2C", vendor: "AI6YM", model: "PicoFox")

    @Test("a state keeps its time as long as it holds, and only known devices have one")
    func availability() throws {
        let store = try store()
        let (one, two) = (Timestamp(milliseconds: 1000), Timestamp(milliseconds: 2000))
        try store.note(Availability(.gone, "unplugged", since: one), of: fox.id)
        #expect(try store.availabilities().isEmpty)
        try store.saw(fox, at: one)
        try store.note(Availability(.available, "pushed", since: one), of: fox.id)
        try store.note(Availability(.available, "up-to-date", since: two), of: fox.id)
        #expect(
            try store.availabilities()[fox.id] == Availability(.available, "up-to-date", since: one)
        )
        try store.note(Availability(.ioError, "EIO", since: two), of: fox.id)
        #expect(try store.availabilities()[fox.id] == Availability(.ioError, "EIO", since: two))
        try store.forget(fox.id)
        #expect(try store.availabilities().isEmpty)
    }

    @Test("a device is found by its name, its serial or the beginning of it")
    func matching() throws {
        let store = try store()
        try store.saw(fox, at: .now)
        try store.saw(DeviceIdentity(serial: "E66A"), at: .now)
        try store.name(fox.id, "Fox 3")
        #expect(try store.devices(matching: "fox 3").map(\.id) == [fox.id])
        #expect(try store.devices(matching: "e6614c31").map(\.id) == [fox.id])
        #expect(try store.devices(matching: "E66").count == 2)
        #expect(try store.devices(matching: "E66a").map(\.id) == ["E66A"])
        #expect(throws: StateError.self) { try store.name("E66A", "FOX 3") }
    }

    @Test("run names are short, random and can be typed")
    func runIDs() {
        let ids = Set((0..<1000).map { _ in RunID.make() })
        #expect(ids.count == 1000)
        #expect(ids.allSatisfy { $0.count == 8 && !$0.contains { "ilou".contains($0) } })
    }
}

@Suite("Which draft")
struct DraftChooserTests {
    private func device(_ id: String, _ draft: String? = nil, byHand: Bool = true) -> DeviceRecord {
        DeviceRecord(
            id: id, name: nil, vendor: nil, model: nil, revision: nil,
            firstSeen: Timestamp(milliseconds: 0), lastSeen: Timestamp(milliseconds: 0),
            assignment: draft.map { Assignment(draft: $0, byHand: byHand) })
    }

    private func choose(
        wanted: String? = nil, _ devices: [DeviceRecord], _ drafts: [String]
    ) -> DraftChooser.Choice {
        DraftChooser.choose(wanted: wanted, device: "A", devices: devices, drafts: drafts)
    }

    @Test("the assigned draft, else the only free one, else none with the reason")
    func rules() {
        #expect(
            choose([device("A", "one")], ["one", "two"])
                == .draft("one", byHand: true, assigned: true))
        #expect(
            choose([device("A", "one", byHand: false)], ["one", "two"])
                == .draft("one", byHand: false, assigned: true))
        #expect(
            choose([device("B", "one")], ["one", "two"])
                == .draft("two", byHand: false, assigned: false))
        for (devices, drafts) in [
            ([device("B", "one")], ["one"]), ([], []), ([device("A")], ["one", "two"]),
        ] {
            guard case .none(let reason) = choose(devices, drafts) else {
                Issue.record("a draft for \(devices) of \(drafts)")
                continue
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test("a draft that the command names is a person's word")
    func wanted() {
        #expect(
            choose(wanted: "two", [device("A", "one")], ["one", "two"])
                == .draft("two", byHand: true, assigned: false))
    }
}

@Suite("Names")
struct NameTests {
    @Test(
        "root entries are counted as vfat makes them",
        arguments: [
            ("settings.txt", 1), ("SETTINGS.TXT", 1), ("Settings.txt", 2), ("audio999.wav", 1),
            ("audio.wav", 1), (".callsign.wav", 2), ("foxsync.tmp", 1), ("a b.txt", 2),
            ("thirteen12345", 2), ("fourteen123456", 3), ("a.b.c", 2), ("x.jpeg", 2),
            ("\u{1f98a}", 2),
        ])
    func rootEntries(_ name: String, _ count: Int) {
        #expect(RootEntries.needed(for: Array(name.utf8)) == count)
    }

    @Test(
        "nothing that a name holds reaches a terminal as it is",
        arguments: [
            ("\u{1b}[31mred", "\\x1b[31mred"), ("a\nb", "a\\x0ab"), ("plain ü", "plain ü"),
            ("\u{202e}txt", "\\u{202e}txt"), ("\u{7f}", "\\x7f"),
        ])
    func printable(_ name: String, _ shown: String) {
        #expect(Array(name.utf8).printable == shown)
    }

    @Test("bytes that are no UTF-8 are shown as numbers")
    func invalid() { #expect([0x61, 0xff, 0x0a].printable == "a\\xff\\x0a") }

    @Test("an identity as a file name cannot climb out of a folder, and stays short")
    func fileNames() {
        #expect(!DeviceIdentity(path: "/../../etc").fileName.contains("/"))
        #expect(!DeviceIdentity(serial: "..").fileName.contains("."))
        let long = DeviceIdentity(path: "/" + String(repeating: "ä/", count: 400))
        #expect(long.fileName.utf8.count < 130)
    }

    @Test(
        "words for a shell are quoted where they have to be",
        arguments: [
            ("fox1", "fox1"), ("fox 3", "'fox 3'"), ("it's", "'it'\\''s'"), ("", "''"),
            ("$(x)", "'$(x)'"), ("path:/a/b", "path:/a/b"),
        ])
    func shell(_ word: String, _ quoted: String) { #expect(word.shellWord == quoted) }

    @Test(
        "draft names are folder names and words",
        arguments: [
            "", ".", "..", ".hidden", "-n", "a/b", "a\nb", "\u{202e}x",
            String(repeating: "x", count: 101),
        ])
    func draftNames(_ name: String) {
        #expect(DraftName.refusal(name) != nil)
        #expect(DraftName.refusal("fox 3 – Süd") == nil)
    }
}
