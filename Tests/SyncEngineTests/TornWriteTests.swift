// Flash that was torn while a run wrote it: what is finished by itself, and what a person decides.
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Torn writes")
struct TornWriteTests {
    private let old = Scenario.settings(call: "K1FOX", megahertz: "146.520")
    private let new = Scenario.settings(call: "K1FOX", megahertz: "145.300")
    private let erased = UInt8(0xFF)

    private func torn(_ bytes: [UInt8], after count: Int, upTo length: Int? = nil) -> [UInt8] {
        let all = length ?? bytes.count
        return Array(bytes.prefix(count)) + [UInt8](repeating: erased, count: all - count)
    }

    // MARK: The judgement

    @Test("every place at which a sector of old or new bytes can be torn is known for what it is")
    func sectors() {
        for count in 0...new.count {
            for side in [old, new] {
                let now = torn(side, after: count)
                #expect(TornWrite.explains(now, old: old, new: new, isPadded: true))
            }
            #expect(TornWrite.explains(torn(new, after: count), old: nil, new: new, isPadded: true))
        }
        let zeros = [UInt8](repeating: 0, count: new.count)
        #expect(TornWrite.explains(zeros, old: nil, new: new, isPadded: true))
    }

    @Test("sectors of a large file are judged one by one")
    func large() {
        let (old, new) = (Scenario.wav(1500, 1), Scenario.wav(1500, 2))
        var now = new
        now.replaceSubrange(512..<1024, with: old[512..<1024])
        now.replaceSubrange(1024..<2048, with: [UInt8](repeating: erased, count: 1024))
        now.replaceSubrange(2100..<2560, with: [UInt8](repeating: erased, count: 460))
        #expect(TornWrite.explains(now, old: old, new: new, isPadded: false))
        #expect(!TornWrite.explains(now, old: nil, new: new, isPadded: false))
        now[2070] ^= 1
        #expect(!TornWrite.explains(now, old: old, new: new, isPadded: false))
    }

