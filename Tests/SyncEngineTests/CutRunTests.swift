// What a run that was cut leaves known of a fox: enough to go on, and nothing that nobody agreed to.
import Foundation
import FoxSystem
import PicoFox
import SyncEngine
import Testing
import VolumeKit

@Suite("What a cut run leaves known")
struct CutRunTests {
    private let rename = "rename foxsync.tmp to audio.wav"
    private let hunt = [
        "settings.txt": Scenario.settings(call: "K1FOX", megahertz: "146.52"),
        "audio.wav": Scenario.wav(700, 1),
    ]

    /// Somebody's fox, on which a person forced a draft, and the plug was pulled in its first file.
    private func forced() throws -> (host: SyncBench, fox: MemoryVolume) {
        let host = try SyncBench()
        try host.setDraft(hunt)
        let fox = MemoryVolume()
        try fox.put("settings.txt", Scenario.settings(call: "W1AW"))
        try fox.put("audio.wav", Scenario.wav(500, 9))
        try host.cut(fox, at: rename, SyncRun.Options(side: .draft))
        return (host, fox)
    }

    /// A factory-fresh fox that has got the draft, plugged in again.
    private func pushed() throws -> (host: SyncBench, fox: MemoryVolume) {
        let host = try SyncBench()
        try host.setDraft(hunt)
        let fox = MemoryVolume()
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        #expect(try host.run(fox).get().run.result == .pushed)
        return (host, MemoryVolume(fox.medium))
    }

    /// Its dry run and its run are held for what the words say, and write nothing.
    private func isHeld(
        _ host: SyncBench, _ fox: MemoryVolume, _ words: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        for isDry in [true, false] {
            let volume = MemoryVolume(fox.medium)
            let run = try host.run(volume, SyncRun.Options(dryRun: isDry)).get().run
            #expect(run.result == .held, "\(run.message)", sourceLocation: location)
            #expect(run.message.contains(words), "\(run.message)", sourceLocation: location)
            #expect(volume.medium == fox.medium, sourceLocation: location)
        }
    }

    @Test("another draft meets a stranger after it, until a person names that draft")
    func anotherDraft() throws {
        let (host, fox) = try forced()
        try FileManager.default.removeItem(atPath: host.places.drafts + "/hunt")
        try StateStore(path: host.places.database).assign(
            nil, to: SyncBench.device.id, byHand: true)
        let two = [
            "settings.txt": Scenario.settings(call: "N0NE"), "audio.wav": hunt["audio.wav"]!,
        ]
        try host.setDraft(two, named: "two")
        try isHeld(host, fox, "set up for W1AW, not for N0NE")
        let named = MemoryVolume(fox.medium)
        let run = try host.run(named, SyncRun.Options(draft: "two")).get().run
        #expect(run.result == .pushed, "\(run.message)")
        #expect(named.files.keys.filter(isTemporary).isEmpty)
    }

    @Test(
        "a fox that was forgotten after it is a stranger; what it left there stays fox-sync's own")
    func forgotten() throws {
        let (host, fox) = try forced()
        let copy = try SyncBench(copying: host)
        #expect(try copy.run(MemoryVolume(fox.medium)).get().run.result == .pushed)
        try StateStore(path: host.places.database).forget(SyncBench.device.id)
        try isHeld(host, fox, "set up for W1AW")
        let again = MemoryVolume(fox.medium)
        let run = try host.run(again, SyncRun.Options(side: .draft)).get().run
        #expect(run.result == .pushed, "\(run.message)")
        #expect(again.files.keys.filter(isTemporary).isEmpty)
    }

    @Test("a run that is cut after its fox was forgotten counts again")
    func afterForgetting() throws {
        let (host, fox) = try forced()
        let store = try StateStore(path: host.places.database)
        try store.forget(SyncBench.device.id)
        let volume = MemoryVolume(fox.medium)
        try host.cut(volume, at: rename, SyncRun.Options(side: .draft))
        let run = try host.run(MemoryVolume(volume.medium)).get().run
        #expect(run.result == .pushed, "\(run.message)")
    }

    @Test("an edit that is made after a pull is an edit, whatever an older cut run was to do")
    func editAfterPull() throws {
        let (host, first) = try pushed()
        var fox = first
        let settings = fox.files["settings.txt"] ?? nil
        try host.setDraft([
            "settings.txt": Scenario.settings(call: "K1FOX", megahertz: "146.7"),
            "audio.wav": Scenario.wav(900, 2),
        ])
        try host.cut(fox, at: rename)
        // Somebody edits the fox, and that is pulled.
        fox = MemoryVolume(fox.medium)
        try fox.put("settings.txt", Scenario.settings(call: "K1FOX", megahertz: "145.3"))
        let pull = SyncRun.Options(draft: "hunt", side: .device, replacesEdits: true)
        #expect(try host.run(fox, pull).get().run.result == .pulled)
        // Then it is edited again, to what the cut run had found.
        fox = MemoryVolume(fox.medium)
        try fox.put("settings.txt", settings)
        try isHeld(host, fox, "FREQ_MHZ")
    }

    @Test("where the draft is as it was again, only its left-over is removed, and the run says so")
    func leftOverOnly() throws {
        let (host, fox) = try pushed()
        var edited = hunt
        edited["audio.wav"] = Scenario.wav(900, 2)
        try host.setDraft(edited)
        try host.cut(fox, at: rename)
        try host.setDraft(hunt)
        let report = try host.run(MemoryVolume(fox.medium)).get()
        #expect(report.run.result == .pushed)
        #expect(report.run.message == "the draft is on the fox already; a left-over was removed")
    }

    @Test("its entry says what follows: the rest at the next contact, or nothing by itself")
    func wordsOfTheLog() throws {
        let host = try SyncBench()
        let store = try StateStore(path: host.places.database)
        try store.saw(SyncBench.device, at: .now)
        let kinds: [(RunRecord.Kind, StepRecord.State, String)] = [
            (.sync, .begun, "finished at the next contact"),
            (.sync, .planned, "nothing was written to the fox"),
            (.restore, .begun, "does not go on by itself"),
            (.restore, .planned, "nothing was written to the fox"),
        ]
        for (number, kind) in kinds.enumerated() {
            var run = RunRecord(
                id: "cut0000\(number)", kind: kind.0, volume: "/media/fox", started: .now)
            run.device = SyncBench.device.id
            let step = StepRecord(
                file: "audio.wav", action: "create", why: "new", from: nil,
                to: FileContent(of: [1]), state: kind.1)
            try store.begin(run, steps: [step])
        }
        // The next run finds them.
        try host.setDraft(hunt)
        let fox = MemoryVolume()
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        _ = try host.run(fox).get()
        let runs = try store.runs(RunQuery()).reversed()
        #expect(runs.count == kinds.count + 1)
        for (run, kind) in zip(runs, kinds) {
            #expect(run.result == .interrupted)
            #expect(run.message.contains(kind.2), "\(run.message)")
        }
    }
}
