// A merge changes the draft when nothing stands in the push's way, and not before.
import Foundation
import FoxSystem
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Merges that are carried out")
struct MergeRunTests {
    private static let told =
        "; the draft took over the fox's settings.txt ('fox-sync draft undo hunt' takes that back)"

    /// What stands in the way of a push.
    enum Obstacle: CaseIterable {
        case readOnly, locked, full, stopped, backup
    }

    private let host: SyncBench

    init() throws { host = try SyncBench() }

    private func draft() -> [UInt8]? {
        FileManager.default.contents(atPath: host.places.drafts + "/hunt/settings.txt")
            .map(Array.init)
    }

    /// A fox and its draft, each edited in another key.
    private func edited(comment: Int = 0) throws -> MemoryVolume {
        let fox = MemoryVolume(FATImage(clusters: 60))
        try fox.put("settings.txt", Firmware.stock.factorySettings)
        try host.setDraft(["settings.txt": Scenario.settings(call: "K1ABC")])
        #expect(try host.run(fox).get().run.result == .pushed)
        try fox.put("settings.txt", Scenario.settings(call: "K1ABC", wpm: 12))
        try fox.syncAll()
        try host.setDraft([
            "settings.txt": Scenario.settings(call: "K1ABC", megahertz: "147.1", comment: comment)
        ])
        return MemoryVolume(fox.medium)
    }

    @Test(
        "what cannot be pushed is refused before the draft is touched", arguments: Obstacle.allCases
    )
    func refused(_ obstacle: Obstacle) throws {
        let fox = try edited(comment: obstacle == .full ? 600 : 0)
        let before = draft()
        let stop = StopFlag()
        switch obstacle {
        case .readOnly: fox.turnReadOnly()
        case .locked: #expect(try fox.lock())
        case .full:
            let free = try fox.space().freeUnits
            try fox.put("recording.doc", [UInt8](repeating: 1, count: free * FATImage.clusterSize))
        case .stopped: stop.request()
        case .backup:
            try? FileManager.default.removeItem(atPath: host.places.backups)
            try Data([1]).write(to: URL(fileURLWithPath: host.places.backups))
        }
        let report = try host.run(fox, SyncRun.Options(side: .merge), stop: stop).get()
        #expect(report.error != nil, "\(report.run.message)")
        #expect(draft() == before)
        #expect(!report.run.message.contains("the draft"), "\(report.run.message)")
    }

    @Test("a push that fails after the draft was merged says what became of the draft")
    func failed() throws {
        let fox = try edited()
        let before = draft()
        let report = try host.cut(
            fox, at: "fsync settings.txt", SyncRun.Options(side: .merge), with: .io
        ).get()
        #expect(report.run.result != .pushed)
        #expect(draft() != before)
        #expect(report.run.message.hasSuffix(Self.told), "\(report.run.message)")
    }

    @Test("the log has each change of a merge once")
    func log() throws {
        let fox = try edited()
        let report = try host.run(fox, SyncRun.Options(side: .merge)).get()
        #expect(report.run.result == .pushed)
        #expect(report.run.message.hasSuffix(Self.told), "\(report.run.message)")
        let run = try #require(try host.lastRun())
        let plan = try StateStore(path: host.places.database).plan(of: run.id)
        #expect(plan.map(\.action).prefix(2) == ["pull", "replace"])
        #expect(plan == report.plan?.files.map(PlannedFile.init))
        #expect(plan.flatMap(\.changes).map(\.key) == ["FREQ_MHZ"])
    }
}
