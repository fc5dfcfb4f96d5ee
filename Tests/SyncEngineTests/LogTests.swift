// The log: its order, its filters, and what is kept of a run.
import Foundation
import Testing

@testable import SyncEngine

@Suite("The log")
struct LogTests {
    private func store() throws -> StateStore {
        try StateStore(path: try scratchFolder() + "/fox-sync.db")
    }

    private func run(
        _ id: String, at milliseconds: Int, device: String? = nil, draft: String? = nil,
        _ result: RunResult = .pushed
    ) -> RunRecord {
        var run = RunRecord(id: id, volume: "/mnt", started: Timestamp(milliseconds: milliseconds))
        run.device = device
        run.draft = draft
        run.result = result
        return run
    }

    @Test("runs are listed as they were made, though the clock went back in between")
    func order() throws {
        let store = try store()
        for (id, at) in [("a", 5000), ("b", 100), ("c", 101), ("d", 9000)] {
            try store.end(run(id, at: at))
        }
        #expect(try store.runs(RunQuery()).map(\.id) == ["d", "c", "b", "a"])
        #expect(try store.runs(RunQuery(limit: 2)).map(\.id) == ["d", "c"])
        var query = RunQuery()
        query.oldestFirst = true
        #expect(try store.runs(query).map(\.id) == ["a", "b", "c", "d"])
    }

    @Test("a run keeps its place when it ends after another one began")
    func place() throws {
        let store = try store()
        try store.begin(run("a", at: 10, .running))
        try store.end(run("b", at: 20))
        try store.end(run("a", at: 10))
        #expect(try store.runs(RunQuery()).map(\.id) == ["b", "a"])
    }

    @Test("filters: device, draft, result, since, until and after")
    func filters() throws {
        let store = try store()
        try store.end(run("a", at: 1000, device: "X", draft: "one"))
        try store.end(run("b", at: 2000, device: "Y", draft: "two", .held))
        try store.end(run("c", at: 3000, device: "X", draft: "two", .failed))
        func ids(_ change: (inout RunQuery) -> Void) throws -> [String] {
            var query = RunQuery()
            change(&query)
            return try store.runs(query).map(\.id)
        }
        #expect(try ids { $0.device = "X" } == ["c", "a"])
        #expect(try ids { $0.draft = "two" } == ["c", "b"])
        #expect(try ids { $0.results = [.held, .failed] } == ["c", "b"])
        #expect(try ids { $0.since = Timestamp(milliseconds: 2000) } == ["c", "b"])
        #expect(try ids { $0.until = Timestamp(milliseconds: 2000) } == ["a"])
        #expect(try ids { $0.after = 2000 } == ["c"])
        #expect(
            try ids {
                $0.device = "X"
                $0.since = Timestamp(milliseconds: 1500)
            } == ["c"])
    }

    @Test("a long log is given run by run, and ends when it is told to")
    func streamed() throws {
        let store = try store()
        for number in 0..<50 { try store.end(run("r\(number)", at: number)) }
        var seen: [String] = []
        try store.eachRun(RunQuery()) { run in
            seen.append(run.id)
            return seen.count < 3
        }
        #expect(seen == ["r49", "r48", "r47"])
    }

    @Test("a run is found by a beginning of its name; an empty one finds nothing")
    func prefixes() throws {
        let store = try store()
        for id in ["7k3m9q2x", "7k3zzzzz", "8000aaaa"] { try store.end(run(id, at: 1)) }
        #expect(try store.runs(startingWith: "7K3M").map(\.id) == ["7k3m9q2x"])
        #expect(try store.runs(startingWith: "7k3").count == 2)
        #expect(try store.runs(startingWith: "7k3z").map(\.id) == ["7k3zzzzz"])
        #expect(try store.runs(startingWith: "9").isEmpty)
        #expect(try store.runs(startingWith: "").isEmpty)
        #expect(try store.runs(startingWith: "%").isEmpty)
    }

    @Test("what a run met and planned is kept as it was then")
    func story() throws {
        let store = try store()
        var run = run("a", at: 1, device: "X")
        run.facts.deviceName = "fox 3"
        run.facts.vendor = "AI6YM"
        run.facts.model = "PicoFox"
        run.facts.revision = "2.0"
        run.facts.guess = "stock"
        run.facts.guessReasons = ["one", "two"]
        run.facts.madeBy = "anna@bench"
        run.facts.inDraft = AirFacts(
            callsign: "K7ABC", hertz: 146_565_000, identifier: "K7ABC", cycle: 32_100, isOnAir: true
        )
        run.facts.onFox = AirFacts(
            callsign: "W1AW", hertz: 145_500_000, identifier: "W1AW", cycle: nil, isOnAir: true)
        run.hold = .deviceEdited
        let content = FileContent(of: [1, 2, 3])
        let plan = [
            PlannedFile(
                file: "settings.txt", action: "replace", why: "DUTY_CYCLE", from: content,
                to: content,
                changes: [
                    SettingChange(key: "DUTY_CYCLE", from: "100", to: "50"),
                    SettingChange(key: "CALLSIGN", from: nil, to: ""),
                ]),
            PlannedFile(
                file: "audio.wav", action: "keep", why: "as it was", from: nil, to: content),
        ]
        try store.begin(run, plan: plan)
        try store.end(run, plan: plan)
        let found = try #require(try store.runs(startingWith: "a").first)
        #expect(found.facts == run.facts)
        #expect(found.hold == .deviceEdited)
        #expect(try store.plan(of: "a") == plan)
        try store.name("X", nil)
        #expect(try store.runs(startingWith: "a").first?.facts.deviceName == "fox 3")
    }

    @Test("a device is found in the log although it was forgotten")
    func forgotten() throws {
        let store = try store()
        try store.saw(DeviceIdentity(serial: "E661"), at: .now)
        var run = run("a", at: 1, device: "E661")
        run.facts.deviceName = "Fox 3"
        try store.end(run)
        try store.forget("E661")
        #expect(try store.loggedDevices(matching: "fox 3") == ["E661"])
        #expect(try store.loggedDevices(matching: "e66") == ["E661"])
        #expect(try store.loggedDevices(matching: "f").isEmpty)
    }
}

