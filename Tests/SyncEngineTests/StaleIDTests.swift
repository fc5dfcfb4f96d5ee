// The Morse ID that a fox goes on sending, since its firmware does not notice what was changed.
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("A stale Morse ID")
struct StaleIDTests {
    private let host: SyncBench
    private let slow = Scenario.settings(call: "K1FOX", wpm: 15)
    /// The same sum of bytes.
    private let fast = Scenario.settings(call: "K1FOX", wpm: 24)

    init() throws { host = try SyncBench() }

    /// A stock fox that has the draft, and has made its ID since.
    private func synced() throws -> MemoryVolume {
        let fox = MemoryVolume()
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        try host.setDraft(["settings.txt": slow])
        #expect(try host.run(fox).get().run.result == .pushed)
        try fox.put(".callsign.wav", Scenario.wav(100, 1))
        return fox
    }

    private func stale(_ report: RunReport) -> [String] {
        report.run.warnings.filter { $0.contains("the Morse ID on the fox") }
    }

    @Test("an edit that keeps the sum and is in the draft, too, is told, and nothing is written")
    func converged() throws {
        let fox = try synced()
        try fox.put("settings.txt", fast)
        try fox.syncAll()
        try host.setDraft(["settings.txt": fast])
        let volume = MemoryVolume(fox.medium)
        let report = try host.run(volume).get()
        #expect(report.run.result == .converged)
        #expect(stale(report).count == 1, "\(report.run.warnings)")
        #expect(stale(report).first?.contains("MORSE_WPM") == true)
        #expect(stale(report).first?.contains("delete .callsign.wav from the fox") == true)
        #expect(volume.medium == fox.medium)
        #expect(stale(try host.run(MemoryVolume(fox.medium)).get()).isEmpty)
    }

    @Test("so is one that is pulled; an edit that changes the sum is none, nor one without an ID")
    func pulled() throws {
        for (settings, hasID, isTold) in [
            (fast, true, true), (Scenario.settings(call: "K1FOX", wpm: 25), true, false),
            (fast, false, false), (slow, true, false),
        ] {
            let fox = try synced()
            try fox.put("settings.txt", settings)
            if !hasID { try fox.put(".callsign.wav", nil) }
            try fox.syncAll()
            let pull = SyncRun.Options(draft: "hunt", side: .device)
            let report = try host.run(MemoryVolume(fox.medium), pull).get()
            #expect(report.run.result == .pulled, "\(report.run.message)")
            #expect(stale(report).isEmpty != isTold, "\(report.run.warnings)")
        }
    }

    @Test("a draft for stock on a kc9mne fox takes that fox's ID away when its speed changes")
    func otherFirmware() throws {
        var fox = MemoryVolume()
        try fox.put("settings.txt", Firmware.kc9mne.factorySettings)
        for number in 1...11 { try fox.put("audio\(number).wav", Scenario.wav(90, 1)) }
        try host.setDraft(["settings.txt": slow])
        let forced = SyncRun.Options(side: .draft)
        #expect(try host.run(fox, forced).get().run.result == .pushed)
        try fox.put("callsign.wav", Scenario.wav(100, 1))
        try fox.syncAll()
        fox = MemoryVolume(fox.medium)
        try host.setDraft(["settings.txt": fast])
        let report = try host.run(fox, forced).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(report.steps.map(\.file) == ["callsign.wav", "settings.txt"])
        #expect(fox.files["callsign.wav"] == nil)
    }
}
