// The medium loses what the page cache still shows: only reading past the cache notices.
import FoxSystem
import PicoFox
import SyncEngine
import Testing
import VolumeKit

@Suite("The medium spoils a file behind the page cache")
struct SpoiltMediumTests {
    /// Those that write in all the ways there are.
    private static let scenarios: [Scenario.Maker] = [
        .init("first push", Scenario.firstPush), .init("long settings", Scenario.longSettings),
        .init("removed audio", Scenario.removedAudio), .init("recovery", Scenario.recovery),
        .init("restore", Scenario.restore),
    ]

    @Test(
        "what spoils before the last reading is noticed, and written again at the next contact",
        arguments: scenarios)
    func loop(_ maker: Scenario.Maker) throws {
        let scenario = try maker.make()
        let step = isLong ? 1 : 2
        var points = 0
        var refuted = 0
        var failures: [String] = []
        let written = scenario.goal.compactMap { $0.value == nil ? nil : $0.key }
            .filter { scenario.old[$0] != scenario.goal[$0] ?? nil }
        for name in written.sorted() {
            for number in stride(from: 1, through: 1000, by: step) {
                let volume = MemoryVolume(scenario.image)
                let faulty = FaultVolume(volume, Fault(.spoils(name), at: number))
                let host = try SyncBench(copying: scenario.host)
                defer { host.remove() }
                let report = try host.run(faulty, scenario.options).get()
                if faulty.count < number { break }
                points += 1
                var checks = ScenarioChecks(scenario: scenario, host: host)
                if report.run.result == .verificationFailed {
                    refuted += 1
                    checks.isAsked(MemoryVolume(volume.medium), file: name)
                    checks.recovers(volume)
                } else if MemoryVolume(volume.medium).files[name] != volume.files[name] {
                    let isRead = faulty.trace[number...].contains("read back \(name)")
                    if isRead { checks.failures.append("\(report.run.result), and it is spoilt") }
                }
                if !checks.failures.isEmpty {
                    failures.append(
                        "\(name) at \(number) (\(faulty.trace[number - 1])): "
                            + checks.failures.joined(separator: "; "))
                }
            }
        }
        print(
            "spoilt medium '\(maker.testDescription)': \(points) points, \(refuted) noticed,"
                + " \(failures.count) losses")
        #expect(refuted > 0)
        tell(failures)
    }
}

extension ScenarioChecks {
    /// After a new mount the file shows as spoilt: somebody is asked, and nobody is blamed for it.
    ///
    /// - Parameters:
    ///   - volume: The device, mounted anew.
    ///   - file: The file that is spoilt.
    fileprivate mutating func isAsked(_ volume: MemoryVolume, file: String) {
        // A restore is asked for anew, and needs no memory of the first one.
        if scenario.isRestore { return }
        do {
            let other = try SyncBench(copying: host)
            defer { other.remove() }
            let run = try other.run(volume).get().run
            if run.result != .held { failures.append("remounted: \(run.result): \(run.message)") }
            if run.message.contains("since the last sync") || !run.message.contains(file) {
                failures.append("remounted: '\(run.message)'")
            }
            volume.endProcess()
            var after = ScenarioChecks(scenario: scenario, host: other)
            let forced = try other.run(volume, SyncRun.Options(side: .draft)).get().run
            if forced.result != .pushed { failures.append("forced: \(forced.message)") }
            after.atGoal(volume)
            failures += after.failures
        } catch { failures.append("\(error)") }
    }
}