    @Test(
        "old text that was made longer by newlines is torn, too; another length is somebody's edit")
    func lengths() {
        let long = new + Array("NOTE=more\n".utf8)
        let grown = torn(old, after: 64, upTo: long.count)
        #expect(TornWrite.explains(grown, old: old, new: long, isPadded: true))
        #expect(!TornWrite.explains(grown, old: old, new: long, isPadded: false))
        #expect(
            !TornWrite.explains(torn(old, after: 64, upTo: 99), old: old, new: new, isPadded: true))
        #expect(
            !TornWrite.explains(
                Array(new.dropLast(20)), old: old, new: new, isPadded: true))
        #expect(!TornWrite.explains(old, old: nil, new: nil, isPadded: true))
        #expect(!TornWrite.explains([], old: nil, new: new, isPadded: true))
    }

    @Test("one byte that is neither old, new nor erased may be somebody's")
    func edited() {
        for place in 0..<new.count where old[place] == new[place] {
            var now = new
            now[place] ^= 0x20
            #expect(!TornWrite.explains(now, old: old, new: new, isPadded: true), "\(place)")
        }
    }

    // MARK: The next contact

    /// A fox that has a draft; the run that pushed another one was cut while it wrote settings.txt.
    private func cut(
        _ settings: [UInt8], from first: [UInt8]? = nil
    ) throws -> (host: SyncBench, fox: MemoryVolume) {
        let host = try SyncBench()
        let fox = MemoryVolume()
        try fox.put("settings.txt", first ?? Firmware.stock.factorySettings)
        if first != nil {
            try host.setDraft(["settings.txt": first ?? []])
            #expect(try host.run(fox).get().run.result != .held)
        }
        try host.setDraft(["settings.txt": settings])
        try host.cut(fox, at: "write settings.txt")
        return (host, MemoryVolume(fox.medium))
    }

    private func plug(_ fox: MemoryVolume, _ settings: [UInt8]) throws -> MemoryVolume {
        try fox.put("settings.txt", settings)
        try fox.syncAll()
        return MemoryVolume(fox.medium)
    }

    @Test(
        "the beginning of the new text is never taken for the draft, though its keys mean the same")
    func meansTheSame() throws {
        let (host, cut) = try cut(new, from: old)
        let now = torn(new, after: 64)
        let read = { EffectiveSettings.read($0, as: .stock) }
        #expect(read(now) == read(new))
        let fox = try plug(cut, now)
        let report = try host.run(fox).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(
            report.plan?.steps.map(\.why) == ["neither as it was nor as a cut run was to write it"])
        #expect(fox.files["settings.txt"] == new)
        #expect(try host.base()?.files["settings.txt"]?.settings == new)
        #expect(try host.run(MemoryVolume(fox.medium)).get().run.result == .upToDate)
    }

    @Test(
        "a torn file whose keys mean something else is finished by itself", arguments: [40, 64, 90])
    func meansSomethingElse(count: Int) throws {
        let goal = Scenario.settings(call: "K1FOX", megahertz: "145.300", wpm: 12)
        let (host, cut) = try cut(goal, from: old)
        let fox = try plug(cut, torn(goal, after: max(count, 50)))
        let report = try host.run(fox).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(fox.files["settings.txt"] == goal)
    }

    @Test("so is the first push of a fox, whose old text only the backup has")
    func firstPush() throws {
        let goal = Scenario.settings(call: "K1FOX", megahertz: "145.300", comment: 40)
        let (host, cut) = try cut(goal)
        let factory = Firmware.stock.factorySettings
        let fox = try plug(cut, torn(factory, after: 64, upTo: goal.count))
        let report = try host.run(fox).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(fox.files["settings.txt"] == goal)
    }

    @Test("what may be an edit is held, and the draft's side brings it back")
    func held() throws {
        let goal = Scenario.settings(call: "K1FOX", megahertz: "145.300", wpm: 12)
        let (host, cut) = try cut(goal, from: old)
        var now = torn(goal, after: 70)
        now[9] = UInt8(ascii: "W")
        let fox = try plug(cut, now)
        let report = try host.run(fox).get()
        #expect(report.run.result == .held)
        #expect(report.run.message.hasPrefix("neither what it was nor"), "\(report.run.message)")
        #expect(report.run.next.contains { $0.hasSuffix("--keep draft") })
        #expect(fox.files["settings.txt"] == now)
        let forced = try host.run(fox, SyncRun.Options(side: .draft)).get()
        #expect(forced.run.result == .pushed, "\(forced.run.message)")
        #expect(fox.files["settings.txt"] == goal)
    }

    @Test("a firmware that wrote its settings again after a cut run causes no hold")
    func rewritten() throws {
        let (host, cut) = try cut(new, from: old)
        for text in [old, new] {
            let values = EffectiveSettings.read(text, as: .stock).values
            let lines = Firmware.stock.keys.compactMap { rule in
                values[rule.name].map { "NOTE=a key\n\(rule.name)=\($0.settingsText)\n" }
            }
            let copy = try SyncBench(copying: host)
            let fox = try plug(MemoryVolume(cut.medium), Array(lines.joined().utf8))
            let report = try copy.run(fox).get()
            #expect(report.run.result == .pushed, "\(report.run.message)")
        }
    }

    @Test("a draft that was changed since is not known: the torn file is held, or means the old")
    func changedDraft() throws {
        let (host, cut) = try cut(new, from: old)
        let fox = try plug(cut, torn(new, after: 64))
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1FOX", megahertz: "147.1")])
        let report = try host.run(fox).get()
        #expect(report.run.result == .held, "\(report.run.message)")
        let forced = try host.run(fox, SyncRun.Options(side: .draft)).get()
        #expect(forced.run.result == .pushed, "\(forced.run.message)")
    }
}
