// A change of drafts is made whole or not at all: killed programs, other programs, two at once.
import Foundation
import PicoFox
import SyncEngine
import Testing

@Suite("Changes of drafts", .timeLimit(.minutes(20)))
struct DraftEditTests {
    /// A host with drafts, put back before each try.
    struct Host: Sendable {
        let root: String
        var home: String { root + "/home" }
        var places: Places { Places(environment: ["FOX_SYNC_HOME": home]) }
        var store: DraftStore { DraftStore(places) }

        init(_ drafts: [String: [String: [UInt8]]]) throws {
            root = try scratchFolder()
            for (name, files) in drafts.sorted(by: { $0.key < $1.key }) {
                let edit = try DraftEdit(store, reason: "new")
                try edit.create(
                    name, files: files.map { DeviceFile(name: $0.key, bytes: $0.value) },
                    options: DraftOptions(firmware: "stock"))
                try edit.commit()
            }
        }

        func keep() throws {
            try? FileManager.default.removeItem(atPath: root + "/kept")
            try FileManager.default.copyItem(atPath: home, toPath: root + "/kept")
        }

        func reset() throws {
            try? FileManager.default.removeItem(atPath: home)
            try FileManager.default.copyItem(atPath: root + "/kept", toPath: home)
        }

        func files(_ draft: String) throws -> [String: [UInt8]] {
            try store.freeze(draft, options: DraftOptions(firmware: "stock")).files
                .mapValues(\.bytes)
        }

        /// All drafts as the next caller finds them, with their options and their assignments.
        func all() throws -> [String] {
            let state = try StateStore(path: places.database)
            var found: [String] = []
            for name in try store.names() {
                let options = try state.options(of: name)
                let versions = try store.versions.versions(of: name).map(\.reason)
                found.append("\(name) \(options) \(versions)")
                for (file, bytes) in try files(name).sorted(by: { $0.key < $1.key }) {
                    found.append("\(name)/\(file) \(Digest(of: bytes))")
                }
            }
            return found
        }

        /// What a change leaves lying about when it is not cleaned up.
        func strays() throws -> [String] {
            let versions = (try? FileManager.default.contentsOfDirectory(atPath: places.versions))
            var strays = (versions ?? []).filter { $0.hasPrefix(".") }
            for name in try store.names() {
                strays += try FileManager.default.contentsOfDirectory(
                    atPath: store.path(of: name)
                ).filter { !["settings.txt", "audio.wav", "notes"].contains($0) }
            }
            return strays
        }
    }

    static let settings = Scenario.settings(call: "K1ABC")
    static let wav = Scenario.wav(900, 1)
    static let other = Scenario.wav(800, 2)

    private static let calls = [
        "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink", "rmdir", "rename", "renameat2",
        "mkdir", "link", "flock",
    ]

    @Test(
        "a killed change leaves the old drafts or the new ones, whole, and nothing lying about",
        .enabled(if: Program.isThere("strace"), "strace is not installed"),
        .enabled(if: Program.path != nil, "fox-sync was not built beside the tests"),
        arguments: [
            ["draft", "set", "hunt", "CALLSIGN=W1AW", "--firmware", "stock-r2"],
            ["draft", "undo", "hunt", "--force"], ["draft", "remove", "hunt"],
            ["draft", "rename", "hunt", "ardf"], ["draft", "new", "a", "b", "c"],
        ])
    func kill(_ command: [String]) throws {
        let program = try #require(Program.path)
        let host = try Host(["hunt": ["settings.txt": Self.settings, "audio.wav": Self.wav]])
        // The last change was about two files and the options: an undo takes all of it back.
        let edit = try DraftEdit(host.store, reason: "pull")
        edit.write(Scenario.settings(call: "K1XYZ"), to: "settings.txt", of: "hunt")
        edit.remove("audio.wav", of: "hunt")
        edit.set(DraftOptions(firmware: "stock", offAir: true), of: "hunt")
        try edit.commit()
        let before = try host.all()
        try host.keep()
        try #require(Program.run([program] + command, home: host.home).code == 0)
        let after = try host.all()
        try #require(before != after)
        var (points, old, new) = (0, 0, 0)
        var failures: [String] = []
        for call in Self.calls {
            for number in stride(from: 1, through: 400, by: isLong ? 1 : 2) {
                try host.reset()
                let outcome = try Program.run(
                    [
                        "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
                        "inject=\(call):signal=SIGKILL:when=\(number)", program,
                    ] + command, home: host.home)
                if outcome.code == 0 { break }
                guard outcome.code == 137 else {
                    failures.append("\(call) \(number): exit \(outcome.code): \(outcome.text)")
                    break
                }
                points += 1
                let now = try host.all()
                if now == before {
                    old += 1
                } else if now == after {
                    new += 1
                } else {
                    failures.append("\(call) \(number): neither old nor new: \(now)")
                }
                // A reader carries out what was begun; the next change cleans up the rest.
                _ = try DraftEdit(host.store, reason: "look")
                let strays = try host.strays()
                if !strays.isEmpty { failures.append("\(call) \(number): left \(strays)") }
            }
        }
        print("draft kill loop (\(command[1])): \(points) kill points, \(old) old, \(new) new")
        #expect(old > 0 && new > 0 && points >= 20)
        for failure in failures.prefix(8) { Issue.record("\(failure)") }
    }

