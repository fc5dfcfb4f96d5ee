// Whole runs on a volume in memory: what firmware and people do between two of them.
import Foundation
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Runs")
struct RunTests {
    /// settings.txt as pacificon rewrites it at boot: its own order, comments and number forms, from
    /// the values that it read.
    private func rebooted(_ settings: [UInt8], _ firmware: Firmware) -> [UInt8] {
        let values = EffectiveSettings.read(settings, as: firmware).values
        var text = "# Written by the fox.\n"
        for rule in firmware.keys.reversed() {
            guard let value = values[rule.name] else { continue }
            text += "\n# \(rule.name.lowercased())\n\(rule.name)=\(value.settingsText)\n"
        }
        return Array(text.utf8)
    }

    /// The same fox, plugged in again: whoever had locked the volume is gone.
    private func again(_ volume: MemoryVolume) throws -> MemoryVolume {
        try volume.syncAll()
        return MemoryVolume(volume.medium)
    }

    @Test("a firmware that rewrites its settings at every boot never causes a hold")
    func pacificon() throws {
        let firmware = try #require(Firmware.named("pacificon"))
        let host = try SyncBench()
        var volume = MemoryVolume()
        try volume.put("settings.txt", firmware.factorySettings)
        var document = SettingsDocument(firmware.factorySettings)
        document.set("CALLSIGN", to: "K7ABC", for: firmware)
        document.set("FREQ_MHZ", to: "145.55", for: firmware)
        try host.setDraft(["settings.txt": document.bytes], firmware: firmware)
        #expect(try host.run(volume).get().run.result == .pushed)
        for _ in 1...3 {
            volume = try again(volume)
            let old = try #require(volume.files["settings.txt"] ?? nil)
            try volume.put("settings.txt", rebooted(old, firmware))
            let counted = FaultVolume(volume)
            let report = try host.run(counted).get()
            #expect(report.run.result == .upToDate, "\(report.run.message)")
            #expect(counted.changes.isEmpty)
        }
        volume = try again(volume)
        document.set("DUTY_CYCLE", to: "50", for: firmware)
        try host.setDraft(["settings.txt": document.bytes], firmware: firmware)
        #expect(try host.run(volume).get().run.result == .pushed)
        let now = try #require(volume.files["settings.txt"] ?? nil)
        #expect(
            EffectiveSettings.read(now, as: firmware)
                == EffectiveSettings.read(document.bytes, as: firmware))
    }

    @Test("an edit of the draft in the middle of a run waits for the next run")
    func frozenDraft() throws {
        let host = try SyncBench()
        var volume = MemoryVolume()
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        try host.setDraft(["settings.txt": Text.settings()])
        let report = try host.run(volume) { event in
            guard case .backedUp = event else { return }
            try? host.setDraft(["settings.txt": Text.settings(frequency: "145.700")])
        }.get()
        #expect(report.run.result == .pushed)
        func frequency() throws -> Int {
            let now = try #require(volume.files["settings.txt"] ?? nil)
            return EffectiveSettings.read(now, as: .stock).hertz
        }
        #expect(try frequency() == 145_100_000)
        volume = try again(volume)
        #expect(try host.run(volume).get().run.result == .pushed)
        #expect(try frequency() == 145_700_000)
    }

    @Test("a request to stop ends the run after the file in hand, and the next run finishes it")
    func stopped() throws {
        let host = try SyncBench()
        var volume = MemoryVolume()
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        let wav = WavFile.canonical(samples: [0, 1000, 0, -1000], sampleRate: 5000)
        try host.setDraft(["settings.txt": Text.settings(), "audio.wav": wav])
        let stop = StopFlag()
        let report = try host.run(volume, stop: stop) { event in
            if case .finished = event { stop.request() }
        }.get()
        #expect(report.run.result == .interrupted)
        #expect(report.run.files == 1)
        #expect(volume.files["audio.wav"] == wav)
        #expect(volume.files["settings.txt"] == Firmware.stock.factorySettings)
        volume = try again(volume)
        let next = try host.run(volume).get().run
        #expect(next.result == .pushed, "\(next.message)")
        #expect(try host.run(volume).get().run.result == .upToDate)
    }

    @Test("a reset fox gets its draft again and the run says so; a first push is no reset")
    func reset() throws {
        let host = try SyncBench()
        var volume = MemoryVolume()
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        try volume.put("audio.wav", Scene.factoryAudio)
        try host.setDraft(["settings.txt": Text.settings()])
        let first = try host.run(volume).get().run
        #expect(first.result == .pushed && !first.warnings.contains { $0.contains("reset") })
        volume = try again(volume)
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        let second = try host.run(volume).get().run
        #expect(second.result == .pushed)
        #expect(
            second.warnings.contains("the fox was reset; the draft brings back settings.txt"),
            "\(second.warnings)")
        // Audio that is new in the draft goes over the firmware's own, which no reset made.
        let wav = WavFile.canonical(samples: [0, 1000, 0, -1000], sampleRate: 5000)
        try host.setDraft(["settings.txt": Text.settings(), "audio.wav": wav])
        volume = try again(volume)
        let third = try host.run(volume).get()
        #expect(third.run.result == .pushed && third.steps.first?.why == "changed in the draft")
        #expect(!third.run.warnings.contains { $0.contains("reset") })
        // A pull would take the factory settings, too.
        volume = try again(volume)
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        try volume.put("audio.wav", Scenario.wav(500, 1))
        let held = try host.run(volume).get().run
        #expect(held.result == .held)
        #expect(
            held.next
                == ["merge", "draft"].map {
                    "fox-sync resolve \(SyncBench.device.id) --keep \($0)"
                })
    }

    @Test("ENODEV means that the fox has gone, also while its node is still there")
    func lost() throws {
        let host = try SyncBench()
        let volume = MemoryVolume()
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        try host.setDraft(["settings.txt": Text.settings()])
        try volume.syncAll()
        let counted = FaultVolume(MemoryVolume(volume.medium))
        _ = host.run(counted, SyncRun.Options(dryRun: true))
        // The first write fails, once: whoever asks for the space afterwards is answered.
        for number in (counted.count + 1)...(counted.count + 12) {
            let fresh = try SyncBench(copying: host)
            let fox = FaultVolume(
                MemoryVolume(volume.medium), Fault(.fails(.noDevice), at: number, lasts: false))
            let report = try fresh.run(fox).get()
            guard report.error?.errno == .noDevice else { continue }
            #expect(report.run.result == .interrupted, "\(report.run.message)")
            #expect(report.isLost)
            return
        }
        Issue.record("no operation of the push was hit")
    }

    @Test("what the volume cannot take is refused with figures before anything is written")
    func preflight() throws {
        let host = try SyncBench()
        let volume = MemoryVolume(FATImage(clusters: 60))
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        let wav = WavFile.canonical(
            samples: [Int16](repeating: 100, count: 40_000), sampleRate: 5000)
        try host.setDraft(["settings.txt": Text.settings(), "audio.wav": wav])
        let counted = FaultVolume(volume)
        let report = try host.run(counted).get()
        #expect(report.run.result == .failed)
        #expect(report.error?.code == .refused)
        #expect(report.run.message.contains("audio.wav needs 80896 bytes in clusters of 1024"))
        #expect(counted.changes.isEmpty)
        #expect(report.run.backup == nil)
    }

    @Test("backups that a cut run left half made are removed by the next one, and no others")
    func halfMadeBackups() throws {
        let host = try SyncBench()
        let volume = MemoryVolume()
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        try host.setDraft(["settings.txt": Text.settings()])
        let halves = [1, 2].map { host.path(ofBackup: "000001-20261130T10000\($0)Z-cut.partial") }
        let foreign = host.places.backups + "/OTHER/000001-20261130T100000Z-cut.partial"
        for folder in halves + [foreign] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data([1]).write(to: URL(fileURLWithPath: folder + "/settings.txt"))
        }
        let run = try host.run(volume).get().run
        #expect(run.result == .pushed)
        let folder = try #require(run.backup)
        #expect(verifiedBackup(folder) != nil)
        #expect(
            try Folder.names(in: folder.deletingLastComponent) == [folder.lastComponent])
        #expect(FileManager.default.fileExists(atPath: foreign))
    }

    @Test("backups of unchanged files are hard links, and pruning keeps the first and the newest")
    func backups() throws {
        let host = try SyncBench()
        var volume = MemoryVolume()
        let wav = WavFile.canonical(samples: [0, 1000, 0, -1000], sampleRate: 5000)
        try volume.put("settings.txt", Firmware.stock.factorySettings)
        for frequency in 1...6 {
            try host.setDraft([
                "settings.txt": Text.settings(frequency: "145.\(frequency)"), "audio.wav": wav,
            ])
            volume = try again(volume)
            let run = try host.run(volume, SyncRun.Options(backupsKept: 4)).get().run
            #expect(run.result == .pushed, "\(run.message)")
        }
        let store = BackupStore(folder: host.places.backups)
        let folder = host.places.backups + "/" + SyncBench.device.fileName
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        try #require(kept.count == 4)
        let first = try String(
            contentsOfFile: "\(folder)/\(kept[0])/settings.txt", encoding: .utf8)
        #expect(first == String(decoding: Firmware.stock.factorySettings, as: UTF8.self))
        let links = try kept.dropFirst().map {
            try Folder.status("\(folder)/\($0)/audio.wav").links
        }
        #expect(links.allSatisfy { $0 >= 3 }, "\(links)")
        #expect(try store.pruneAll(keeping: 2).count == 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == [kept[0], kept[3]])
    }
}

extension FaultVolume {
    /// The operations that change a volume, as far as there were any.
    fileprivate var changes: [String] {
        let reading = ["list", "examine", "open", "read", "read back", "close", "statvfs", "lock"]
        return trace.filter { line in !reading.contains { line.hasPrefix($0) } }
    }
}
