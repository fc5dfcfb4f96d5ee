// For n = 1, 2, …: the n-th operation on the volume fails, and nothing is lost.
import Foundation
import FoxSystem
import SyncEngine
import Testing
import VolumeKit

/// Whether every fault is tried at every operation (`FOX_SYNC_LONG=1`), or one of several in turn,
/// so that a plain `swift test` stays short.
let isLong = ProcessInfo.processInfo.environment["FOX_SYNC_LONG"] == "1"

@Suite("The n-th operation fails, for every n")
struct FaultLoopTests {
    /// A way to fail, and for which operations it makes sense.
    private struct Mode: Sendable {
        let name: String
        let kind: Fault.Kind
        let lasts: Bool

        init(_ name: String, _ kind: Fault.Kind, lasts: Bool = false) {
            self.name = name
            self.kind = kind
            self.lasts = lasts
        }

        var needsNewMount: Bool {
            switch kind {
            case .fails(.noDevice), .pulled, .turnsReadOnly: true
            default: false
            }
        }
    }

    private static let modes: [Mode] = [
        Mode("EIO once", .fails(.io)), Mode("EIO from then on", .fails(.io), lasts: true),
        Mode("ENOSPC once", .fails(.noSpace)),
        Mode("ENOSPC from then on", .fails(.noSpace), lasts: true),
        Mode("EROFS once", .fails(.readOnly)), Mode("read-only from then on", .turnsReadOnly),
        Mode("ENODEV for ever", .fails(.noDevice), lasts: true),
        Mode("EINTR", .fails(.interrupted)),
        Mode("EIO after 1 byte", .failsAfter(1, .io)),
        Mode("EIO after 100 bytes", .failsAfter(100, .io)),
        Mode("ENOSPC after 1000 bytes", .failsAfter(1000, .noSpace), lasts: true),
        Mode("a read lies", .lies), Mode("a write is lost", .losesWrite),
        Mode("every write is lost", .losesWrite, lasts: true), Mode("the plug is pulled", .pulled),
    ]

    @Test(
        "a sync that is hit anywhere loses nothing and is finished later", arguments: Scenario.all)
    func loop(_ maker: Scenario.Maker) throws {
        let scenario = try maker.make()
        let before = Set(scenario.host.backups)
        let clean = FaultVolume(MemoryVolume(scenario.image))
        let host = try SyncBench(copying: scenario.host)
        var plain = ScenarioChecks(scenario: scenario, host: host)
        plain.outcome(host.run(clean, scenario.options), wasHit: false)
        #expect(plain.failures == [])
        host.remove()

        var points = 0
        var hits = 0
        var failures: [String] = []
        for (index, mode) in Self.modes.enumerated() {
            var number = isLong ? 1 : 1 + (index * 5) % Self.step
            while true {
                let volume = MemoryVolume(scenario.image)
                let faulty = FaultVolume(volume, Fault(mode.kind, at: number, lasts: mode.lasts))
                let host = try SyncBench(copying: scenario.host)
                defer { host.remove() }
                var checks = ScenarioChecks(scenario: scenario, host: host)
                let result = host.run(faulty, scenario.options)
                if faulty.count < number { break }
                points += 1
                if faulty.hits > 0 { hits += 1 }
                checks.outcome(result, wasHit: faulty.hits > 0)
                if volume.loose.handles != 0 {
                    checks.failures.append("\(volume.loose.handles) handles stay open")
                }
                checks.oldOrNew(volume)
                let unplugged = MemoryVolume(volume.medium)
                checks.oldOrNew(unplugged, afterCut: true)
                checks.backup(volume, since: before)
                checks.recovers(
                    mode.needsNewMount ? MemoryVolume(volume.medium) : volume,
                    mayHold: mode.kind == .lies)
                if !checks.failures.isEmpty {
                    let operation = faulty.trace[number - 1]
                    failures.append(
                        "\(mode.name) at \(number) (\(operation)): "
                            + checks.failures.joined(separator: "; "))
                }
                number += isLong ? 1 : Self.step
            }
        }
        print(
            "fault loop '\(maker.testDescription)': \(clean.count) operations, \(points) fault points"
                + " in \(Self.modes.count) modes, \(hits) hit, \(failures.count) losses")
        #expect(points > clean.count)
        #expect(hits * 2 > points)
        tell(failures)
    }

    @Test("a pull that is hit anywhere writes nothing to the device and keeps a whole draft")
    func pull() throws {
        let scenario = try Scenario.forcedConflict()
        let options = SyncRun.Options(draft: "hunt", side: .device, replacesEdits: true)
        let folder = { (host: SyncBench) in host.places.drafts + "/hunt/" }
        let names = ["settings.txt", "audio.wav"]
        func draft(_ host: SyncBench) -> [[UInt8]?] {
            names.map {
                FileManager.default.contents(atPath: folder(host) + $0).map { [UInt8]($0) }
            }
        }
        let before = draft(scenario.host)
        let wanted = names.map { scenario.old[$0] }
        var points = 0
        for mode in Self.modes {
            for number in stride(from: 1, through: 100, by: isLong ? 1 : 4) {
                let volume = MemoryVolume(scenario.image)
                let faulty = FaultVolume(volume, Fault(mode.kind, at: number, lasts: mode.lasts))
                let host = try SyncBench(copying: scenario.host)
                defer { host.remove() }
                let result = host.run(faulty, options)
                if faulty.count < number { break }
                points += 1
                #expect(volume.medium == scenario.image)
                #expect(volume.loose.dirty == 0 && volume.loose.handles == 0)
                let isSettings = (try? result.get())?.run.result == RunResult.pulled
                if mode.kind != .lies {
                    #expect(draft(host) == (isSettings == true ? wanted : before))
                }
                volume.endProcess()
                let again = try host.run(MemoryVolume(scenario.image), options).get()
                #expect(again.run.result == .pulled)
                #expect(draft(host) == wanted)
            }
        }
        print("fault loop 'pull': \(points) fault points in \(Self.modes.count) modes")
        #expect(points > 20)
    }

    /// How many operations a plain run leaves out between two that it lets fail.
    private static let step = 13
}
