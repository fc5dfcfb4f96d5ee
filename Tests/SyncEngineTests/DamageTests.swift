// A known fox that cannot be read is a run with its next step; a stranger's stick is nobody's affair.
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("A fox that cannot be read")
struct DamageTests {
    /// A fox that has its draft.
    private func synced() throws -> (host: SyncBench, fox: MemoryVolume) {
        let (host, fox) = try SyncBench.firstPush()
        #expect(try host.run(fox).get().run.result == .pushed)
        return (host, fox)
    }

    @Test(
        "a file that cannot be read is damage, and the fox is left as it is",
        arguments: ["settings.txt", "audio.wav"])
    func unreadable(_ file: String) throws {
        let (host, fox) = try synced()
        defer { host.remove() }
        let base = try host.base()
        let counter = FaultVolume(MemoryVolume(fox.medium))
        let copy = try SyncBench(copying: host)
        defer { copy.remove() }
        _ = try copy.run(counter).get()
        let index = try #require(
            counter.trace.firstIndex { $0.hasPrefix("read") && $0.hasSuffix(file) },
            "\(counter.trace)")
        let report = try host.run(FaultVolume(fox, Fault(.fails(.io), at: index + 1))).get()
        // The program asks twice for settings.txt, and the second answer is a good one.
        let result: RunResult = file == "settings.txt" ? .upToDate : .damaged
        #expect(report.run.result == result, "\(report.run.message)")
        #expect(try host.base()?.run == base?.run)
        if result == .damaged {
            #expect(report.run.message.contains(file))
            #expect(!report.run.next.isEmpty)
            #expect(report.run.facts.onFox == nil)
            #expect(try host.lastRun()?.result == .damaged)
        }
        #expect(try host.run(fox).get().run.result == .upToDate)
    }

    @Test("a known fox without settings.txt is in the log; one that nobody knows is not")
    func withoutSettings() throws {
        let (host, fox) = try synced()
        defer { host.remove() }
        try fox.remove("settings.txt")
        for options in [
            SyncRun.Options(), SyncRun.Options(draft: "hunt", side: .device),
            SyncRun.Options(side: .draft),
        ] {
            let report = try host.run(fox, options).get()
            #expect(report.run.result == .damaged)
            #expect(report.run.message.contains("there is no settings.txt; switch it off and on"))
            #expect(report.run.next.first == "fox-sync sync")
            #expect(report.steps.isEmpty)
            #expect(try host.lastRun()?.id == report.run.id)
        }
        let known = try host.lastRun()?.id
        let stranger = host.run(fox, as: DeviceIdentity(serial: "STRANGER"))
        #expect(throws: SyncError.self) { try stranger.get() }
        #expect(try host.lastRun()?.id == known)
    }

    @Test("a fox that has gone is not damaged, although its folder looks empty")
    func gone() throws {
        let (host, fox) = try synced()
        defer { host.remove() }
        try fox.remove("settings.txt")
        let known = try host.lastRun()?.id
        let result = host.run(FaultVolume(fox, Fault(.fails(.noDevice), at: 2, lasts: true)))
        #expect(throws: SyncError.self) { try result.get() }
        #expect(try host.lastRun()?.id == known)
    }
}