@Suite("Moments as people type them")
struct TimestampWordsTests {
    /// 2026-11-28 14:30:05 in local time, whatever that is here.
    private let now = Timestamp(words: "2026-11-28 14:30:05", edge: .start, now: .now)

    @Test(
        "each form means what it says, in local time",
        arguments: [
            ("2026-11-28", "2026-11-28 00:00:00"), ("2026-11-28 09:15", "2026-11-28 09:15:00"),
            ("2026-11-28T09:15:30", "2026-11-28 09:15:30"), ("today", "2026-11-28 00:00:00"),
            ("Yesterday", "2026-11-27 00:00:00"), ("2 hours ago", "2026-11-28 12:30:05"),
            ("an hour ago", "2026-11-28 13:30:05"), ("90 min ago", "2026-11-28 13:00:05"),
            ("1 week ago", "2026-11-21 14:30:05"), ("13:00", "2026-11-28 13:00:00"),
            ("now", "2026-11-28 14:30:05"),
        ])
    func forms(_ words: String, _ meant: String) throws {
        let now = try #require(now)
        #expect(Timestamp(words: words, edge: .start, now: now)?.local == meant)
    }

    @Test("until a day includes the day; until a minute does not go beyond it")
    func edges() throws {
        let now = try #require(now)
        func end(_ words: String) -> String? {
            Timestamp(words: words, edge: .end, now: now)?.local
        }
        #expect(end("2026-11-28") == "2026-11-29 00:00:00")
        #expect(end("yesterday") == "2026-11-28 00:00:00")
        #expect(end("today") == "2026-11-29 00:00:00")
        #expect(end("2026-11-28 09:15") == "2026-11-28 09:15:00")
    }

    @Test("UTC is said with a Z, as the program itself prints it")
    func utc() {
        #expect(
            Timestamp(words: "2026-11-28T18:04:31Z", edge: .start)?.iso == "2026-11-28T18:04:31Z")
        #expect(Timestamp(words: "2026-11-28Z", edge: .start)?.iso == "2026-11-28T00:00:00Z")
        #expect(Timestamp(words: "2026-11-28Z", edge: .end)?.iso == "2026-11-29T00:00:00Z")
    }

    @Test(
        "what is no moment is refused",
        arguments: [
            "", "tomorrow", "2026-02-30", "2026-13-01", "26-11-28", "2026-11-28 25:00", "12:60",
            "2026-11-28 09:15 x", "2 fortnights ago", "-2 hours ago", "2 hours", "hours ago",
            "2026/11/28", "١٢:٠٠", "13:00z", "999999999999 days ago",
        ])
    func refused(_ words: String) {
        #expect(Timestamp(words: words, edge: .start) == nil)
    }
}
