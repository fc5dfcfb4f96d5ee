// A restore of what the fox has already: it ends as any restore, though nothing is written.
import PicoFox
import SyncEngine
import Testing
import VolumeKit

@Suite("A restore of what is there")
struct RestoreTests {
    @Test("the fox has no draft of its own any more, and nothing is pushed over it by itself")
    func sameAsThere() throws {
        let host = try SyncBench()
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC")])
        let fox = MemoryVolume()
        try fox.put("settings.txt", Scenario.settings(call: "K1ABC", megahertz: "145.3"))
        #expect(try host.run(fox).get().run.result == .pushed)
        let pushed = try #require(try host.lastRun())
        let backup = try #require(try BackupStore(folder: host.places.backups).backup(of: pushed))
        let restore = SyncRun.Options(restoring: backup)
        let restored = MemoryVolume(fox.medium)
        #expect(try host.run(restored, restore).get().run.result == .restored)
        let store = try StateStore(path: host.places.database)
        func assigned() throws -> Assignment? { try store.devices().first?.assignment }
        let before = MemoryVolume(restored.medium).medium
        // The second time there is nothing to write, whether the base knows of it or not.
        for isForgotten in [false, true] {
            if isForgotten {
                try store.forget(SyncBench.device.id)
                try store.saw(SyncBench.device, at: .now)
            }
            try store.assign("hunt", to: SyncBench.device.id, byHand: true)
            let volume = MemoryVolume(before)
            var dry = restore
            dry.dryRun = true
            let tried = try host.run(volume, dry).get().run
            #expect(tried.result == .restored)
            #expect(tried.message.contains("would have no draft of its own"), "\(tried.message)")
            #expect(try assigned()?.draft == "hunt")
            let report = try host.run(volume, restore).get()
            #expect(report.run.result == .restored)
            #expect(report.run.message.hasPrefix("the fox has it already"), "\(report.run.message)")
            #expect(report.run.next.first?.hasPrefix("fox-sync assign") == true)
            #expect(report.steps.isEmpty)
            #expect(try assigned() == nil)
            #expect(try host.base()?.draft.isEmpty == true)
            #expect(volume.medium == before)
            #expect(try host.run(volume).get().run.result == .held)
        }
    }
}
