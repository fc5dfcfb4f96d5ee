// What an unfinished run left behind, case by case: the loops' finds, each by itself.
import FoxSystem
import PicoFox
import SyncEngine
import Synchronization
import Testing
import VolumeKit

@Suite("After a run that was cut")
struct RecoveryTests {
    private let factory = Firmware.stock.factorySettings

    /// A bench and a device on which a first push fails at an operation.
    private func failedFirstPush(
        at operation: String, _ errno: Errno = .noDevice
    ) throws -> (SyncBench, MemoryVolume) {
        let (host, volume) = try SyncBench.firstPush(samples: 700)
        let report = try host.cut(volume, at: operation, with: errno).get()
        #expect(report.run.result == .interrupted || report.run.result == .failed)
        return (host, volume)
    }

    @Test("a first push that was cut in its first file is finished, though nothing is assigned yet")
    func plannedFilesAreKnown() throws {
        let (host, volume) = try failedFirstPush(at: "rename foxsync.tmp to audio.wav")
        let report = try host.run(MemoryVolume(volume.medium)).get()
        #expect(report.run.result == .pushed)
    }

    @Test("what was renamed but never synced is written again, not called up to date")
    func unprovenIsWrittenAgain() throws {
        let (host, volume) = try failedFirstPush(at: "fsync of the folder")
        // The same mount, in whose cache all is well.
        let report = try host.run(volume).get()
        #expect(report.run.result == .pushed)
        #expect(MemoryVolume(volume.medium).files == volume.files)
        #expect(volume.loose.dirty == 0)
    }

    @Test("a pull into another draft does not end a cut run: the next sync still finishes it")
    func pulledElsewhere() throws {
        let (host, volume) = try failedFirstPush(at: "rename foxsync.tmp to audio.wav")
        let pull = SyncRun.Options(draft: "other", side: .device, replacesEdits: true)
        #expect(try host.run(MemoryVolume(volume.medium), pull).get().run.result == .pulled)
        let store = try StateStore(path: host.places.database)
        #expect(try !store.unfinishedRuns(of: SyncBench.device.id).isEmpty)
        let report = try host.run(
            MemoryVolume(volume.medium), SyncRun.Options(draft: "hunt")
        ).get()
        #expect(report.run.result == .pushed)
        #expect(try store.unfinishedRuns(of: SyncBench.device.id).isEmpty)
    }

    @Test("the base is recorded when a cut run turns out to have written all")
    func baseIsRecorded() throws {
        let (host, volume) = try failedFirstPush(at: "read back settings.txt")
        volume.endProcess()
        _ = try host.run(MemoryVolume(volume.medium)).get()
        let base = try #require(try host.base())
        #expect(Set(base.files.keys) == ["settings.txt", "audio.wav"])
        #expect(try host.run(MemoryVolume(volume.medium)).get().run.result == .upToDate)
    }

    @Test("settings that were only made longer by newlines are the old ones")
    func paddedIsOld() throws {
        let host = try SyncBench()
        let draft = Scenario.settings(call: "K1ABC", comment: 90)
        try host.setDraft(["settings.txt": draft])
        let volume = MemoryVolume()
        try volume.put("settings.txt", factory)
        let counter = FaultVolume(MemoryVolume(volume.medium))
        _ = try SyncBench(copying: host).run(counter).get()
        let writes = counter.trace.indices.filter { counter.trace[$0] == "write settings.txt" }
        try #require(writes.count == 2)
        _ = host.run(
            FaultVolume(volume, Fault(.fails(.noDevice), at: writes[1] + 1, lasts: true)))
        let cut = MemoryVolume(volume.medium)
        let text = try #require(cut.files["settings.txt"] ?? nil)
        #expect(text.count == draft.count && text.starts(with: factory))
        #expect(try host.run(cut).get().run.result == .pushed)
    }

