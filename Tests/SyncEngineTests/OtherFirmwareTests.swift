// Drafts for another firmware than the fox has: what is held, what is said, and what stays known.
import Foundation
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Drafts for another firmware")
struct OtherFirmwareTests {
    private static let text = """
        CALLSIGN=K1FOX
        ITU_ZONE=2
        # channel 3
        FREQ_MHZ=145.30
        VOICE_ENABLE=1

        """
    private static let note = "but the fox looks like stock"

    private let host: SyncBench
    private let fox = MemoryVolume()

    init() throws {
        host = try SyncBench()
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        try fox.syncAll()
    }

    /// The same fox, plugged in again.
    private func again(_ volume: MemoryVolume) throws -> MemoryVolume {
        try volume.syncAll()
        return MemoryVolume(volume.medium)
    }

    private func setDraft(_ text: String) throws {
        try host.setDraft(["settings.txt": Array(text.utf8)], firmware: .pacificon)
    }

    private func isNoted(_ report: RunReport) -> Bool {
        report.run.warnings.contains { $0.contains(Self.note) }
    }

    @Test("settings that the fox would read otherwise are held before anything is written")
    func held() throws {
        try setDraft(Self.text)
        for isDry in [true, false, false] {
            let volume = try again(fox)
            let report = try host.run(volume, SyncRun.Options(dryRun: isDry)).get()
            #expect(report.run.result == .held)
            #expect(report.run.message.contains("looks like stock"), "\(report.run.message)")
            #expect(report.run.message.contains("frequency 145.300 → 146.565 MHz"))
            #expect(
                report.run.next == [
                    "fox-sync draft set hunt --firmware stock",
                    "fox-sync sync --volume /media/fox --force",
                ])
            #expect(report.plan?.steps.isEmpty == true && report.steps.isEmpty)
            #expect(report.plan?.files.map(\.action) == [.hold])
            #expect(isNoted(report))
            #expect(volume.files["settings.txt"] == Firmware.stock.factorySettings)
        }
        #expect(try host.base() == nil)
    }

    @Test(
        "a fox that would be silent is held as one on another frequency is",
        arguments: [
            (
                "# my fox\nCALLSIGN=K1FOX\nFREQ_MHZ=146.565\nITU_ZONE=2\n",
                "off the air, as there is no callsign"
            ),
            ("CALLSIGN=K1FOX\nFREQ_MHZ=144.015\nITU_ZONE=2\n", "off the air, as 144.015 MHz is"),
        ])
    func otherReadings(_ text: String, _ words: String) throws {
        try setDraft(text)
        let report = try host.run(fox).get()
        #expect(report.run.result == .held)
        #expect(report.run.message.contains(words), "\(report.run.message)")
    }

    /// A draft for a firmware on a fresh fox of another, and what is said of the push.
    struct Pair: Sendable {
        let draft: Firmware
        let fox: Firmware
        var lines = ""
        var audio: [String] = []
        /// What is held, in words; none where it is pushed.
        var words: [String] = []
    }

    @Test(
        "a draft is held when the fox would do something else on the air, and pushed when not",
        arguments: [
            Pair(draft: .stock, fox: .stockR2),
            Pair(draft: .stock, fox: .stockR2, audio: ["audio.wav"]),
            Pair(draft: .stockR2, fox: .stock, audio: ["audio.wav"]),
            Pair(draft: .kc9mne, fox: .stock),
            Pair(
                draft: .stock, fox: .stockR2, lines: "ATTENUATION=40\n",
                words: ["attenuation 40 → 0"]),
            Pair(
                draft: .jf9som, fox: .stock, lines: "FOX_NUMBER=1\n",
                words: ["ID MOEK1FOX → K1FOX", "on the air 12 s of 60 s → "]),
            Pair(draft: .stock, fox: .jf9som, words: ["ID K1FOX → MOEK1FOX"]),
            Pair(
                draft: .kc9mne, fox: .stock, audio: (1...11).map { "audio\($0).wav" },
                words: ["sound audio1.wav, audio2.wav, audio3.wav and 8 more → factory audio"]),
            Pair(
                draft: .stock, fox: .kc9mne, audio: ["audio.wav"],
                words: ["sound audio.wav → factory audio"]),
            Pair(
                draft: .pacificon, fox: .stock, audio: ["audio.wav", "audio1.wav"],
                words: ["sound audio.wav, audio1.wav → audio.wav", "carrier shifted"]),
            Pair(draft: .stock, fox: .pacificon, words: ["sound factory audio → built-in tune"]),
        ])
    func onTheAir(_ pair: Pair) throws {
        let text = "CALLSIGN=K1FOX\nITU_ZONE=2\nFREQ_MHZ=145.5\n" + pair.lines
        let wav = Scenario.wav(900, 1, rate: UInt32(pair.draft.sampleRate))
        var files = ["settings.txt": Array(text.utf8)]
        for name in pair.audio { files[name] = wav }
        try host.setDraft(files, firmware: pair.draft)
        let fox = MemoryVolume()
        try fox.put("settings.txt", pair.fox.factorySettings)
        if let id = pair.fox.idFile { try fox.put(id, Scenario.wav(10, 3)) }
        try fox.syncAll()
        let before = fox.medium
        let report = try host.run(MemoryVolume(before)).get()
        #expect(
            report.run.result == (pair.words.isEmpty ? .pushed : .held), "\(report.run.message)")
        for words in pair.words {
            #expect(report.run.message.contains(words), "\(report.run.message)")
        }
        let noted = report.run.warnings.contains { $0.contains("looks like \(pair.fox.id) ") }
        #expect(noted, "\(report.run.warnings)")
        if pair.words.isEmpty { return }
        #expect(
            report.run.next == [
                "fox-sync draft set hunt --firmware \(pair.fox.id)",
                "fox-sync sync --volume /media/fox --force",
            ])
        let forced = try host.run(MemoryVolume(before), SyncRun.Options(side: .draft)).get()
        #expect(forced.run.result == .pushed, "\(forced.run.message)")
    }

    @Test("what stays on the fox counts: its own audio is played by its firmware")
    func staying() throws {
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1FOX")])
        let fox = MemoryVolume()
        try fox.put("settings.txt", Firmware.kc9mne.factorySettings)
        try fox.put("callsign.wav", Scenario.wav(10, 3))
        for number in 1...3 { try fox.put("audio\(number).wav", Scenario.wav(900, 1)) }
        let report = try host.run(fox).get()
        #expect(report.run.result == .held, "\(report.run.message)")
        #expect(
            report.run.message.contains(
                "sound factory audio → audio1.wav, audio2.wav, audio3.wav and 8 more"),
            "\(report.run.message)")
    }

    @Test("a key that the fox's file does not have has no value there")
    func noKey() throws {
        try host.setDraft(
            ["settings.txt": Array("FOX_NUMBER=2\n".utf8) + Scenario.settings(call: "K1FOX")],
            firmware: .jf9som)
        let report = try host.run(fox, SyncRun.Options(side: .draft)).get()
        let changes = report.plan?.files.flatMap(\.changes) ?? []
        let number = changes.first { $0.key == "FOX_NUMBER" }
        #expect(number == SettingChange(key: "FOX_NUMBER", from: nil, to: "2"))
        #expect(number?.words == "FOX_NUMBER (none) → 2")
    }

    @Test("a forced push that was cut is finished by itself, as any other")
    func cut() throws {
        try setDraft(Self.text)
        let counted = FaultVolume(MemoryVolume(fox.medium))
        _ = host.run(counted, SyncRun.Options(dryRun: true, side: .draft))
        var hits = 0
        for number in (counted.count + 1)...(counted.count + 12) {
            let fresh = try SyncBench(copying: host)
            defer { fresh.remove() }
            let volume = MemoryVolume(fox.medium)
            let fault = Fault(.fails(.noDevice), at: number, lasts: false)
            let report = try fresh.run(
                FaultVolume(volume, fault), SyncRun.Options(side: .draft)
            ).get()
            guard report.error?.errno == .noDevice,
                report.steps.contains(where: { $0.state != .planned })
            else { continue }
            hits += 1
            let next = try fresh.run(try again(volume)).get()
            #expect(next.run.result != .held, "\(number): \(next.run.message)")
            #expect(isNoted(next))
        }
        #expect(hits > 0)
    }

    /// A stock fox that was synced with settings and audio, whose draft is for JF9SOM since.
    private func foxWithAudio() throws -> (fox: MemoryVolume, audio: [UInt8]) {
        let audio = Scenario.wav(300, 1)
        let files = ["settings.txt": Scenario.settings(call: "K1FOX"), "audio.wav": audio]
        try host.setDraft(files)
        #expect(try host.run(fox).get().run.result == .pushed)
        try host.setDraft(files, firmware: .jf9som)
        return (try again(fox), audio)
    }

    @Test("audio that the draft still has, and the fox's firmware plays, is not deleted unasked")
    func deletion() throws {
        let (fox, audio) = try foxWithAudio()
        for isDry in [true, false] {
            let report = try host.run(fox, SyncRun.Options(dryRun: isDry)).get()
            #expect(report.run.result == .held, "\(report.run.message)")
            #expect(
                report.run.message.hasSuffix(
                    "; the fox looks like stock, which uses audio.wav: the draft 'hunt' has it, but"
                        + " is for jf9som, and it would be deleted from the fox"))
            #expect(report.plan?.files.first { $0.name == "audio.wav" }?.action == .hold)
            #expect(
                report.run.next == [
                    "fox-sync draft set hunt --firmware stock",
                    "fox-sync sync --volume /media/fox --force",
                ])
            #expect(fox.files["audio.wav"] == audio)
        }
        let forced = try host.run(fox, SyncRun.Options(side: .draft)).get()
        #expect(forced.run.result == .pushed, "\(forced.run.message)")
        #expect(forced.steps.map(\.action) == ["delete"])
        #expect(
            forced.steps.first?.why
                == "left out of the draft: 'audio.wav' is made by the firmware itself")
        #expect(fox.files["audio.wav"] == nil)
    }

    @Test("a file that went from the draft goes from the fox, whatever firmware it has")
    func removed() throws {
        let (fox, _) = try foxWithAudio()
        try host.setDraft(
            ["settings.txt": Scenario.settings(call: "K1FOX")], firmware: .stockR2)
        let report = try host.run(fox).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(report.steps.map(\.why) == ["removed from the draft"])
    }

    @Test("a deletion that was forced, and cut, is finished by itself")
    func cutDeletion() throws {
        let (fox, _) = try foxWithAudio()
        try host.cut(fox, at: "remove audio.wav", SyncRun.Options(side: .draft))
        let report = try host.run(MemoryVolume(fox.medium)).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(report.steps.map(\.action) == ["delete"])
    }

    @Test(
        "the note stays after the push, until the fox shows another firmware",
        arguments: [true, false])
    func stays(isRewritten: Bool) throws {
        try setDraft(Self.text)
        let forced = try host.run(fox, SyncRun.Options(side: .draft)).get()
        #expect(forced.run.result == .pushed, "\(forced.run.message)")
        #expect(isNoted(forced))
        var volume = fox
        for _ in 1...2 {
            volume = try again(volume)
            let report = try host.run(volume).get()
            #expect(report.run.result == .upToDate, "\(report.run.message)")
            #expect(isNoted(report) && report.run.facts.guess == "stock")
            #expect(report.run.facts.guessReasons.first?.hasPrefix("as it was before") == true)
        }
        volume = try again(volume)
        if isRewritten {
            let values = EffectiveSettings.read(Array(Self.text.utf8), as: .pacificon).values
            let lines = Firmware.pacificon.keys.compactMap { rule in
                values[rule.name].map { "# a key\n\(rule.name)=\($0.settingsText)\n" }
            }
            try volume.put("settings.txt", Array(lines.joined().utf8))
        } else {
            try volume.put("songs.txt", [65])
        }
        let last = try host.run(volume).get()
        #expect(last.run.result == .upToDate, "\(last.run.message)")
        #expect(!isNoted(last) && last.run.facts.guess == "pacificon")
    }
}
