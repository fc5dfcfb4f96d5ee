// The power goes at every operation, many times, and each time another part of it was written.
import FoxSystem
import SyncEngine
import Testing
import VolumeKit

@Suite("The power goes at the n-th operation, for every n")
struct CrashLoopTests {
    @Test(
        "whatever had reached the medium, nothing is lost and the sync is finished later",
        arguments: Scenario.all)
    func loop(_ maker: Scenario.Maker) throws {
        let scenario = try maker.make()
        let before = Set(scenario.host.backups)
        let counter = FaultVolume(MemoryVolume(scenario.image))
        let host = try SyncBench(copying: scenario.host)
        _ = host.run(counter, scenario.options)
        host.remove()

        var tries = 0
        var linked = 0
        var failures: [String] = []
        let seeds: UInt64 = isLong ? 30 : 1
        let spared = Self.respelling(counter.trace)
        for number in stride(from: 1, through: counter.count, by: isLong ? 1 : 2)
        where !spared.contains(number) {
            for seed in 1...seeds {
                let volume = MemoryVolume(scenario.image)
                let host = try SyncBench(copying: scenario.host)
                defer { host.remove() }
                var checks = ScenarioChecks(scenario: scenario, host: host)
                let crash = CrashVolume(volume, at: number, seed: seed) { host.keepDatabase() }
                let result = host.run(crash, scenario.options)
                host.restoreDatabase()
                tries += 1
                checks.outcome(result, wasHit: true, atCut: true)
                let image = volume.medium
                if image.damage.contains(where: { $0.kind == .crossLinked }) { linked += 1 }
                checks.oldOrNew(MemoryVolume(image), afterCut: true)
                checks.backup(MemoryVolume(image), since: before)
                // A dangling temporary file can turn the first visit read-only.
                checks.recovers(MemoryVolume(image), tries: 3)
                if !checks.failures.isEmpty {
                    failures.append(
                        "seed \(seed) at \(number) (\(counter.trace[number - 1])), \(image.damage): "
                            + checks.failures.joined(separator: "; "))
                }
            }
        }
        print(
            "crash loop '\(maker.testDescription)': \(counter.count) operations, \(seeds) seeds,"
                + " \(tries) cuts, \(linked) cross-linked for a moment, \(failures.count) losses")
        #expect(tries >= (counter.count / 2 - spared.count) * Int(seeds))
        #expect(counter.count >= 15)
        tell(failures)
    }

    /// The operations from a file's old spelling to the new one.
    ///
    /// Nothing is written on purpose between
    /// them, and they last for microseconds. What the kernel might write by itself just then, an entry
    /// without content, no program can help.
    private static func respelling(_ trace: [String]) -> Set<Int> {
        var spared: Set<Int> = []
        var isUnderWay = false
        for (index, operation) in trace.enumerated() {
            if operation.hasPrefix("rename "), !isTemporary(String(operation.dropFirst(7))),
                index + 1 < trace.count, trace[index + 1].hasPrefix("rename ")
            {
                isUnderWay = true
            }
            if operation.hasPrefix("fsync") { isUnderWay = false }
            if isUnderWay { spared.insert(index + 1) }
        }
        return spared
    }
}
