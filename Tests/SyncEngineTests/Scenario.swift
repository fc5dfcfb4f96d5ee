// The syncs that the loops break: each from a known device to a known goal.
import Foundation
import FoxSystem
import PicoFox
import SyncEngine
import Testing
import VolumeKit

/// One sync, ready to be run as often as needed from the same beginning.
struct Scenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let firmware: Firmware
    let host: SyncBench
    let image: FATImage
    /// The device's files before.
    let old: [String: [UInt8]]
    /// What of them shall be different afterwards; nil: gone.
    let goal: [String: [UInt8]?]
    let options: SyncRun.Options
    /// Whether a restore is what is broken: it ends without a base, and nothing follows of itself.
    var isRestore: Bool { options.restoring != nil }

    private init(
        _ name: String, firmware: Firmware = .stock, side: SyncRun.Side = .ask,
        restoring: ((SyncBench) throws -> Backup?)? = nil,
        _ prepare: (SyncBench, MemoryVolume) throws -> [String: [UInt8]?]
    ) throws {
        testDescription = name
        self.firmware = firmware
        host = try SyncBench()
        let volume = MemoryVolume(FATImage(clusters: 400))
        goal = try prepare(host, volume)
        options = SyncRun.Options(side: side, restoring: try restoring?(host))
        try volume.syncAll()
        image = volume.medium
        old = volume.files.compactMapValues { $0 }
    }

    // MARK: Contents

    /// A settings text; the comment makes it as long as wanted.
    static func settings(
        call: String, megahertz: String = "146.565", wpm: Int = 15, comment: Int = 0
    ) -> [UInt8] {
        let lines = [
            "CALLSIGN=\(call)", "ITU_ZONE=2", "FREQ_MHZ=\(megahertz)", "DUTY_CYCLE=100",
            "ATTENUATION=0", "MORSE_WPM=\(wpm)", "MORSE_FARNSWORTH_WPM=\(wpm)", "MORSE_TONE=600",
            "MORSE_TONE_VOL=70",
        ]
        let tail = comment > 0 ? "NOTE=" + String(repeating: "x", count: comment) + "\n" : ""
        return Array((lines.joined(separator: "\n") + "\n" + tail).utf8)
    }

    /// A WAV with the 44-byte header that every firmware plays.
    static func wav(_ samples: Int, _ seed: UInt8, rate: UInt32 = 5000) -> [UInt8] {
        func little(_ value: UInt32, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8((value >> (8 * UInt32($0))) & 0xff) }
        }
        let size = UInt32(samples * 2)
        let header =
            Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2)
            + little(16, 2) + Array("data".utf8) + little(size, 4)
        return header
            + (0..<samples * 2).map { $0 % 2 == 1 ? 0 : UInt8(truncatingIfNeeded: $0) &* 3 &+ seed }
    }

    /// Files of others that must be as they were, many enough for a root of two sectors.
    static func clutter(_ volume: MemoryVolume, _ count: Int) throws {
        for number in 0..<count {
            try volume.put("note\(number).doc", Array("note \(number)".utf8))
        }
    }

    private static func push(_ host: SyncBench, _ volume: MemoryVolume) throws {
        let report = try host.run(volume).get()
        guard report.run.result == .pushed else { throw Unexpected(report.run.message) }
        volume.endProcess()
    }

    struct Unexpected: Error {
        let message: String; init(_ message: String) { self.message = message }
    }

    // MARK: The table

    static func firstPush() throws -> Scenario {
        try Scenario("first push of settings and a WAV") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try clutter(volume, 2)
            let files = ["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(1200, 1)]
            try host.setDraft(files)
            return files
        }
    }

    static func firstPushOverFactory() throws -> Scenario {
        try Scenario("first push over factory audio, the root in two sectors") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try clutter(volume, 14)
            try volume.put("audio.wav", wav(2000, 9))
            try clutter(volume, 18)
            let files = ["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(1200, 1)]
            try host.setDraft(files)
            return files
        }
    }

    static func settingsGrow() throws -> Scenario {
        try Scenario("settings that grow within a sector") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try host.setDraft(["settings.txt": settings(call: "K1ABC")])
            try push(host, volume)
            let new = settings(call: "K1ABC", megahertz: "146.575", comment: 60)
            try host.setDraft(["settings.txt": new])
            return ["settings.txt": new]
        }
    }

    static func settingsShrink() throws -> Scenario {
        try Scenario("settings that become shorter") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try host.setDraft(["settings.txt": settings(call: "K1ABC", comment: 80)])
            try push(host, volume)
            let new = settings(call: "K1ABC", megahertz: "145.5")
            try host.setDraft(["settings.txt": new])
            return ["settings.txt": new]
        }
    }

    static func longSettings() throws -> Scenario {
        try Scenario("settings beyond a sector") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try clutter(volume, 17)
            try host.setDraft(["settings.txt": settings(call: "K1ABC", comment: 500)])
            try push(host, volume)
            let new = settings(call: "K1ABC", megahertz: "146.52", comment: 700)
            try host.setDraft(["settings.txt": new])
            return ["settings.txt": new]
        }
    }

    static func removedAudio() throws -> Scenario {
        try Scenario("a WAV removed, another changed", firmware: .kc9mne) { host, volume in
            try volume.put("settings.txt", Firmware.kc9mne.factorySettings)
            try volume.put("callsign.wav", wav(300, 8))
            let text = settings(call: "K1ABC")
            try host.setDraft(
                ["settings.txt": text, "audio1.wav": wav(700, 1), "audio2.wav": wav(900, 2)],
                firmware: .kc9mne)
            try push(host, volume)
            let files = ["settings.txt": text, "audio1.wav": wav(1500, 5)]
            try host.setDraft(files, firmware: .kc9mne)
            return ["audio1.wav": files["audio1.wav"], "audio2.wav": nil]
        }
    }

    static func staleID() throws -> Scenario {
        try Scenario("a new callsign: the stale ID file goes first") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try host.setDraft(["settings.txt": settings(call: "K1ABC")])
            try push(host, volume)
            try volume.put(".callsign.wav", wav(3000, 7))
            try volume.put(".settings_crc.bin", [1, 2, 3, 4])
            let new = settings(call: "K1ACB")
            try host.setDraft(["settings.txt": new])
            return ["settings.txt": new, ".callsign.wav": nil]
        }
    }

    static func recovery() throws -> Scenario {
        try Scenario("recovery after a run that was cut in the middle of a WAV") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try volume.put("audio.wav", wav(2000, 9))
            let first = ["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(1200, 1)]
            try host.setDraft(first)
            try push(host, volume)
            let files = [
                "settings.txt": settings(call: "K1ABC", megahertz: "146.7"),
                "audio.wav": wav(1700, 4),
            ]
            try host.setDraft(files)
            // The temporary file is whole, its entry is on the medium, and everything stops.
            let counter = FaultVolume(MemoryVolume(volume.medium))
            _ = try SyncBench(copying: host).run(counter).get()
            volume.endProcess()
            let rename = counter.trace.firstIndex { $0.hasPrefix("rename") } ?? 0
            _ = host.run(FaultVolume(volume, Fault(.fails(.noDevice), at: rename + 1, lasts: true)))
            guard try volume.entry(DeviceWriter.temporaryName) != nil else {
                throw Unexpected("the cut run left no temporary file")
            }
            return files
        }
    }

    static func forcedConflict() throws -> Scenario {
        try Scenario("force over a conflict", side: .draft) { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try host.setDraft(["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(800, 1)])
            try push(host, volume)
            try volume.put("settings.txt", settings(call: "N0CALL", comment: 20))
            try volume.put("audio.wav", wav(500, 3))
            let files = [
                "settings.txt": settings(call: "K1ABC", megahertz: "147.1"),
                "audio.wav": wav(900, 6),
            ]
            try host.setDraft(files)
            return files
        }
    }

    static func merge() throws -> Scenario {
        try Scenario("a merge of two edited sides", side: .merge) { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            try host.setDraft(["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(800, 1)])
            try push(host, volume)
            try volume.put("settings.txt", settings(call: "K1ABC", wpm: 12))
            let audio = wav(900, 6)
            try host.setDraft([
                "settings.txt": settings(call: "K1ABC", megahertz: "147.1"), "audio.wav": audio,
            ])
            return [
                "settings.txt": settings(call: "K1ABC", megahertz: "147.1", wpm: 12),
                "audio.wav": audio,
            ]
        }
    }

    static func restore() throws -> Scenario {
        let old = ["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(800, 1)]
        return try Scenario(
            "a restore of a backup",
            restoring: { host in
                let run = try StateStore(path: host.places.database).runs(limit: 1).first
                return run.flatMap { try? BackupStore(folder: host.places.backups).backup(of: $0) }
            },
            { host, volume in
                try volume.put("settings.txt", Firmware.stock.factorySettings)
                try host.setDraft(old)
                try push(host, volume)
                try host.setDraft([
                    "settings.txt": settings(call: "W1XYZ", comment: 50), "audio.wav": wav(1100, 2),
                ])
                try push(host, volume)
                return old
            })
    }

    static func largeAudio() throws -> Scenario {
        try Scenario("a WAV of several chunks") { host, volume in
            try volume.put("settings.txt", Firmware.stock.factorySettings)
            let files = ["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(70_000, 1)]
            try host.setDraft(files)
            return files
        }
    }

    static func letterCase() throws -> Scenario {
        try Scenario("names in another letter case", firmware: .stockR2) { host, volume in
            try volume.put("SETTINGS.TXT", Firmware.stockR2.factorySettings)
            // The root's second sector.
            try clutter(volume, 15)
            try volume.put("Audio.wav", wav(1500, 9))
            let files = ["settings.txt": settings(call: "K1ABC"), "audio.wav": wav(1200, 1)]
            try host.setDraft(files, firmware: .stockR2)
            return files
        }
    }

    static func letterCaseOnly() throws -> Scenario {
        try Scenario("nothing but names in another letter case", firmware: .stockR2) {
            host, volume in
            let files = [
                "settings.txt": settings(call: "K1ABC", comment: 500), "audio.wav": wav(1200, 1),
            ]
            try volume.put("settings.txt", Firmware.stockR2.factorySettings)
            try host.setDraft(files, firmware: .stockR2)
            try push(host, volume)
            for (name, spelled) in [("settings.txt", "Settings.TXT"), ("audio.wav", "AUDIO.WAV")] {
                try volume.put(name, nil)
                try volume.put(spelled, files[name])
            }
            return files
        }
    }

    /// All of them, by name, made when asked for.
    static let all: [Maker] = [
        Maker("first push", firstPush), Maker("first push over factory", firstPushOverFactory),
        Maker("settings grow", settingsGrow), Maker("settings shrink", settingsShrink),
        Maker("long settings", longSettings), Maker("removed audio", removedAudio),
        Maker("stale ID", staleID), Maker("recovery", recovery),
        Maker("forced conflict", forcedConflict), Maker("large audio", largeAudio),
        Maker("merge", merge), Maker("restore", restore), Maker("letter case", letterCase),
        Maker("letter case only", letterCaseOnly),
    ]

    struct Maker: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () throws -> Scenario

        init(_ name: String, _ make: @escaping @Sendable () throws -> Scenario) {
            testDescription = name
            self.make = make
        }
    }
}
