// `log export`, `log import`, `log prune`, a home that cannot be written, drafts that were shared.
import Foundation
import Testing

@testable import fox_sync

@Suite("Exchanging and keeping the log")
struct ExchangeTests {
    private func synced(_ name: String = "fox") throws -> Program {
        let program = try Program()
        let fox = try program.factoryFox(name)
        try program.draft()
        try program.run("sync", "--volume", fox)
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        try program.run("sync", "--volume", fox)
        return program
    }

    private func ids(_ program: Program) throws -> [String] {
        try program.run("log", "--json", "-n", "100").out.split(separator: "\n").compactMap {
            (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["run"]
                as? String
        }
    }

    @Test("two benches merge their logs, as often as they like, and each keeps its own state")
    func merge() throws {
        let (one, two) = (try synced("a"), try synced("b"))
        let file = one.folder + "/log.jsonl"
        #expect(try one.run("log", "export", file).out.contains("2 syncs"))
        #expect(try two.run("log", "import", file).out == "added 2 syncs\n")
        #expect(
            try two.run("log", "import", file).out == "added 0 syncs, 2 were known already\n")
        let merged = try ids(two)
        #expect(merged.count == 4)
        #expect(merged.filter(try ids(one).contains) == (try ids(one)), "in their own order")
        let run = try #require(try ids(one).first)
        let story = try two.run("log", "show", run, "--json").json()
        #expect(story["origin"] != nil)
        #expect(story["backup"] == nil)
        #expect((story["next"] as? [Any])?.isEmpty == true)
        #expect((story["plan"] as? [Any])?.isEmpty == false)
        // And back again: everything is known there.
        try two.run("log", "export", file)
        #expect(
            try one.run("log", "import", file).out == "added 2 syncs, 2 were known already\n")
        #expect(try one.run("sync", "--volume", one.folder + "/a").out.contains("up-to-date"))
        #expect(try one.run("doctor").out.contains("sound"))
    }

    @Test(
        "what stands beside an export under a foreseeable name is neither opened nor changed",
        arguments: ["link", "hard link", "pipe", "file"])
    func planted(_ trap: String) throws {
        let program = try synced()
        let victim = try program.write("mine", to: "victim")
        let file = program.folder + "/log.jsonl"
        // The program's number is known before it runs: the shell that it replaces has it.
        let plant =
            switch trap {
            case "link": "ln -s '\(victim)'"
            case "hard link": "ln '\(victim)'"
            case "pipe": "mkfifo"
            default: "cp '\(victim)'"
            }
        let running = try Running(
            "/bin/sh",
            ["-c", "\(plant) '\(file).'$$.new; exec '\(Program.path)' log export '\(file)'"],
            program.environment, output: program.folder + "/export")
        #expect(try running.wait().status == 0)
        #expect(try program.text(victim) == "mine")
        #expect(try program.text(file).contains("\"run\""))
    }

    @Test("an imported run opens no journal and no backup, whatever it says")
    func powerless() throws {
        let program = try synced()
        let file = program.folder + "/log.jsonl"
        try program.run("log", "export", file)
        let lines = try program.text(file).replacing("\"pushed\"", with: "\"interrupted\"")
            .replacing("\"done\"", with: "\"begun\"")
        let other = try program.write(
            lines.replacing(try ids(program)[0], with: "aaaaaaaa"), to: "evil.jsonl")
        #expect(try program.run("log", "import", other).status == 0)
        #expect(
            try program.run("sync", "--volume", program.folder + "/fox").out.contains("up-to-date"))
        #expect(try program.run("backup", "restore", "aaaaaaaa").status == 4)
    }

    @Test("one bad line, and nothing is added; the line and its fault are named")
    func hostile() throws {
        let program = try synced()
        let file = program.folder + "/log.jsonl"
        try program.run("log", "export", file)
        let good = try program.text(file).split(separator: "\n").map(String.init)
        let line = try #require(good.last { $0.contains("\"run\"") })
        let id = try ids(program)[0]
        let fresh = line.replacing(id, with: "bbbbbbbb")
        for bad in [
            "nonsense", "{}", "[]", "null", String(repeating: "[", count: 100_000),
            fresh.replacing("bbbbbbbb", with: "../../et"),
            fresh.replacing("\"log\":1", with: "\"log\":2"),
            fresh.replacing("\"pushed\"", with: "\"running\""),
            fresh.replacing("\"pushed\"", with: "\"excellent\""),
            fresh.replacing("\"sequence\":", with: "\"sequence\":999"),
            fresh.replacing("\"sequence\":", with: "\"sequence\":-"),
            fresh.replacing("\"volume\":\"", with: "\"volume\":\"\\u0000"),
            fresh.replacing(
                "\"message\":\"", with: "\"message\":\"" + String(repeating: "x", count: 5000)),
            fresh.replacing("\"digest\":\"", with: "\"digest\":\"zz"),
            fresh.replacing(/"size":[0-9]+/, with: "\"size\":9223372036854775807"),
            String(repeating: " ", count: 6 << 20),
        ] {
            let path = try program.write("\(fresh)\n\(bad)\n", to: "bad.jsonl")
            let outcome = try program.run("log", "import", path, "--json")
            #expect(outcome.status == 1, "\(bad.prefix(80))")
            #expect(outcome.err.contains("line 2: "), "\(outcome.err.prefix(300))")
            #expect(outcome.err.contains("nothing was added"))
            #expect(try ids(program).count == 2)
        }
        #expect(try program.run("log", "import", program.folder + "/none").status == 4)
        #expect(try program.run("log", "import", program.folder).status == 1)
    }

    @Test("names from another bench neither paint the terminal nor become markup")
    func painted() throws {
        let program = try synced()
        let file = program.folder + "/log.jsonl"
        try program.run("log", "export", file)
        let evil = "\\u001b[31m<script>alert(1)</script>\\u202e"
        let lines = try program.text(file).replacing("\"by\":\"", with: "\"by\":\"\(evil)")
            .replacing("\"origin\":\"", with: "\"origin\":\"\(evil)")
            .replacing("\"message\":\"", with: "\"message\":\"\(evil)")
            .replacing("\"key\":\"", with: "\"key\":\"\(evil)")
            .replacing("\"why\":\"", with: "\"why\":\"\(evil)")
        let other = try Program()
        try other.write(lines, to: "log.jsonl")
        #expect(try other.run("log", "import", other.folder + "/log.jsonl").status == 0)
        let page = try other.run("log", "--html", "-").out
        let shown =
            try ids(other).map { try other.run("log", "show", $0).out }
            + [other.run("log").out, page]
        for text in shown {
            #expect(!text.contains("\u{1b}"))
            #expect(!text.contains("\u{202e}"))
        }
        #expect(!page.contains("<script>alert"))
    }

    @Test("old syncs are forgotten, but none that a base, a journal or a backup stands on")
    func prune() throws {
        let program = try synced()
        let fox = program.folder + "/fox"
        for _ in 0..<3 { try program.run("sync", "--volume", fox) }
        let all = try ids(program)
        #expect(try program.run("log", "prune").status == 2)
        #expect(try program.run("log", "prune", "--keep", "1", "-n").out.contains("would forget 2"))
        #expect(try ids(program) == all)
        #expect(try program.run("log", "prune", "--before", "yesterday").out.contains("nothing to"))
        #expect(try program.run("log", "prune", "--keep", "1").out.contains("forgot 2"))
        // The newest, and the two pushes: their backups are still there.
        #expect(try ids(program) == [all[0]] + all[3...])
        try FileManager.default.removeItem(atPath: program.folder + "/home/backups")
        #expect(try program.run("log", "prune", "--keep", "0").status == 0)
        // What verified the fox last is its base.
        #expect(try ids(program).contains(all[3]))
        #expect(try !ids(program).contains(all[4]))
        #expect(try program.run("sync", "--volume", fox).out.contains("up-to-date"))
        #expect(try program.run("doctor").out.contains("sound"))
    }

    @Test("no number in the log is too large to be shown, whoever put it there")
    func hugeNumbers() throws {
        let program = try synced()
        let huge = Int.max
        try program.sqlite(
            """
            UPDATE steps SET from_size = \(huge), to_size = \(huge), milliseconds = \(huge);
            UPDATE plan_files SET from_size = \(huge), to_size = \(huge);
            UPDATE runs SET files = \(huge), bytes = \(huge), cycle = \(huge), finished = \(huge);
            """)
        let runs = try ids(program)
        #expect(runs.count == 2)
        for run in runs {
            #expect(try program.run("log", "show", run).status == 0)
            #expect(try program.run("log", "show", run, "--json").status == 0)
        }
        for words in [["log"], ["status"], ["devices"], ["log", "--html", "-"]] {
            #expect(try program.run(words).status == 0, "\(words)")
        }
    }

    @Test("imported runs push no own run out of the log, and none of them is beyond the present")
    func future() throws {
        let program = try synced()
        let file = program.folder + "/log.jsonl"
        try program.run("log", "export", file)
        let line = try #require(
            try program.text(file).split(separator: "\n").last { $0.contains("\"run\"") })
        let own = try ids(program)
        let others = (100_000..<100_060).map { number in
            line.replacing(own[0], with: "aa\(number)").replacing(
                /"sequence":[0-9]+/, with: "\"sequence\":253402300799999")
        }
        try program.write(others.joined(separator: "\n") + "\n", to: "others.jsonl")
        #expect(
            try program.run("log", "import", program.folder + "/others.jsonl").out
                == "added 60 syncs\n")
        try program.write("[history]\nkeep = 5\n", to: "home/fox-sync.conf")
        #expect(try program.run("sync", "--volume", program.folder + "/fox").status == 0)
        let left = try ids(program)
        #expect(own.allSatisfy(left.contains))
        // The newest is this computer's own, and of the others as many stay.
        #expect(left.first?.hasPrefix("aa1") == false)
        #expect(left.filter { $0.hasPrefix("aa1") }.count == 5)
    }

    @Test("[history] keep: each sync forgets what is too old for its fox")
    func keep() throws {
        let program = try synced()
        try program.write("[history]\nkeep = 3\n", to: "home/fox-sync.conf")
        for _ in 0..<5 { try program.run("sync", "--volume", program.folder + "/fox") }
        // Three, and the two pushes with their backups.
        #expect(try ids(program).count == 5)
        try program.write("[history]\nkeep = none\n", to: "home/fox-sync.conf")
        #expect(try program.run("sync", "--volume", program.folder + "/fox").status == 2)
    }

    @Test(
        "a home on a read-only medium can be looked at; one without a database is empty",
        .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"))
    func readOnlyHome() throws {
        let program = try synced()
        let fox = program.folder + "/fox"
        let commands = [
            "status", "log", "log --json", "draft list", "draft show fox1", "backup list",
            "preview fox1", "devices", "sync -n --volume '\(fox)'", "log --html -",
        ]
        let lines = commands.map {
            "'\(Program.path)' \($0) >/dev/null || echo \"FAILED $?: \($0)\""
        }
        let script = """
            set -e
            mount --bind '\(program.folder)/home' '\(program.folder)/home'
            mount -o remount,bind,ro '\(program.folder)/home'
            set +e
            touch '\(program.folder)/home/x' 2>/dev/null && echo FAILED: it can be written
            \(lines.joined(separator: "\n"))
            '\(Program.path)' doctor | grep -q 'no fox is synced' || echo FAILED: doctor is content
            """
        func inNamespace() throws -> Outcome {
            try Running(
                "/usr/bin/env",
                ["unshare", "-m", "--propagation", "private", "bash", "-c", script],
                program.environment, output: program.folder + "/shell"
            ).wait()
        }
        // The second time with a write-ahead log that nobody has worked in.
        for hasLog in [false, true] {
            let shell = hasLog ? try program.sqliteShell() : nil
            try shell?.say("PRAGMA wal_autocheckpoint=0; UPDATE devices SET name='fox 9';")
            try shell?.say("SELECT name FROM devices;")
            if let shell {
                #expect(try shell.line() == "0")
                #expect(try shell.line() == "fox 9")
            }
            let outcome = try inNamespace()
            #expect(outcome.status == 0, "\(outcome.err)")
            #expect(!outcome.out.contains("FAILED"), "\(outcome.out) \(outcome.err)")
        }
        let empty = try Program()
        for command in [["status"], ["log"], ["backup", "list"], ["draft", "list"], ["devices"]] {
            #expect(try empty.run(command).status == 0, "\(command)")
        }
        #expect(!FileManager.default.fileExists(atPath: empty.folder + "/home/fox-sync.db"))
    }

    @Test(
        "a draft with a conflict copy or an unfinished merge is refused, and says why",
        arguments: [
            "settings.sync-conflict-20261128-190431-ABCDEFG.txt", "settings.txt.orig",
            "audio (anna's conflicted copy 2026-11-28).wav", "settings_REMOTE_1234.txt",
            "settings.txt.rej",
        ])
    func conflictCopies(_ name: String) throws {
        let program = try synced()
        let fox = program.folder + "/fox"
        try program.write("CALLSIGN=K1XX\n", to: "home/drafts/fox1/\(name)")
        let check = try program.run("draft", "check", "fox1", "--json")
        #expect(check.status == 5)
        #expect(check.out.contains("conflict-copy"))
        #expect(try program.run("sync", "--volume", fox).status == 5)
        try FileManager.default.removeItem(atPath: program.folder + "/home/drafts/fox1/\(name)")
        #expect(try program.run("sync", "--volume", fox).status == 0)
        let settings = program.folder + "/home/drafts/fox1/settings.txt"
        let text = try program.text(settings)
        try program.write(
            "<<<<<<< HEAD\n\(text)=======\n\(text)>>>>>>> other\n",
            to: "home/drafts/fox1/settings.txt")
        let merge = try program.run("sync", "--volume", fox, "--json")
        #expect(merge.status == 5)
        #expect(merge.out.contains("merge-markers"))
    }

    @Test("status: each fox once, what waits with its commands, drafts on no fox, a stable order")
    func status() throws {
        let program = try synced()
        for name in ["fox 10", "fox 2"] {
            let fox = try program.factoryFox(name)
            try program.draft("draft \(name)", callsign: "K7ABC")
            try program.run("sync", "--volume", fox, "--draft", "draft \(name)")
            try program.run("name", "path:\(fox)", name)
        }
        try program.draft("spare")
        try program.write(
            try program.text(program.folder + "/fox 2/settings.txt").replacing(
                "146.5", with: "145.5"),
            to: "fox 2/settings.txt")
        try program.run("sync", "--volume", program.folder + "/fox 2")
        let text = try program.run("status").out
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("fox 2 ") && lines[1].hasPrefix("fox 10 "))
        #expect(lines[0].contains("held ") && lines[0].contains("last verified"))
        #expect(
            lines.filter { $0.contains("pushed") }.allSatisfy { $0.ranges(of: "pushed").count == 1 }
        )
        #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
        #expect(text.contains("needs a decision\n  fox 2: edited on the fox"))
        #expect(text.contains("    next: fox-sync pull 'fox 2' 'draft fox 2'"))
        #expect(text.contains("drafts on no fox as they are now: spare\n"))
        #expect(try program.run("status").out == text)
    }
}