    @Test("half of an in-place write never stays in the cache")
    func halfAWrite() throws {
        let volume = MemoryVolume()
        try volume.put("settings.txt", factory)
        let new = Padding.padded(Scenario.settings(call: "K1ABC"), to: factory.count)
        let counter = FaultVolume(MemoryVolume(volume.medium))
        _ = try DeviceWriter(volume: counter).replace(
            "settings.txt", with: new, old: FileContent(of: factory), mayPad: true)
        for (index, operation) in counter.trace.enumerated() where operation.hasPrefix("write") {
            let volume = MemoryVolume(volume.medium)
            let faulty = FaultVolume(
                volume, Fault(.failsAfter(30, .noSpace), at: index + 1))
            #expect(throws: SyncError.self) {
                try DeviceWriter(volume: faulty).replace(
                    "settings.txt", with: new, old: FileContent(of: factory), mayPad: true)
            }
            let text = try #require(volume.files["settings.txt"] ?? nil)
            #expect(text == Padding.padded(factory, to: text.count))
        }
    }

    @Test("the old file's clusters are held until an attempt has succeeded")
    func heldAcrossAttempts() throws {
        let volume = MemoryVolume()
        try volume.put("audio.wav", Scenario.wav(3000, 1))
        let counter = FaultVolume(MemoryVolume(volume.medium))
        let (old, new) = (FileContent(of: Scenario.wav(3000, 1)), Scenario.wav(500, 2))
        _ = try DeviceWriter(volume: counter).replace(
            "audio.wav", with: new, old: old, mayPad: false)
        let rename = try #require(counter.trace.firstIndex { $0.hasPrefix("rename") })
        // The folder's fsync after the rename fails once; its sectors are still to be written.
        let faulty = FaultVolume(volume, Fault(.failsAfter(0, .io), at: rename + 2)) { _ in
            #expect(volume.medium.damage.allSatisfy { $0.name == DeviceWriter.temporaryName })
        }
        let outcome = try DeviceWriter(volume: faulty).replace(
            "audio.wav", with: new, old: old, mayPad: false)
        #expect(outcome.attempts == 2)
        #expect(volume.medium.damage.isEmpty)
        #expect(MemoryVolume(volume.medium).files == ["audio.wav": new])
    }

    @Test("a clock that was set back does not hide a cut run")
    func clock() throws {
        let host = try SyncBench()
        let store = try StateStore(path: host.places.database)
        let device = SyncBench.device.id
        try store.saw(SyncBench.device, at: .now)
        let later = Timestamp(milliseconds: Timestamp.now.milliseconds + 86_400_000)
        var good = RunRecord(id: "good0000", volume: "/media/fox", started: later)
        good.device = device
        good.result = .pushed
        try store.end(
            good, base: Base(draft: "hunt", run: good.id, at: later, files: [:]), assign: true)
        var cut = RunRecord(id: "cut00000", volume: "/media/fox", started: .now)
        cut.device = device
        let step = StepRecord(
            file: "audio.wav", action: "create", why: "new", from: nil,
            to: FileContent(of: [1]), state: .begun)
        try store.begin(cut, steps: [step])
        try store.endCutRuns(of: device)
        #expect(try store.unfinishedRuns(of: device).map(\.run.id) == ["cut00000"])
        // And a run that went well puts an end to it.
        good = RunRecord(id: "good0001", volume: "/media/fox", started: .now)
        good.device = device
        good.result = .converged
        try store.end(good, base: Base(draft: "hunt", run: good.id, at: .now, files: [:]))
        #expect(try store.unfinishedRuns(of: device).isEmpty)
    }

    @Test("who waited for another fox-sync looks at the device again")
    func readsAgainAfterWaiting() throws {
        let host = try SyncBench()
        let draft = ["settings.txt": Scenario.settings(call: "K1ABC")]
        try host.setDraft(draft)
        let volume = MemoryVolume()
        try volume.put("settings.txt", factory)
        let lock = Mutex<DeviceLock?>(try host.lock())
        let report = try host.run(volume) { event in
            guard case .waiting = event else { return }
            // The other one pushes the same draft, and is done.
            try? volume.put("settings.txt", draft["settings.txt"])
            lock.withLock { $0 = nil }
        }.get()
        #expect(report.run.result == .converged)
    }

    @Test("a left-over that shares its clusters with the new file does not take them along")
    func crossLinked() throws {
        let host = try SyncBench()
        let new = Scenario.wav(2000, 3)
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": new])
        let base = MemoryVolume()
        try base.put("settings.txt", factory)
        for number in 0..<15 { try base.put("note\(number).doc", [1]) }
        try base.put("audio.wav", Scenario.wav(1500, 9))
        for number in 15..<30 { try base.put("note\(number).doc", [1]) }
        let counter = FaultVolume(MemoryVolume(base.medium))
        _ = try SyncBench(copying: host).run(counter).get()
        let rename = try #require(counter.trace.firstIndex { $0.hasPrefix("rename") }) + 1
        var linked = 0
        for seed in 1...60 as ClosedRange<UInt64> {
            let volume = MemoryVolume(base.medium)
            let host = try SyncBench(copying: host)
            defer { host.remove() }
            _ = host.run(CrashVolume(volume, at: rename, seed: seed) { host.keepDatabase() })
            host.restoreDatabase()
            var image = volume.medium
            guard image.damage.contains(where: { $0.kind == .crossLinked }) else { continue }
            linked += 1
            // The first visit may end with a mount that turned read-only.
            for _ in 1...2 {
                let visit = MemoryVolume(image)
                _ = try host.run(visit).get()
                image = visit.medium
            }
            #expect(image.damage.isEmpty, "seed \(seed)")
            let files = MemoryVolume(image).files
            #expect(files["audio.wav"] == new, "seed \(seed)")
            #expect(files.keys.filter(isTemporary).isEmpty, "seed \(seed)")
        }
        #expect(linked > 0)
    }

    @Test("a removal whose folder fsync failed is done again, until the entry is off the medium")
    func removalIsRepeated() throws {
        let scenario = try Scenario.removedAudio()
        let counter = FaultVolume(MemoryVolume(scenario.image))
        _ = try SyncBench(copying: scenario.host).run(counter).get()
        let removal = try #require(counter.trace.firstIndex { $0 == "remove audio2.wav" })
        let sync = try #require(
            counter.trace[removal...].firstIndex { $0 == "fsync of the folder" })
        let volume = MemoryVolume(scenario.image)
        let faulty = FaultVolume(volume, Fault(.fails(.io), at: sync + 1))
        let report = try scenario.host.run(faulty).get()
        #expect(faulty.hits == 1)
        #expect(report.run.result == .pushed, "\(report.run.message)")
        let image = volume.medium
        #expect(image.damage.isEmpty)
        #expect(MemoryVolume(image).files["audio2.wav"] == nil)
        #expect(MemoryVolume(image).files.keys.filter(isTemporary).isEmpty)
    }

    @Test("a left-over that fills the volume makes room for the file that it was to become")
    func leftOverMakesRoom() throws {
        let host = try SyncBench()
        try host.setDraft([
            "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": Scenario.wav(20_000, 1),
        ])
        let volume = MemoryVolume(FATImage(clusters: 60))
        try volume.put("settings.txt", factory)
        let counter = FaultVolume(MemoryVolume(volume.medium))
        _ = try SyncBench(copying: host).run(counter).get()
        let number = try #require(counter.trace.firstIndex { $0.hasPrefix("rename") }) + 1
        _ = host.run(FaultVolume(volume, Fault(.fails(.noDevice), at: number, lasts: true)))
        let again = MemoryVolume(volume.medium)
        #expect(try again.entry(DeviceWriter.temporaryName)?.status.size == 40_044)
        let report = try host.run(again).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
    }
}
