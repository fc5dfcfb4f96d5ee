// Two users have a lock each on the host; what both meet is the fox.
import Foundation
import Glibc
import PicoFox
import SyncEngine
import Synchronization
import Testing

@Suite("Two people's fox-sync on one fox")
struct TwoHomesTests {
    @Test("the second one says who has the fox, whatever the first one has put there so far")
    func second() throws {
        let fox = try scratchFolder()
        try Data(Firmware.stock.factorySettings).write(
            to: URL(fileURLWithPath: fox + "/settings.txt"))
        let homes = (try SyncBench(), try SyncBench())
        for home in [homes.0, homes.1] {
            try home.setDraft([
                "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": Scenario.wav(300, 1),
            ])
        }
        let met = Mutex<[RunRecord]>([])
        let run = SyncRun(
            volume: try PosixVolume(path: fox), volumePath: fox, identity: SyncBench.device,
            places: homes.0.places,
            onEvent: { event in
                guard case .wrote("audio.wav", _, _) = event else { return }
                let hasTemporary = FileManager.default.fileExists(
                    atPath: fox + "/" + DeviceWriter.temporaryName)
                #expect(hasTemporary)
                for isDry in [true, false] {
                    let options = SyncRun.Options(dryRun: isDry)
                    let report = try? homes.1.run(PosixVolume(path: fox), options).get()
                    met.withLock { $0 += report.map { [$0.run] } ?? [] }
                }
            })
        #expect(try run.perform().run.result == .pushed)
        let refused = met.withLock { $0 }
        #expect(refused.count == 2)
        check(refused)
    }

    private func check(_ refused: [RunRecord]) {
        for run in refused {
            #expect(run.result == .failed)
            #expect(run.message.contains("process \(getpid())"), "\(run.message)")
            #expect(run.message.contains("has locked this volume"))
            #expect(!run.message.contains("in the way"))
            #expect(run.backup == nil)
        }
    }

    @Test(
        "while one writes, nobody pulls the half, and no dry run takes the journal for a cut one's")
    func whoOnlyReads() throws {
        let fox = try scratchFolder()
        try Data(Firmware.stock.factorySettings).write(
            to: URL(fileURLWithPath: fox + "/settings.txt"))
        let homes = (try SyncBench(), try SyncBench())
        try homes.0.setDraft([
            "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": Scenario.wav(300, 1),
        ])
        let met = Mutex<[RunRecord]>([])
        // Its lock goes with its volume.
        var run: SyncRun? = SyncRun(
            volume: try PosixVolume(path: fox), volumePath: fox, identity: SyncBench.device,
            places: homes.0.places,
            onEvent: { event in
                guard case .finished("audio.wav", _) = event else { return }
                for isDry in [true, false] {
                    let pull = SyncRun.Options(draft: "stolen", dryRun: isDry, side: .device)
                    let report = try? homes.1.run(PosixVolume(path: fox), pull).get()
                    met.withLock { $0 += report.map { [$0.run] } ?? [] }
                }
                let dry = SyncRun.Options(dryRun: true)
                let report = try? homes.0.run(PosixVolume(path: fox), dry).get()
                met.withLock { $0 += report.map { [$0.run] } ?? [] }
            })
        #expect(try run?.perform().run.result == .pushed)
        run = nil
        let refused = met.withLock { $0 }
        #expect(refused.count == 3)
        check(refused)
        for run in refused { #expect(!run.message.contains("cut")) }
        #expect(!FileManager.default.fileExists(atPath: homes.1.places.drafts + "/stolen"))
        // And when it is done, all of it is taken.
        let pull = SyncRun.Options(draft: "stolen", side: .device)
        let pulled = try homes.1.run(PosixVolume(path: fox), pull).get().run
        #expect(pulled.result == .pulled, "\(pulled.message)")
    }
}