    @Test(
        "what another program wrote after the kill is kept as a version",
        .enabled(if: Program.isThere("strace"), "strace is not installed"),
        .enabled(if: Program.path != nil, "fox-sync was not built beside the tests"))
    func editedAfterTheKill() throws {
        let program = try #require(Program.path)
        let host = try Host(["hunt": ["settings.txt": Self.settings]])
        try host.keep()
        for number in 1...50 {
            try host.reset()
            _ = try Program.run(
                [
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=rename", "-e",
                    "inject=rename:signal=SIGKILL:when=\(number)", program, "draft", "set",
                    "hunt", "CALLSIGN=W1AW",
                ], home: host.home)
            guard
                FileManager.default.fileExists(atPath: host.places.versions + "/.transaction"),
                try Data(
                    contentsOf: URL(fileURLWithPath: host.store.path(of: "hunt") + "/settings.txt"))
                    == Data(Self.settings)
            else { continue }
            let foreign = Scenario.settings(call: "N0CALL")
            try Data(foreign).write(
                to: URL(fileURLWithPath: host.store.path(of: "hunt") + "/settings.txt"))
            let now = try host.files("hunt")["settings.txt"] ?? []
            #expect(String(decoding: now, as: UTF8.self).contains("W1AW"))
            let kept = try #require(
                try host.store.versions.versions(of: "hunt").first { $0.reason == "interrupted" })
            #expect(try host.store.versions.files(of: kept).map(\.bytes) == [foreign])
            return
        }
        Issue.record("no kill point lies between the commit and the draft's new file")
    }

    @Test("a change that is not committed changes nothing")
    func uncommitted() throws {
        let host = try Host(["hunt": ["settings.txt": Self.settings]])
        let before = try host.all()
        do {
            let edit = try DraftEdit(host.store, reason: "set")
            edit.write([1], to: "settings.txt", of: "hunt")
        }
        #expect(try host.all() == before)
    }

    @Test("a change that changes nothing keeps no version")
    func nothing() throws {
        let host = try Host(["hunt": ["settings.txt": Self.settings]])
        let edit = try DraftEdit(host.store, reason: "set")
        edit.write(Self.settings, to: "settings.txt", of: "hunt")
        edit.set(DraftOptions(firmware: "stock"), of: "hunt")
        #expect(try edit.commit().isEmpty)
        #expect(try host.store.versions.versions(of: "hunt").isEmpty)
        #expect(try host.strays().isEmpty)
    }

    @Test("files that the firmware does not use come back, and go, with the change that did so")
    func unused() throws {
        let host = try Host(["hunt": ["settings.txt": Self.settings, "notes": [1]]])
        let edit = try DraftEdit(host.store, reason: "pull")
        edit.write([2], to: "notes", of: "hunt")
        edit.write([3], to: "more", of: "hunt")
        try edit.commit()
        let undo = try DraftEdit(host.store, reason: "undo")
        let version = try #require(host.store.versions.versions(of: "hunt").last)
        try undo.bringBack(version, of: "hunt")
        try undo.commit()
        let folder = host.store.path(of: "hunt")
        #expect(FileManager.default.contents(atPath: folder + "/notes") == Data([1]))
        #expect(FileManager.default.contents(atPath: folder + "/more") == nil)
    }

    @Test("undo goes back step by step, and further after an undo")
    func steps() throws {
        let host = try Host(["hunt": ["settings.txt": [0]]])
        func change(_ byte: UInt8) throws {
            let edit = try DraftEdit(host.store, reason: "set")
            edit.write([byte], to: "settings.txt", of: "hunt")
            try edit.commit()
        }
        func undo(_ steps: Int = 1) throws -> [UInt8]? {
            let versions = try host.store.versions.versions(of: "hunt")
            guard let target = DraftVersions.target(steps, in: versions) else { return nil }
            let edit = try DraftEdit(host.store, reason: "undo")
            try edit.bringBack(target, of: "hunt")
            try edit.commit()
            return try host.files("hunt")["settings.txt"]
        }
        for byte in 1...4 { try change(UInt8(byte)) }
        #expect(try undo() == [3])
        #expect(try undo(2) == [1])
        try change(9)
        #expect(try undo() == [1])
        #expect(try undo() == [0])
        #expect(try undo() == nil)
        // Nothing is lost: every state is still there.
        let bytes = try host.store.versions.versions(of: "hunt").flatMap {
            try host.store.versions.files(of: $0).map(\.bytes)
        }
        #expect(Set(bytes) == [[0], [1], [2], [3], [4], [9]])
    }
}
