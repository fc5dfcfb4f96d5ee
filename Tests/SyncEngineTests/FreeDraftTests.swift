// Whose the one free draft is once its first push was begun, and what leaves it free.
import FoxSystem
import PicoFox
import SyncEngine
import Testing
import VolumeKit

@Suite("The one free draft")
struct FreeDraftTests {
    private let other = DeviceIdentity(serial: "E6614C311B6A0000")

    /// A host with one draft, nobody's.
    private func host() throws -> SyncBench {
        let host = try SyncBench()
        try host.setDraft([
            "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": Scenario.wav(700, 1),
        ])
        return host
    }

    private func fox(_ settings: [UInt8] = Firmware.stock.factorySettings) throws -> MemoryVolume {
        let volume = MemoryVolume()
        try volume.put("settings.txt", settings)
        return volume
    }

    private func assignment(_ host: SyncBench, _ device: DeviceIdentity) throws -> Assignment? {
        try StateStore(path: host.places.database).devices().first { $0.id == device.id }?
            .assignment
    }

    @Test(
        "a first push that was cut or failed keeps its draft, and is finished at the next contact",
        arguments: [Errno.noDevice, .io],
        ["rename foxsync.tmp to audio.wav", "write settings.txt"])
    func begun(_ errno: Errno, _ operation: String) throws {
        let host = try host()
        let volume = try fox()
        let cut = try host.cut(volume, at: operation, with: errno).get()
        #expect([.interrupted, .failed].contains(cut.run.result), "\(cut.run.message)")
        let own = try #require(try assignment(host, SyncBench.device))
        #expect(own.draft == "hunt" && !own.byHand)
        #expect(try host.run(fox(), as: other).get().run.result == .noDraft)
        let report = try host.run(MemoryVolume(volume.medium)).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
        #expect(try host.run(fox(), as: other).get().run.result == .noDraft)
    }

    @Test("a run that stops before its first write leaves the draft free")
    func notBegun() throws {
        let host = try host()
        let stop = StopFlag()
        let volume = try fox()
        let report = try host.run(volume, stop: stop) { event in
            if case .backedUp = event { stop.request() }
        }.get()
        #expect(report.run.result == .interrupted)
        #expect(try assignment(host, SyncBench.device) == nil)
        #expect(try host.run(fox(), as: other).get().run.result == .pushed)
        #expect(try host.run(MemoryVolume(volume.medium)).get().run.result == .noDraft)
    }

    @Test("a run that is held leaves the draft free")
    func held() throws {
        let host = try host()
        let stranger = try fox(Scenario.settings(call: "W1AW"))
        #expect(try host.run(stranger).get().run.result == .held)
        #expect(try assignment(host, SyncBench.device) == nil)
        #expect(try host.run(fox(), as: other).get().run.result == .pushed)
    }

    @Test("a run that was cut is said to be so at the next contact, whatever that comes to")
    func logged() throws {
        let host = try SyncBench()
        let store = try StateStore(path: host.places.database)
        try store.saw(SyncBench.device, at: .now)
        var cut = RunRecord(id: "cut00000", volume: "/media/fox", started: .now)
        cut.device = SyncBench.device.id
        try store.begin(cut)
        #expect(try host.run(fox()).get().run.result == .noDraft)
        #expect(try store.runs(startingWith: "cut").first?.result == .interrupted)
    }
}
