// What the volume cannot take is refused before the first write, and nothing else is.
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Preflight")
struct PreflightTests {
    /// A fox whose settings have been synced, and whose volume somebody has filled since.
    private func fullFox(_ host: SyncBench) throws -> MemoryVolume {
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC")])
        let fox = MemoryVolume(FATImage(clusters: 60))
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        #expect(try host.run(fox).get().run.result == .pushed)
        let free = try fox.space().freeUnits
        try fox.put("recording.doc", [UInt8](repeating: 1, count: free * FATImage.clusterSize))
        #expect(try fox.space().freeUnits == 0)
        return MemoryVolume(fox.medium)
    }

    @Test("a setting is changed in place on a volume without a free cluster")
    func padNeedsNoCluster() throws {
        let host = try SyncBench()
        let fox = try fullFox(host)
        let new = Scenario.settings(call: "K1ABC", megahertz: "146.575")
        try host.setDraft(["settings.txt": new])
        let dry = try host.run(fox, SyncRun.Options(dryRun: true)).get().run
        #expect(dry.result == .pushed, "\(dry.message)")
        let run = try host.run(fox).get().run
        #expect(run.result == .pushed, "\(run.message)")
        let now = try #require(MemoryVolume(fox.medium).files["settings.txt"] ?? nil)
        #expect(now.starts(with: new))
    }

    @Test("a change in place that fails on a full volume leaves the old settings")
    func padThatFails() throws {
        let host = try SyncBench()
        let fox = try fullFox(host)
        let old = try #require(fox.files["settings.txt"] ?? nil)
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC", megahertz: "146.575")])
        let counter = FaultVolume(MemoryVolume(fox.medium))
        _ = try SyncBench(copying: host).run(counter).get()
        let sync = try #require(counter.trace.firstIndex { $0 == "fsync settings.txt" })
        let report = try host.run(FaultVolume(fox, Fault(.fails(.io), at: sync + 1))).get()
        #expect(report.run.result == .failed)
        #expect(report.error?.errno == .noSpace, "\(report.run.message)")
        for volume in [fox, MemoryVolume(fox.medium)] {
            #expect(volume.files["settings.txt"] == old)
            #expect(volume.files.keys.filter(isTemporary).isEmpty)
        }
    }

    @Test("settings that do not fit in place are refused on a full volume, with figures")
    func longSettings() throws {
        let host = try SyncBench()
        let fox = try fullFox(host)
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABD", comment: 600)])
        let counted = FaultVolume(fox)
        let report = try host.run(counted).get()
        #expect(report.error?.code == .refused)
        #expect(
            report.run.message.contains(
                "settings.txt needs 1024 bytes in clusters of 1024 beside the old file, and 0"),
            "\(report.run.message)")
        #expect(report.run.backup == nil)
    }

    // MARK: Single checks

    private func check(
        _ scene: Scene, entries: Int, _ space: VolumeSpace = Self.space()
    ) throws(SyncError) {
        let snapshot = scene.snapshot(entries: entries)
        try Preflight.check(scene.plan(), snapshot, space: space, ownsTemporary: false)
    }

    private static func space(
        isReadOnly: Bool = false, isSynchronous: Bool = false
    ) -> VolumeSpace {
        VolumeSpace(
            unit: 1024, freeUnits: 1000, totalUnits: 1000, isReadOnly: isReadOnly,
            isSynchronous: isSynchronous, rootEntryLimit: 512)
    }

    /// A draft with files that the fox does not have yet.
    private func scene(adding names: [String], removing: [String] = []) -> Scene {
        var scene = Scene.settled
        scene.firmware = "kc9mne"
        for name in names { scene.draft[name] = [1, 2] }
        for name in removing {
            scene.device[name] = [3]
            scene.base?[name] = [3]
        }
        return scene
    }

    @Test("a root folder without room for a new file and the temporary one is refused with figures")
    func rootEntries() throws {
        // One for the temporary file, one for the new one.
        try check(scene(adding: ["audio1.wav"]), entries: 510)
        let error = #expect(throws: SyncError.self) {
            try check(scene(adding: ["audio1.wav"]), entries: 511)
        }
        #expect(error?.code == .refused)
        #expect(
            error?.reason
                == "the root folder has room for 512 entries (long names take several), and"
                + " audio1.wav would need entry 513")
        let second = #expect(throws: SyncError.self) {
            try check(scene(adding: ["audio1.wav", "audio2.wav"]), entries: 510)
        }
        #expect(second?.reason.contains("audio2.wav would need entry 513") == true)
    }

    @Test("an entry that a removal frees is there for the next file")
    func freedEntries() throws {
        try check(scene(adding: ["audio1.wav"], removing: ["audio2.wav"]), entries: 511)
        #expect(throws: SyncError.self) {
            try check(
                scene(adding: ["audio1.wav", "audio3.wav"], removing: ["audio2.wav"]),
                entries: 511)
        }
    }

    @Test("a full root folder is no matter for a file that is changed in place")
    func padNeedsNoEntry() throws {
        var scene = Scene.settled
        scene.draft["settings.txt"] = Text.settings(frequency: "145.300")
        try check(scene, entries: 512)
        scene.draft["audio.wav"] = [9, 9]
        #expect(throws: SyncError.self) { try check(scene, entries: 512) }
    }

    @Test("a volume that is mounted with 'sync', or read-only, is refused")
    func mounts() throws {
        let scene = scene(adding: ["audio1.wav"])
        let synchronous = #expect(throws: SyncError.self) {
            try check(scene, entries: 3, Self.space(isSynchronous: true))
        }
        #expect(synchronous?.reason.contains("mounted with 'sync'") == true)
        let readOnly = #expect(throws: SyncError.self) {
            try check(scene, entries: 3, Self.space(isReadOnly: true))
        }
        #expect(readOnly?.errno == .readOnly)
    }

    @Test("a dry run refuses a read-only mount as the run does, unless fox-sync made it")
    func dryRun() throws {
        let host = try SyncBench()
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC")])
        let fox = MemoryVolume()
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        fox.turnReadOnly()
        for isDry in [true, false] {
            let report = try host.run(fox, SyncRun.Options(dryRun: isDry)).get()
            #expect(report.run.result == .failed)
            #expect(report.error?.errno == .readOnly)
        }
        func own(_ fox: MemoryVolume, _ settings: [UInt8]) throws -> RunReport {
            try host.setDraft(["settings.txt": settings])
            return try SyncRun(
                volume: fox, volumePath: "/run/fox", identity: SyncBench.device,
                places: host.places, options: SyncRun.Options(dryRun: true), makeWritable: {}
            ).perform()
        }
        #expect(try own(fox, Scenario.settings(call: "K1ABC")).run.result == .pushed)
        // What else would be refused is refused by its dry run, too.
        let small = MemoryVolume(FATImage(clusters: 1))
        try small.put("settings.txt", Firmware.stock.factorySettings)
        small.turnReadOnly()
        let report = try own(small, Scenario.settings(call: "K1ABC", comment: 600))
        #expect(report.error?.code == .refused)
        #expect(report.run.message.contains("settings.txt needs"))
    }
}
