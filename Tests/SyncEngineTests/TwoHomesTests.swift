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
        for run in refused {
            #expect(run.result == .failed)
            #expect(run.message.contains("process \(getpid())"), "\(run.message)")
            #expect(run.message.contains("has locked this volume"))
            #expect(!run.message.contains("in the way"))
            #expect(run.backup == nil)
        }
    }
}
