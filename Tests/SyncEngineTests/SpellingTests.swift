// Names that the fox has in another letter case: what some firmwares would delete at their next start.
import FoxSystem
import PicoFox
import SyncEngine
import Testing
import VolumeKit

@Suite("Names in another letter case")
struct SpellingTests {
    private static let wav = Scenario.wav(1200, 1)
    private static let text = Scenario.settings(call: "K1ABC")

    /// A fox with these names, to which the draft was synced under the right ones, if at all.
    private func fox(
        _ firmware: Firmware, _ names: [String], isSynced: Bool = true, comment: Int = 0
    ) throws -> (host: SyncBench, volume: MemoryVolume) {
        let host = try SyncBench()
        let volume = MemoryVolume(FATImage(clusters: 400))
        let text = Scenario.settings(call: "K1ABC", comment: comment)
        try host.setDraft(["settings.txt": text, "audio.wav": Self.wav], firmware: firmware)
        try volume.put("settings.txt", firmware.factorySettings)
        if isSynced { #expect(try host.run(volume).get().run.result == .pushed) }
        for (name, bytes) in volume.files {
            guard let spelled = names.first(where: { $0.lowercased() == name }) else { continue }
            try volume.put(name, nil)
            try volume.put(spelled, bytes)
        }
        volume.endProcess()
        return (host, volume)
    }

    @Test(
        "a push ends with exactly the names that every firmware accepts",
        arguments: ["stock", "stock-r2"], [0, 500])
    func push(_ id: String, comment: Int) throws {
        let firmware = try #require(Firmware.named(id))
        let (host, volume) = try fox(firmware, ["SETTINGS.TXT", "Audio.wav"], comment: comment)
        let new = Scenario.settings(call: "K1ABC", megahertz: "146.700", comment: comment)
        try host.setDraft(["settings.txt": new, "audio.wav": Self.wav], firmware: firmware)
        let report = try host.run(volume).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(volume.files.keys.sorted() == ["audio.wav", "settings.txt"])
        #expect(volume.files["settings.txt"] == .some(new))
        #expect(MemoryVolume(volume.medium).files == volume.files)
        let whys = report.steps.map { "\($0.file): \($0.action): \($0.why)" }
        #expect(whys.first == "audio.wav: rename: named Audio.wav on the fox")
        #expect(whys.last?.hasSuffix("; named SETTINGS.TXT on the fox") == true, "\(whys)")
        volume.endProcess()
        #expect(try host.run(volume).get().run.result == .upToDate)
    }

    @Test("a first push goes onto SETTINGS.TXT under the right name")
    func firstPush() throws {
        let (host, volume) = try fox(.stockR2, ["SETTINGS.TXT"], isSynced: false)
        #expect(try host.run(volume).get().run.result == .pushed)
        #expect(volume.files.keys.contains("settings.txt"))
        #expect(!volume.files.keys.contains("SETTINGS.TXT"))
    }

    @Test("a firmware that compares by case is up to date only under the right names")
    func nameAlone() throws {
        let (host, volume) = try fox(.stockR2, ["settings.txt", "AUDIO.WAV"])
        let report = try host.run(volume, SyncRun.Options(dryRun: true)).get()
        #expect(report.plan?.steps.map(\.action) == [.rename])
        #expect(report.plan?.bytes == 0)
        let counter = FaultVolume(volume)
        let run = try host.run(counter).get().run
        #expect(run.result == .pushed)
        #expect(run.files == 1 && run.bytes == 0)
        #expect(!counter.trace.contains { $0.hasPrefix("write") }, "the content is not written")
        #expect(volume.files.keys.sorted() == ["audio.wav", "settings.txt"])
        volume.endProcess()
        #expect(try host.run(volume).get().run.result == .upToDate)
    }

    @Test("a firmware that takes any letter case is left alone when nothing else is to do")
    func anyCase() throws {
        let (host, volume) = try fox(.stock, ["Settings.txt", "AUDIO.WAV"])
        let before = volume.medium
        #expect(try host.run(volume).get().run.result == .upToDate)
        #expect(volume.medium == before)
    }

    @Test("a volume that is nearly full has room for a rename")
    func full() throws {
        let (host, volume) = try fox(.stockR2, ["Audio.wav"])
        let space = try volume.space()
        try volume.put("full.doc", [UInt8](repeating: 1, count: space.freeUnits * space.unit))
        #expect(try host.run(volume).get().run.result == .pushed)
        #expect(volume.files.keys.contains("audio.wav"))
    }

    @Test(
        "a program that is killed between the two renames loses nothing",
        arguments: ["Settings.txt", "Audio.wav"])
    func killed(_ spelled: String) throws {
        let (host, volume) = try fox(.stockR2, [spelled])
        // The second rename and the way back fail, and so does all that follows.
        let counter = FaultVolume(MemoryVolume(volume.medium))
        _ = try SyncBench(copying: host).run(counter).get()
        let index = try #require(
            counter.trace.firstIndex(of: "rename foxsync.tmp to \(spelled.lowercased())"))
        _ = host.run(FaultVolume(volume, Fault(.fails(.notPermitted), at: index + 1, lasts: true)))
        volume.endProcess()
        #expect(volume.files.keys.contains("foxsync.tmp"))
        #expect(!volume.files.keys.contains(spelled))
        let run = try host.run(volume).get().run
        #expect(run.result == .pushed, "\(run.message)")
        #expect(volume.files.keys.sorted() == ["audio.wav", "settings.txt"])
        #expect(volume.files["audio.wav"] == .some(Self.wav))
        #expect(volume.files["settings.txt"] == .some(Self.text))
    }

    @Test("settings under a temporary name come back before another file needs that name")
    func settingsFirst() throws {
        let (host, volume) = try fox(.stockR2, ["Settings.txt"])
        let counter = FaultVolume(MemoryVolume(volume.medium))
        _ = try SyncBench(copying: host).run(counter).get()
        let index = try #require(counter.trace.firstIndex(of: "rename foxsync.tmp to settings.txt"))
        _ = host.run(FaultVolume(volume, Fault(.fails(.notPermitted), at: index + 1, lasts: true)))
        volume.endProcess()
        let audio = Scenario.wav(900, 5)
        try host.setDraft(["settings.txt": Self.text, "audio.wav": audio], firmware: .stockR2)
        let run = try host.run(volume).get().run
        #expect(run.result == .pushed, "\(run.message)")
        #expect(
            volume.files.compactMapValues { $0 }
                == ["settings.txt": Self.text, "audio.wav": audio])
    }

    @Test("a name whose new entry lies in another sector is right at the end, too")
    func acrossSectors() throws {
        let host = try SyncBench()
        let volume = MemoryVolume(FATImage(clusters: 400))
        for number in 0..<17 { try volume.put("g\(number)", [1]) }
        try volume.put("Settings.txt", Firmware.stockR2.factorySettings)
        try volume.put("AUDIO.WAV", Self.wav)
        for number in 0..<12 { try volume.put("g\(number)", nil) }
        try host.setDraft(
            ["settings.txt": Self.text, "audio.wav": Self.wav], firmware: .stockR2)
        let run = try host.run(volume).get().run
        #expect(run.result == .pushed, "\(run.message)")
        #expect(volume.files["settings.txt"] == .some(Self.text))
        #expect(volume.files["audio.wav"] == .some(Self.wav))
        #expect(volume.files.count == 7)
        #expect(MemoryVolume(volume.medium).files == volume.files)
        #expect(volume.medium.damage.isEmpty)
        volume.endProcess()
        #expect(try host.run(volume).get().run.result == .upToDate)
    }
}
