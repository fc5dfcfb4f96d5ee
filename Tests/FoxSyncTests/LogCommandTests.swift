// `log` and `log show` through the real program.
import Foundation
import Testing

@testable import fox_sync

@Suite("fox-sync log")
struct LogCommandTests {
    /// A program with two pushes and one up-to-date run.
    private func synced() throws -> Program {
        let program = try Program()
        let fox = try program.syncedFox()
        try program.run("name", "path:\(fox)", "fox 3")
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        try program.run("sync", "--volume", fox)
        try program.run("sync", "--volume", fox)
        return program
    }

    private func objects(_ outcome: Outcome) throws -> [[String: Any]] { try outcome.objects() }

    @Test("one line a sync, the newest first, aligned, without blanks at the end")
    func list() throws {
        let lines = try synced().run("log").out.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains("up-to-date"))
        #expect(lines[1].contains("pushed"))
        #expect(lines[1].contains("1 file, "))
        #expect(lines[1].contains("verified"))
        #expect(lines.allSatisfy { $0.contains("  fox 3  fox1  ") && !$0.hasSuffix(" ") })
    }

    @Test("--json is one object a line, and filters hold for it too")
    func json() throws {
        let program = try synced()
        let all = try objects(try program.run("log", "--json"))
        #expect(all.map { $0["result"] as? String } == ["up-to-date", "pushed", "pushed"])
        #expect(all.allSatisfy { $0["name"] as? String == "fox 3" })
        let pushed = try objects(
            try program.run("log", "--json", "--result", "pushed", "--draft", "fox1", "-n", "1"))
        #expect(pushed.count == 1)
        #expect(try objects(try program.run("log", "--json", "--draft", "other")).isEmpty)
        #expect(try objects(try program.run("log", "--json", "--until", "yesterday")).isEmpty)
        #expect(
            try objects(
                try program.run("log", "--json", "--since", "an hour ago", "--device", "FOX 3")
            ).count == 3)
    }

    @Test("log show tells the whole story: settings before and after, digests, who, and what next")
    func show() throws {
        let program = try synced()
        let run = try #require(try objects(try program.run("log", "--json"))[1]["run"] as? String)
        let text = try program.run("log", "show", String(run.prefix(6))).out
        for words in [
            "run \(run): pushed", "fox 3 (path:", "fox1, for stock", "looks like stock",
            "K7ABC on 146.565 MHz", "DUTY_CYCLE  100 → 50", "settings.txt", "sha256 ", "backup",
            "audio.wav",
        ] {
            #expect(text.contains(words), "\(words) is missing in \(text)")
        }
        let digests = text.split(separator: "\n").filter { $0.contains("sha256 ") }
        let columns = digests.compactMap { line in
            line.range(of: "sha256").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
        }
        #expect(Set(columns).count == 1, "the digests line up")
        let object = try program.run("log", "show", run, "--json").json()
        let plan = try #require(object["plan"] as? [[String: Any]])
        let changes = plan.compactMap { $0["changes"] as? [[String: Any]] }.flatMap { $0 }
        #expect(changes.contains { $0["key"] as? String == "DUTY_CYCLE" })
        #expect(object["by"] != nil)
    }

    @Test("a name that fits several runs lists them, an empty one is refused, a wrong one is none")
    func names() throws {
        let program = try synced()
        try program.sqlite(
            "INSERT INTO runs (id, kind, volume, started, result)"
                + " VALUES ('aaaaaaa1', 'sync', '/', 1, 'failed'),"
                + " ('aaaaaaa2', 'sync', '/', 2, 'failed')")
        let several = try program.run("log", "show", "aaaa")
        #expect(several.status == 4)
        #expect(several.err.contains("aaaaaaa1") && several.err.contains("aaaaaaa2"))
        #expect(try program.run("log", "show", "AAAAAAA1").status == 0)
        #expect(try program.run("log", "show", "").status == 2)
        let none = try program.run("log", "show", "zzzzzzzzz\u{1b}[31m")
        #expect(none.status == 4)
        #expect(!none.err.contains("\u{1b}"))
    }

    @Test("wrong values are usage errors that name the command's help")
    func usage() throws {
        let program = try Program()
        for arguments in [
            ["log", "-n", "x"], ["log", "--since", "whenever"], ["log", "--result", "good"],
            ["draft", "new", "a", "--firmware", "none"], ["log", "--html", "x", "--follow"],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 2)
            let help = arguments[0] == "draft" ? "draft new" : "log"
            #expect(outcome.err.contains("fox-sync \(help) --help"), "\(outcome.err)")
        }
    }

    @Test("output that cannot be written fails; a reader who leaves is no failure")
    func output() throws {
        let program = try synced()
        func shell(_ line: String) throws -> Outcome {
            try Running(
                "/bin/bash", ["-c", line], program.environment, output: program.folder + "/shell"
            ).wait()
        }
        for command in ["log", "log --json", "status --json", "--help", "log show ''"] {
            let full = try shell("'\(Program.path)' \(command) > /dev/full")
            let expected: Int32 = command == "log show ''" ? 2 : 1
            #expect(full.status == expected, "\(command)")
            if expected == 1 { #expect(full.err.contains("No space left")) }
        }
        let left = try shell(
            "trap '' PIPE; '\(Program.path)' log --json | true; echo ${PIPESTATUS[0]}")
        #expect(left.err.isEmpty)
    }

    @Test("a fox whose name would paint a terminal is shown in plain characters")
    func hostile() throws {
        let program = try Program()
        let fox = try program.factoryFox("evil\u{1b}[31m\nname")
        try program.draft()
        let sync = try program.run("sync", "--volume", fox)
        #expect(!sync.out.contains("\u{1b}"))
        try program.write(
            "CALLSIGN=K1XX\nITU_ZONE=2\nFREQ_MHZ=145.5\n", to: "evil\u{1b}[31m\nname/settings.txt")
        let held = try program.run("sync", "--volume", fox)
        #expect(held.status == 3)
        #expect(held.out.contains("next: fox-sync pull $'path:"))
        for command in [["log"], ["status"], ["devices"], ["backup", "list"]] {
            let outcome = try program.run(command)
            #expect(!outcome.out.contains("\u{1b}"), "\(command)")
        }
    }

    @Test("whatever is named or found, no order to the terminal comes out of it")
    func terminal() throws {
        let program = try Program()
        let marks = "\u{1b}[31m\u{9b}1m\u{202e}x"
        let fox = try program.factoryFox("fox" + marks)
        let settings = "fox" + marks + "/settings.txt"
        try program.write(try program.text(fox + "/settings.txt") + marks + "=1\n", to: settings)
        for command in [
            ["doctor", fox], ["doctor", fox, "--json"], ["sync", "--volume", marks],
            ["sync", "--volume", marks, "--json"], ["resolve", "x", "--keep", marks],
            ["log", "-n", marks], ["draft", "new", marks], ["preview", "a", "--wav", marks],
        ] {
            let outcome = try program.run(command)
            for text in [outcome.out, outcome.err] {
                let shown = text.unicodeScalars.filter {
                    [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
                }
                #expect(shown.isEmpty, "\(command): \(text)")
            }
        }
        // In JSON the value is the same, only written otherwise.
        let answer = try program.run("doctor", fox, "--json").json()
        #expect("\(answer)".contains("\u{202e}"))
    }

    @Test("a painted text keeps its colours, and loses every other escape code")
    func painted() {
        let style = Style(isColoured: true, width: 80)
        let text = style.paint("good", .good) + " → \u{1b}[2J\t\u{7}"
        #expect(
            text.safeForTerminal(isColoured: true)
                == style.paint("good", .good) + " → \\x1b[2J\t\\x07")
        #expect(text.safeForTerminal(isColoured: false).hasPrefix("\\x1b[32mgood\\x1b[0m → "))
    }

    @Test("log --follow shows a sync that ends, and stays quiet in between")
    func follow() throws {
        let program = try synced()
        let fox = program.folder + "/fox"
        let following = try program.startReading("log", "--follow", "--json", "-n", "1")
        defer { following.stop() }
        #expect(try following.line().contains("up-to-date"))
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=70")
        try program.run("sync", "--volume", fox)
        var seen: [String] = []
        while seen.last != "pushed" {
            let object = try JSONSerialization.jsonObject(with: Data(try following.line().utf8))
            seen.append(((object as? [String: Any])?["result"] as? String) ?? "")
        }
        #expect(seen.dropLast().allSatisfy { $0 == "running" })
    }

    @Test("log --follow --result shows each run that comes to it, however the runs overtake")
    func followResults() throws {
        let program = try synced()
        // Three runs under way: one that began before, and is behind the limit, too.
        func begin(_ id: String) throws {
            try program.sqlite(
                """
                CREATE TEMP TABLE one AS SELECT * FROM runs ORDER BY sequence DESC LIMIT 1;
                UPDATE one SET id = '\(id)', result = 'running',
                sequence = (SELECT max(sequence) + 1 FROM runs);
                INSERT INTO runs SELECT * FROM one;
                """)
        }
        func end(_ id: String, _ result: String = "pushed") throws {
            try program.sqlite("UPDATE runs SET result = '\(result)' WHERE id = '\(id)'")
        }
        try begin("aaaaaaaa")
        try begin("bbbbbbbb")
        let following = try program.startReading(
            "log", "--follow", "--json", "-n", "1", "--result", "pushed")
        defer { following.stop() }
        func next() throws -> [String: Any] {
            try #require(
                try JSONSerialization.jsonObject(with: Data(try following.line().utf8))
                    as? [String: Any])
        }
        #expect(try next()["result"] as? String == "pushed")
        try begin("cccccccc")
        try begin("dddddddd")
        try end("dddddddd")
        #expect(try next()["run"] as? String == "dddddddd")
        try end("bbbbbbbb", "held")
        for id in ["cccccccc", "aaaaaaaa"] {
            try end(id)
            let object = try next()
            #expect(object["run"] as? String == id)
            #expect(object["result"] as? String == "pushed")
        }
    }
}
