// Keys that the fox's firmware knows and the draft's does not: edited on the fox, they are an edit.
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Keys of another firmware")
struct OtherKeysTests {
    private static let forced = SyncRun.Options(side: .draft)

    private let host: SyncBench
    private let fox = MemoryVolume()

    init() throws { host = try SyncBench() }

    /// A fox that was synced with a draft for stock, and plugged in again with other settings.
    private func synced(_ firmware: Firmware, then settings: [UInt8]) throws -> MemoryVolume {
        try fox.put("settings.txt", firmware.factorySettings)
        try fox.syncAll()
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1FOX")])
        let report = try host.run(fox, Self.forced).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(report.run.facts.guess == firmware.id)
        try fox.put("settings.txt", settings)
        try fox.syncAll()
        return MemoryVolume(fox.medium)
    }

    private func with(_ line: String, call: String = "K1FOX") -> [UInt8] {
        Array(line.utf8) + [10] + Scenario.settings(call: call)
    }

    private func setDraft(_ settings: [UInt8]? = nil) throws {
        try host.setDraft([
            "settings.txt": settings ?? Scenario.settings(call: "K1FOX", megahertz: "147.1")
        ])
    }

    /// A push that only waits since the fox has another firmware, and not for an edit.
    private func isNoEdit(
        _ fox: MemoryVolume, at location: SourceLocation = #_sourceLocation
    ) throws -> RunReport {
        let run = try host.run(MemoryVolume(fox.medium)).get().run
        #expect(run.message.hasPrefix("the fox looks like"), sourceLocation: location)
        let report = try host.run(fox, Self.forced).get()
        #expect(
            report.run.result == .pushed, "\(report.run.message)", sourceLocation: location)
        return report
    }

    private static func notes(_ report: RunReport) -> [String] {
        report.run.warnings.filter { $0.contains("FOX_NUMBER") && $0.contains("this push") }
    }

    @Test("a key that was edited on the fox is held, though the draft's firmware does not know it")
    func edited() throws {
        let own = with("FOX_NUMBER=4")
        let fox = try synced(.jf9som, then: own)
        #expect(try host.run(fox).get().run.result == .upToDate)
        try setDraft()
        for isDry in [true, false] {
            let fox = MemoryVolume(fox.medium)
            let report = try host.run(fox, SyncRun.Options(dryRun: isDry)).get()
            #expect(report.run.result == .held, "\(report.run.message)")
            #expect(
                report.run.message.hasPrefix(
                    "edited on the fox since the last sync: settings.txt (FOX_NUMBER), as jf9som"
                        + " reads it; the fox looks like jf9som, which would read"),
                "\(report.run.message)")
            #expect(
                report.run.next
                    == ["merge", "draft", "device --force"].map {
                        "fox-sync resolve \(SyncBench.device.id) --keep \($0)"
                    })
            #expect(report.plan?.files.map(\.action) == [.hold])
            #expect(report.plan?.files.map(\.why) == ["edited on the fox"])
            #expect(
                report.plan?.files.first?.changes.contains(
                    SettingChange(key: "FOX_NUMBER", from: "4", to: "1")) == true)
            #expect(fox.files["settings.txt"] == own)
        }
        let forced = try host.run(MemoryVolume(fox.medium), SyncRun.Options(side: .draft)).get()
        #expect(forced.run.result == .pushed, "\(forced.run.message)")
        #expect(Self.notes(forced).first?.contains("FOX_NUMBER 4 → 1") == true)
    }

    @Test("what nobody edited is no edit, and told where the push changes it")
    func unedited() throws {
        try fox.put("settings.txt", with("FOX_NUMBER=4"))
        try fox.syncAll()
        try setDraft()
        for isDry in [true, false] {
            let volume = MemoryVolume(fox.medium)
            let report = try host.run(volume, SyncRun.Options(dryRun: isDry, side: .draft)).get()
            #expect(report.run.result == .pushed, "\(report.run.message)")
            #expect(Self.notes(report).count == 1, "\(report.run.warnings)")
        }
    }

    @Test("what comes to the same on the air is neither an edit nor told of")
    func sameOnTheAir() throws {
        let text = String(decoding: Scenario.settings(call: "K1FOX"), as: UTF8.self)
        let own = text.replacing("FARNSWORTH_WPM=15", with: "FARNSWORTH_WPM=12")
        let fox = try synced(.jf9som, then: Array(own.utf8) + Array("FOX_NUMBER=1\n".utf8))
        try setDraft()
        let report = try isNoEdit(fox)
        #expect(!report.run.warnings.contains { $0.contains("this push") })
    }

    @Test("what the firmware of the fox adds, fills in, corrects or resets is nobody's edit")
    func firmware() throws {
        let jf9som = try synced(.jf9som, then: with("FOX_NUMBER=1"))
        try setDraft()
        let report = try isNoEdit(jf9som)
        #expect(Self.notes(report).isEmpty)
        // Reset: its number is the factory's again.
        try jf9som.put("settings.txt", Firmware.jf9som.factorySettings)
        try jf9som.syncAll()
        _ = try isNoEdit(MemoryVolume(jf9som.medium))
    }

    @Test("settings that pacificon wrote anew at its start are nobody's edit")
    func rewritten() throws {
        /// As its firmware writes what it reads: every key, in its own words.
        func boot(_ settings: [UInt8]) -> String {
            let values = EffectiveSettings.read(settings, as: .pacificon).values
            return Firmware.pacificon.keys.map {
                "\($0.name)=\(values[$0.name]?.settingsText ?? "ROBOT36")\n"
            }.joined()
        }
        let text = boot(Scenario.settings(call: "K1FOX"))
        let fox = try synced(.pacificon, then: Array(text.utf8))
        try setDraft()
        _ = try isNoEdit(fox)
        // A switch that somebody turned is one.
        let turned = boot((fox.files["settings.txt"] ?? nil) ?? [])
            .replacing("VOICE_ENABLE=1", with: "VOICE_ENABLE=0")
        try fox.put("settings.txt", Array(turned.utf8))
        try fox.syncAll()
        try setDraft(Scenario.settings(call: "K1FOX", megahertz: "147.2"))
        let held = try host.run(MemoryVolume(fox.medium)).get()
        #expect(
            held.run.message.contains("settings.txt (VOICE_ENABLE), as pacificon reads it"),
            "\(held.run.message)")
    }

    @Test("an edit stays one through runs that do not write settings", arguments: [false, true])
    func remembered(isEditedAlike: Bool) throws {
        var fox = try synced(.jf9som, then: with("FOX_NUMBER=4"))
        var draft = [
            "settings.txt": Scenario.settings(call: "K1FOX"), "audio.wav": Scenario.wav(300, 1),
        ]
        if isEditedAlike {
            let alike = Scenario.settings(call: "K1FOX", megahertz: "146.6")
            try fox.put("settings.txt", Array("FOX_NUMBER=4\n".utf8) + alike)
            draft = ["settings.txt": alike]
        }
        try host.setDraft(draft)
        let other = try host.run(fox, isEditedAlike ? SyncRun.Options() : Self.forced).get()
        #expect(other.run.result == (isEditedAlike ? .converged : .pushed), "\(other.run.message)")
        try fox.syncAll()
        fox = MemoryVolume(fox.medium)
        #expect(try host.run(fox).get().run.result == .upToDate)
        draft["settings.txt"] = Scenario.settings(call: "K1FOX", megahertz: "147.1")
        try host.setDraft(draft)
        let held = try host.run(fox).get()
        #expect(held.run.message.contains("settings.txt (FOX_NUMBER)"), "\(held.run.message)")
    }

    @Test("a merge takes the key into the draft; one that both sides edited is a conflict")
    func merged() throws {
        let own = with("FOX_NUMBER=4")
        let fox = try synced(.jf9som, then: own)
        let draft = Scenario.settings(call: "K1FOX", megahertz: "147.1")
        try setDraft(draft + Array("FOX_NUMBER=2\n".utf8))
        let both = try host.run(
            MemoryVolume(fox.medium), SyncRun.Options(side: .merge)
        ).get()
        #expect(both.run.message == "changed on both sides, differently: FOX_NUMBER")
        try setDraft(draft)
        let report = try host.run(fox, SyncRun.Options(side: .merge)).get()
        #expect(report.plan?.files.first?.why == "FOX_NUMBER 1 → 4")
        // It is in the draft, which only has to be said to be for the fox's firmware.
        #expect(report.run.result == .held, "\(report.run.message)")
        #expect(report.run.next.first == "fox-sync draft set hunt --firmware jf9som")
        try StateStore(path: host.places.database).set(
            DraftOptions(firmware: "jf9som"), of: "hunt")
        let last = try host.run(fox, SyncRun.Options(side: .merge)).get()
        #expect(last.run.result == .pushed, "\(last.run.message)")
        let now = (fox.files["settings.txt"] ?? nil) ?? []
        let effective = EffectiveSettings.read(now, as: .jf9som)
        #expect(effective.values["FOX_NUMBER"]?.number == 4 && effective.hertz == 147_100_000)
        #expect(try host.run(MemoryVolume(fox.medium)).get().run.result == .upToDate)
    }
}
