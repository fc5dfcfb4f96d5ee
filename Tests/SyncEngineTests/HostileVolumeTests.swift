// Nothing outside is read or written, nothing hangs, whatever is on the volume.
import Foundation
import FoxSystem
import Glibc
import PicoFox
import SyncEngine
import Synchronization
import Testing
import VolumeKit

@Suite("Hostile volumes")
struct HostileVolumeTests {
    private static let isRoot = getuid() == 0 && Program.isThere("unshare")

    /// Everything below a folder: names, kinds, sizes, times, contents of small files.
    private static func portrait(_ folder: String) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { name in
            var raw = stat()
            lstat(folder + "/" + name, &raw)
            let isFile = raw.st_mode & S_IFMT == S_IFREG && raw.st_size < 100_000
            let bytes =
                isFile
                ? FileManager.default.contents(atPath: folder + "/" + name).map(Array.init) : nil
            return "\(name) \(raw.st_mode) \(raw.st_size) \(raw.st_mtim.tv_sec)"
                + ".\(raw.st_mtim.tv_nsec) \(Digest(of: bytes ?? []).short)"
        }
    }

    @Test(
        "the program goes round each trap, says why, and leaves the outside alone",
        .timeLimit(.minutes(20)),
        .enabled(if: Program.path != nil, "fox-sync was not built beside the tests"))
    func table() throws {
        let program = try #require(Program.path)
        #expect(HostileVolume.all.count >= 60)
        var done = 0
        var skipped: [String] = []
        var failures: [String] = []
        for row in HostileVolume.all {
            if row.mounts != nil, !Self.isRoot {
                skipped.append(row.name)
                continue
            }
            let root = try scratchFolder()
            defer { try? FileManager.default.removeItem(atPath: root) }
            let (fox, out, home) = (root + "/fox", root + "/out", root + "/home")
            let files: [(String, [UInt8])] = [
                (fox + "/settings.txt", Firmware.stock.factorySettings),
                (fox + "/audio.wav", Scenario.wav(500, 9)),
                (out + "/settings.txt", Firmware.stock.factorySettings),
                (out + "/audio.wav", Scenario.wav(400, 8)), (out + "/victim", [1, 2, 3]),
                (home + "/drafts/hunt/settings.txt", Scenario.settings(call: "K1ABC", comment: 20)),
                (home + "/drafts/hunt/audio.wav", Scenario.wav(6000, 1)),
            ]
            for (path, bytes) in files {
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent,
                    withIntermediateDirectories: true)
                try Data(bytes).write(to: URL(fileURLWithPath: path))
            }
            try row.prepare(fox, out)
            let isLarge = row.name.contains(",")
            let outside = Self.portrait(out)
            let before = isLarge ? [] : Self.portrait(fox)
            let sync = [program, "sync", "--volume", row.path ?? fox]
            let command =
                row.mounts.map {
                    [
                        "unshare", "-m", "sh", "-c",
                        "FOX=\(fox) OUT=\(out); { \($0); } || exit 99; exec \"$@\"", "sh",
                    ]
                        + sync
                } ?? sync
            let outcome = try Program.run(command, home: home, seconds: 10)
            // The mount could not be made here (no loop device, no tool).
            if outcome.code == 99 {
                skipped.append(row.name)
                continue
            }
            done += 1
            var problems: [String] = []
            if outcome.code != row.expected.code {
                problems.append("exit \(outcome.code), not \(row.expected.code)")
            }
            if !row.words.isEmpty, !outcome.text.contains(row.words) {
                problems.append("'\(row.words)' is not said")
            }
            if outcome.text.utf8.contains(where: { $0 == 0x1b || $0 == 7 }) {
                problems.append("an escape code reached the output")
            }
            let isSame =
                Self.portrait(out).filter { !$0.hasPrefix("copy") && !$0.hasPrefix("twin") }
                == outside
            if !isSame { problems.append("the folder outside was changed") }
            if row.expected.code != 0, !isLarge, row.mounts == nil, Self.portrait(fox) != before {
                problems.append("the volume was changed")
            }
            if row.expected.code == 0, row.mounts == nil {
                let audio = FileManager.default.contents(atPath: fox + "/audio.wav").map(Array.init)
                if audio != Scenario.wav(6000, 1) {
                    problems.append("the draft is not on the volume")
                }
                let now = Set(Self.portrait(fox))
                let lost = before.filter {
                    !$0.hasPrefix("audio.wav ") && !$0.hasPrefix("settings.txt ")
                        && !now.contains($0)
                }
                if !lost.isEmpty {
                    problems.append("changed what is not ours: \(lost.first ?? "")")
                }
            }
            if !problems.isEmpty {
                failures.append(
                    "\(row.name): \(problems.joined(separator: "; ")): \(outcome.text.prefix(300))")
            }
        }
        for name in skipped { print("hostile volumes: cannot be made here: \(name)") }
        print("hostile volumes: \(done) tried, \(skipped.count) skipped, \(failures.count) losses")
        #expect(done >= 40)
        for failure in failures { Issue.record("\(failure)") }
    }

    @Test("a folder on another device than the one that was checked is refused")
    func otherDevice() throws {
        let folder = try scratchFolder()
        let number = try Folder.status(folder).device
        _ = try PosixVolume(path: folder, device: number)
        let failure = #expect(throws: VolumeError.self) {
            try PosixVolume(path: folder, device: number + 1)
        }
        #expect(failure?.code == .otherVolume)
    }

    /// Ways to exchange a file between two operations.
    private static let exchanges: [(String, @Sendable (String, String) -> Void)] = [
        (
            "a link outside",
            { path, out in
                unlink(path); symlink(out + "/victim", path)
            }
        ),
        (
            "a hard link outside",
            { path, out in
                unlink(path); link(out + "/victim", path)
            }
        ),
        (
            "a FIFO",
            { path, _ in
                unlink(path); mkfifo(path, 0o644)
            }
        ),
        (
            "a folder",
            { path, _ in
                unlink(path); mkdir(path, 0o755)
            }
        ),
        ("nothing", { path, _ in unlink(path) }),
        (
            "other content",
            { path, _ in try? Data(Array("WIDTH=80\n".utf8)).write(to: URL(fileURLWithPath: path)) }
        ),
    ]

    @Test(
        "a file that is exchanged before any operation never leads outside",
        .timeLimit(.minutes(20)),
        arguments: ["settings.txt", "audio.wav", DeviceWriter.temporaryName], [true, false])
    func exchanged(_ name: String, withOpenat2: Bool) throws {
        var tries = 0
        var failures: [String] = []
        for (what, exchange) in Self.exchanges {
            for number in stride(from: 1, through: 200, by: isLong ? 1 : 3) {
                let root = try scratchFolder()
                defer { try? FileManager.default.removeItem(atPath: root) }
                let (fox, out) = (root + "/fox", root + "/out")
                for folder in [fox, out] {
                    try FileManager.default.createDirectory(
                        atPath: folder, withIntermediateDirectories: true)
                }
                let settings = Firmware.stock.factorySettings
                let victim = settings
                try Data(settings).write(to: URL(fileURLWithPath: fox + "/settings.txt"))
                try Data(Scenario.wav(300, 9)).write(to: URL(fileURLWithPath: fox + "/audio.wav"))
                try Data(victim).write(to: URL(fileURLWithPath: out + "/victim"))
                let outside = Self.portrait(out)
                let host = try SyncBench()
                defer { host.remove() }
                try host.setDraft([
                    "settings.txt": Scenario.settings(call: "K1ABC"),
                    "audio.wav": Scenario.wav(400, 1),
                ])
                let volume = FaultVolume(
                    try PosixVolume(path: fox, mayOpenBeneath: withOpenat2)
                ) { now in
                    if now == number { exchange(fox + "/" + name, out) }
                }
                let result = host.run(volume)
                if volume.count < number { break }
                tries += 1
                if Self.portrait(out) != outside {
                    failures.append("\(what) before \(number): outside")
                }
                if case .success(let report) = result, report.run.result == .running {
                    failures.append("\(what) before \(number): no result")
                }
                for folder in host.backups
                where verifiedBackup(host.path(ofBackup: folder)) == nil {
                    failures.append("\(what) before \(number): the backup does not verify")
                }
            }
        }
        let way = withOpenat2 ? "" : ", without openat2"
        print("exchange loop (\(name)\(way)): \(tries) tries, \(failures.count) losses")
        #expect(tries > 40)
        tell(failures)
    }

    @Test("a file that grows with every read ends at the limit")
    func growing() throws {
        let fox = try scratchFolder()
        let path = fox + "/settings.txt"
        try Data(Firmware.stock.factorySettings).write(to: URL(fileURLWithPath: path))
        let volume = FaultVolume(try PosixVolume(path: fox)) { _ in
            guard let file = fopen(path, "a") else { return }
            fputs(String(repeating: "\n", count: 70_000), file)
            fclose(file)
        }
        let failure = #expect(throws: SyncError.self) { try Recogniser.recognise(volume) }
        #expect(failure?.step == .recognise)
    }

    @Test("a file that shrinks while it is read is what was read, and a write notices")
    func shrinking() throws {
        let fox = try scratchFolder()
        let path = fox + "/settings.txt"
        try Data(Firmware.stock.factorySettings).write(to: URL(fileURLWithPath: path))
        let cut = Mutex(false)
        let volume = FaultVolume(try PosixVolume(path: fox)) { number in
            // Between the last look at it (settings.txt is read twice by then) and the write.
            if number == 10, !cut.withLock({ $0 }) {
                cut.withLock { $0 = true }
                truncate(path, 40)
            }
        }
        let host = try SyncBench()
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC")])
        let report = try host.run(volume).get()
        #expect(report.run.result == .failed)
        #expect(report.run.message.contains("settings.txt"))
        #expect(FileManager.default.contents(atPath: path)?.count == 40)
    }

    @Test("other bytes at the second read stop the run before anything is written")
    func otherBytes() throws {
        let base = MemoryVolume()
        try base.put("settings.txt", Firmware.stock.factorySettings)
        let image = base.medium
        let host = try SyncBench()
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC")])
        let counter = FaultVolume(MemoryVolume(image))
        _ = try SyncBench(copying: host).run(counter).get()
        let reads = counter.trace.indices.filter { counter.trace[$0].hasPrefix("read settings") }
        let second = try #require(reads.dropFirst().first)
        let volume = MemoryVolume(image)
        let report = try host.run(FaultVolume(volume, Fault(.lies, at: second + 1))).get()
        // What is read then is nobody's factory settings any more: it may be held for that alone.
        #expect([.failed, .held].contains(report.run.result))
        #expect(volume.medium == image)
    }
}
