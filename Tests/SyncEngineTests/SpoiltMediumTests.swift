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

@Suite("The medium spoils its tables behind the page cache")
struct SpoiltTableTests {
    private static let scenarios: [Scenario.Maker] = [
        .init("pad", Scenario.settingsGrow), .init("held-dir", Scenario.longSettings),
        .init("first push", Scenario.firstPush), .init("removal", Scenario.removedAudio),
        .init("stale ID", Scenario.staleID), .init("restore", Scenario.restore),
    ]

    @Test(
        "a table that is spoilt before its last reading is never verified, and is written again",
        arguments: scenarios, FATPlace.allCases)
    func loop(_ maker: Scenario.Maker, _ place: FATPlace) throws {
        let scenario = try maker.make()
        var refuted = 0
        var failures: [String] = []
        for name in scenario.goal.keys.filter({ scenario.old[$0] != scenario.goal[$0] ?? nil })
            .sorted()
        {
            var number = 1
            while true {
                let volume = MemoryVolume(scenario.image)
                let faulty = FaultVolume(volume, Fault(.spoilsTable(place, name), at: number))
                let host = try SyncBench(copying: scenario.host)
                defer { host.remove() }
                let report = try host.run(faulty, scenario.options).get()
                if faulty.count < number { break }
                var checks = ScenarioChecks(scenario: scenario, host: host)
                let medium = volume.medium
                let isSpoilt =
                    !medium.damage.isEmpty || !medium.tablesAreAlike
                    || MemoryVolume(medium).files != volume.files
                if report.run.result == .verificationFailed {
                    refuted += 1
                    if report.run.next.isEmpty { checks.failures.append("no next command") }
                    // What is none of the written files' is for fsck: there is nothing to write again.
                    checks.isWrittenAgain(
                        volume, mayBeWhole: report.run.message.contains("fsck.vfat"))
                } else if isSpoilt, report.run.method == .direct,
                    [.pushed, .restored].contains(report.run.result)
                {
                    let isRead = faulty.trace[(number - 1)...].contains("read blocks")
                    if isRead { checks.failures.append("\(report.run.result), and it is spoilt") }
                }
                if !checks.failures.isEmpty {
                    failures.append(
                        "\(name) at \(number) (\(faulty.trace[number - 1])): \(report.run.message): "
                            + checks.failures.joined(separator: "; "))
                }
                number += isLong ? 1 : 2
            }
        }
        print(
            "spoilt tables '\(maker.testDescription)', \(place.rawValue): \(refuted) noticed,"
                + " \(failures.count) losses")
        #expect(refuted > 0)
        tell(failures)
    }

    @Test("where the device's node may not be opened, the word says so")
    func closed() throws {
        let scenario = try Scenario.firstPush()
        let host = try SyncBench(copying: scenario.host)
        defer { host.remove() }
        let run = try host.run(MemoryVolume(scenario.image, opensBlocks: false)).get().run
        #expect(run.result == .pushed)
        #expect(run.method == .data && run.method?.words == "verified (data)")
        let open = try SyncBench(copying: scenario.host)
        defer { open.remove() }
        let report = try open.run(MemoryVolume(scenario.image)).get()
        #expect(report.run.method == .direct)
        #expect(report.steps.compactMap(\.method).allSatisfy { $0 == .direct })
    }

    @Test("a check that finds nothing to do reads no table")
    func upToDate() throws {
        let scenario = try Scenario.firstPush()
        let host = try SyncBench(copying: scenario.host)
        defer { host.remove() }
        let volume = MemoryVolume(scenario.image)
        _ = try host.run(volume).get()
        volume.endProcess()
        let quiet = FaultVolume(volume)
        #expect(try host.run(quiet).get().run.result == .upToDate)
        #expect(!quiet.trace.contains { $0.hasPrefix("read blocks") })
    }

    @Test("the message names the file, what is wrong, and how to go on")
    func words() throws {
        let scenario = try Scenario.firstPush()
        let host = try SyncBench(copying: scenario.host)
        defer { host.remove() }
        let counter = FaultVolume(MemoryVolume(scenario.image))
        _ = try SyncBench(copying: scenario.host).run(counter).get()
        let last = try #require(counter.trace.lastIndex { $0.hasPrefix("syncfs") })
        let volume = MemoryVolume(scenario.image)
        let fault = Fault(.spoilsTable(.firstTable, "audio.wav"), at: last + 2)
        let run = try host.run(FaultVolume(volume, fault)).get().run
        #expect(run.result == .verificationFailed)
        #expect(
            run.message.contains("audio.wav: its cluster chain breaks off after"), "\(run.message)")
        #expect(run.message.contains("of 2,444 bytes in the first FAT"), "\(run.message)")
        #expect(run.next == ["fox-sync sync"])
    }
}

extension ScenarioChecks {
    /// The next contact writes what is not proven; the medium then is what the kernel shows.
    ///
    /// - Parameters:
    ///   - volume: The device, still mounted.
    ///   - mayBeWhole: Whether nothing of the files is wrong.
    fileprivate mutating func isWrittenAgain(_ volume: MemoryVolume, mayBeWhole: Bool) {
        volume.endProcess()
        do {
            let run = try host.run(volume, scenario.options).get().run
            if ![.pushed, .restored].contains(run.result), !(mayBeWhole && run.result == .converged)
            {
                failures.append("then \(run.result): \(run.message)")
            }
            let medium = MemoryVolume(volume.medium)
            for (name, wanted) in scenario.goal where medium.files[name] ?? nil != wanted {
                if name != "settings.txt" || wanted == nil {
                    failures.append("then the medium has another \(name): \(run.message)")
                }
            }
            let own = Set(scenario.goal.keys)
            for damage in volume.medium.damage where own.contains(damage.name) {
                failures.append("then \(damage)")
            }
        } catch { failures.append("\(error)") }
    }
}
