// What is no plain file on the fox is not the same as a file that somebody removed there.
import Foundation
import Glibc
import PicoFox
import SyncEngine
import Testing

@Suite("Something else stands where a draft's file belongs")
struct ObstacleTests {
    enum Obstacle: String, CaseIterable, CustomTestStringConvertible {
        case folder = "a folder"
        case twins = "two files that differ in letter case"
        case link = "a link"

        var testDescription: String { rawValue }

        /// Puts it in the place of audio.wav.
        func place(in fox: String) throws {
            let audio = fox + "/audio.wav"
            switch self {
            case .folder:
                unlink(audio)
                mkdir(audio, 0o755)
            case .twins:
                try FileManager.default.copyItem(atPath: audio, toPath: fox + "/AUDIO.WAV")
            case .link:
                unlink(audio)
                symlink("/dev/null", audio)
            }
        }
    }

    private let audio = Scenario.wav(300, 1)

    /// A host and a synced fox, on which settings were edited and the WAV gave way.
    private func scene(_ obstacle: Obstacle) throws -> (host: SyncBench, fox: String) {
        let host = try SyncBench()
        let fox = try scratchFolder()
        let settings = URL(fileURLWithPath: fox + "/settings.txt")
        try Data(Firmware.stock.factorySettings).write(to: settings)
        try host.setDraft([
            "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": audio,
        ])
        #expect(try host.run(PosixVolume(path: fox)).get().run.result == .pushed)
        try Data(Scenario.settings(call: "K1ABC", wpm: 12)).write(to: settings)
        try obstacle.place(in: fox)
        return (host, fox)
    }

    private func draft(_ host: SyncBench, _ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: host.places.drafts + "/hunt/" + name).map(Array.init)
    }

    @Test("it holds a merge before the draft is touched", arguments: Obstacle.allCases)
    func merge(_ obstacle: Obstacle) throws {
        let (host, fox) = try scene(obstacle)
        let settings = draft(host, "settings.txt")
        let run = try host.run(PosixVolume(path: fox), SyncRun.Options(side: .merge)).get().run
        #expect(run.result == .held)
        #expect(run.message.contains("audio.wav cannot be written"), "\(run.message)")
        #expect(run.next == ["fox-sync doctor /media/fox"])
        #expect(draft(host, "audio.wav") == audio)
        #expect(draft(host, "settings.txt") == settings)
    }

    @Test("a pull leaves the draft's own file, and says so", arguments: Obstacle.allCases)
    func pull(_ obstacle: Obstacle) throws {
        let (host, fox) = try scene(obstacle)
        for isDry in [true, false] {
            let options = SyncRun.Options(draft: "hunt", dryRun: isDry, side: .device)
            let report = try host.run(PosixVolume(path: fox), options).get()
            #expect(report.run.result == .pulled)
            #expect(report.plan?.files.map(\.action) == [.keep, .pull])
            let warning = try #require(report.run.warnings.first { $0.contains("audio.wav") })
            #expect(warning.contains("was not pulled"))
            #expect(warning.contains("the draft keeps its own"))
            #expect(draft(host, "audio.wav") == audio)
        }
        #expect(draft(host, "settings.txt") == Scenario.settings(call: "K1ABC", wpm: 12))
        // Once the place is free, the fox gets it again.
        for name in ["audio.wav", "AUDIO.WAV"] {
            try? FileManager.default.removeItem(atPath: fox + "/" + name)
        }
        #expect(try host.run(PosixVolume(path: fox)).get().run.result == .pushed)
        #expect(FileManager.default.contents(atPath: fox + "/audio.wav").map(Array.init) == audio)
    }

    @Test("a pull into a new draft has no file to keep", arguments: Obstacle.allCases)
    func pullAnew(_ obstacle: Obstacle) throws {
        let (host, fox) = try scene(obstacle)
        let options = SyncRun.Options(draft: "other", side: .device)
        let run = try host.run(PosixVolume(path: fox), options).get().run
        #expect(run.result == .pulled)
        #expect(run.warnings.contains { $0.contains("was not pulled") && !$0.contains("keeps") })
    }
}
