// A request to stop is heard wherever a run may take long.
import FoxSystem
import PicoFox
import SyncEngine
import Synchronization
import Testing
import VolumeKit

@Suite("A request to stop")
struct StopTests {
    @Test("it ends the wait for another fox-sync, and nothing is written anywhere")
    func waiting() throws {
        let (host, fox) = try SyncBench.firstPush()
        let before = fox.medium
        let lock = Mutex<DeviceLock?>(try host.lock())
        let stop = StopFlag()
        let error = #expect(throws: SyncError.self) {
            try host.run(fox, stop: stop) { event in
                if case .waiting = event { stop.request() }
            }.get()
        }
        #expect(error?.code == .stopped)
        #expect(error?.description.contains("waited for process") == true)
        #expect(fox.medium == before)
        #expect(host.backups.isEmpty)
        // What was left of the waiting does not keep the lock from the next one.
        lock.withLock { $0 = nil }
        #expect(try host.run(fox).get().run.result == .pushed)
    }

    @Test("it ends a wait that begins after it")
    func before() throws {
        let (host, fox) = try SyncBench.firstPush()
        let lock = try host.lock()
        let stop = StopFlag()
        stop.request()
        let error = #expect(throws: SyncError.self) { try host.run(fox, stop: stop).get() }
        #expect(error?.code == .stopped)
        withExtendedLifetime(lock) {}
    }

    @Test("a wait that ends by itself goes on with the run")
    func freed() throws {
        let (host, fox) = try SyncBench.firstPush()
        let lock = Mutex<DeviceLock?>(try host.lock())
        let report = try host.run(fox) { event in
            if case .waiting = event { lock.withLock { $0 = nil } }
        }.get()
        #expect(report.run.result == .pushed)
    }

    @Test("it ends a run before its backup, when the plan has just been made")
    func planned() throws {
        let (host, fox) = try SyncBench.firstPush()
        let before = fox.medium
        let stop = StopFlag()
        let record = try host.run(fox, stop: stop) { event in
            if case .planned = event { stop.request() }
        }.get().run
        #expect(record.result == .interrupted)
        #expect(record.message.contains("stopped before the first file"))
        #expect(record.backup == nil)
        #expect(host.backups.isEmpty)
        #expect(fox.medium == before)
    }

    @Test(
        "a forced run that is stopped before its first file says to run it again, and nothing follows"
    )
    func forced() throws {
        let host = try SyncBench()
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC")])
        let fox = MemoryVolume()
        try fox.put("settings.txt", Scenario.settings(call: "W1AW"))
        let before = fox.medium
        let (early, late) = (StopFlag(), StopFlag())
        for stop in [early, late] {
            let options = SyncRun.Options(side: .draft)
            let record = try host.run(MemoryVolume(fox.medium), options, stop: stop) { event in
                switch event {
                case .planned where stop === early: stop.request()
                case .backedUp: stop.request()
                default: break
                }
            }.get().run
            #expect(record.result == .interrupted)
            #expect(record.message.contains("run it again"), "\(record.message)")
            #expect(!record.message.contains("next contact"), "\(record.message)")
        }
        #expect(try host.run(fox).get().run.result == .held)
        #expect(fox.medium == before)
    }

    @Test(
        "a restore that is stopped says with which command it goes on, and so does one that is cut")
    func restore() throws {
        let (host, volume) = try SyncBench.firstPush()
        #expect(try host.run(volume).get().run.result == .pushed)
        let fox = MemoryVolume(volume.medium)
        let pushed = try #require(try host.lastRun())
        let backup = try #require(try BackupStore(folder: host.places.backups).backup(of: pushed))
        let options = SyncRun.Options(restoring: backup)
        let command = "fox-sync backup restore \(pushed.id)"
        for isLate in [false, true] {
            let stop = StopFlag()
            let record = try host.run(MemoryVolume(fox.medium), options, stop: stop) { event in
                switch event {
                case .planned where !isLate: stop.request()
                case .finished: stop.request()
                default: break
                }
            }.get().run
            #expect(record.result == .interrupted)
            #expect(record.message.contains("run '\(command)' again"), "\(record.message)")
            #expect(record.next == [command])
        }
        // One that is killed has it in its journal.
        let record = try host.run(MemoryVolume(fox.medium), options) { event in
            guard case .finished = event else { return }
            let store = try? StateStore(path: host.places.database)
            let entry = try? store?.runs(limit: 1).first
            #expect(entry?.result == .running)
            #expect(entry?.next == [command])
        }.get().run
        #expect(record.result == .restored)
        #expect(record.next.first?.hasPrefix("fox-sync assign") == true)
    }

    @Test("it ends the wait for the draft that another new fox may get")
    func waitingForDraft() throws {
        let (host, fox) = try SyncBench.firstPush()
        let before = fox.medium
        let claim = try DeviceLock.firstContact(folder: host.places.locks, stop: StopFlag()) { _ in
        }
        let stop = StopFlag()
        let record = try host.run(fox, stop: stop) { event in
            if case .waitingForDraft = event { stop.request() }
        }.get().run
        #expect(record.result == .interrupted)
        #expect(record.message.contains("stopped while it waited"))
        #expect(fox.medium == before)
        withExtendedLifetime(claim) {}
    }

    @Test(
        "whatever a fox's serial number is, it has a lock of its own",
        arguments: [
            "drafts", "first-contact", "first-contact.device", "..", "/",
        ])
    func names(serial: String) throws {
        let (host, fox) = try SyncBench.firstPush()
        let report = try host.run(fox, as: DeviceIdentity(serial: serial)).get()
        #expect(report.run.result == .pushed)
    }
}
