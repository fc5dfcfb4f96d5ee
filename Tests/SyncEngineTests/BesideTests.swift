// What a fox keeps beside its draft is played, too: the run must not say that it was not there.
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Audio that a fox keeps beside its draft")
struct BesideTests {
    private let settings = Scenario.settings(call: "K1ABC")

    /// A first push of a draft onto a factory fox with some files of its own.
    private func push(
        _ draft: [String: [UInt8]], over files: [String: [UInt8]], _ firmware: Firmware = .stock
    ) throws -> RunReport {
        let host = try SyncBench()
        try host.setDraft(draft, firmware: firmware)
        let volume = MemoryVolume()
        try volume.put("settings.txt", firmware.factorySettings)
        for (name, bytes) in files { try volume.put(name, bytes) }
        let report = try host.run(volume).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        return report
    }

    @Test("somebody's audio.wav is named, and counts for the cycle")
    func named() throws {
        let wav = Scenario.wav(10_000, 1)
        let report = try push(["settings.txt": settings], over: ["audio.wav": wav])
        let words = report.run.warnings
        #expect(
            words.contains(
                "audio.wav on the fox is not from the draft, stays, and is played (2.0 s)"),
            "\(words)")
        #expect(!words.contains { $0.contains("factory audio") })
        #expect(!report.findings.contains { $0.code == CheckCode.audioMissing.rawValue })
        let own = try push(["settings.txt": settings, "audio.wav": wav], over: [:])
        #expect(report.run.facts.inDraft?.cycle == own.run.facts.inDraft?.cycle)
        #expect(report.run.facts.inDraft?.cycle != nil)
        #expect(report.run.facts.onFox == report.run.facts.inDraft)
    }

    @Test("the firmware's own audio is the factory audio, and is called that")
    func factory() throws {
        let report = try push(["settings.txt": settings], over: ["audio.wav": Scene.factoryAudio])
        #expect(report.run.warnings.contains { $0.contains("factory audio") })
        #expect(!report.run.warnings.contains { $0.contains("not from the draft") })
    }

    @Test("what fills a place of a sequence is not missing there")
    func sequence() throws {
        let report = try push(
            ["settings.txt": settings, "audio1.wav": Scenario.wav(900, 1)],
            over: ["audio2.wav": Scenario.wav(5000, 2)], .kc9mne)
        let gaps = report.run.warnings.filter { $0.contains("would be the factory audio") }
        #expect(gaps.count == 1, "\(report.run.warnings)")
        #expect(gaps.allSatisfy { $0.contains("audio3.wav") && !$0.contains("audio2.wav") })
        #expect(report.run.warnings.contains { $0.hasPrefix("audio2.wav on the fox") })
    }
}
