// What the draft commands refuse, ask and say: never more than there is reason for, never less.
import Foundation
import Testing

@Suite("fox-sync draft: asked and told", .timeLimit(.minutes(20)))
struct DraftGuardTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test("unset says which keys were not set, and keeps no version for nothing")
    func unset() throws {
        try program.draft()
        let (drafts, versions) = (program.allDrafts(), program.allVersions())
        let none = try program.run("draft", "unset", "fox1", "MORSE_WMP", "voice_enable")
        #expect(none.status == 0)
        #expect(
            none.err == "'fox1' does not set MORSE_WMP, VOICE_ENABLE; nothing was removed\n",
            "\(none.err)")
        #expect(program.allDrafts() == drafts)
        #expect(program.allVersions() == versions)
        let some = try program.run("draft", "unset", "fox1", "MORSE_WMP", "DUTY_CYCLE", "--json")
        #expect(some.status == 0)
        #expect(try some.json()["notSet"] as? [String] == ["MORSE_WMP"])
        #expect(try Outcome.objects(in: some.err).count == 1)
        let all = try program.run("draft", "unset", "fox1", "MORSE_TONE", "--json")
        #expect(all.err == "")
        #expect(try all.json()["notSet"] as? [String] == [])
    }

    @Test(
        "a file too large for a version is neither replaced nor removed, whatever asks for it",
        arguments: [
            ("settings.txt", ["draft", "factory", "fox1", "settings", "--force"]),
            ("settings.txt", ["draft", "new", "fox1", "--force"]),
            ("settings.txt", ["draft", "undo", "fox1", "--force"]),
            ("settings.txt", ["draft", "remove", "fox1", "--force"]),
            ("audio.wav", ["draft", "new", "fox1", "--force"]),
            ("audio.wav", ["draft", "undo", "fox1", "--force"]),
        ])
    func tooLarge(_ file: String, _ command: [String]) throws {
        try program.draft()
        try program.run("draft", "set", "fox1", "MORSE_WPM=12")
        let path = program.folder + "/home/drafts/fox1/" + file
        let outcome = try program.shell("truncate -s 67108865 '\(path)'").wait()
        #expect(outcome.status == 0)
        let refused = try program.run(command)
        #expect(refused.status == 1, "\(refused.out)")
        #expect(refused.err.contains("\(file) is too large to be kept: remove it by hand first"))
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(size == 67_108_865)
    }

    @Test("settings that are too large to be read are on no fox: they are asked for like others")
    func longSettings() throws {
        try program.draft()
        let path = program.folder + "/home/drafts/fox1/settings.txt"
        let outcome = try program.shell("yes '# precious' | head -c 100000 >>'\(path)'").wait()
        #expect(outcome.status == 0)
        let before = try program.text(path)
        for command in [["draft", "new", "fox1"], ["draft", "factory", "fox1", "settings"]] {
            let held = try program.run(command)
            #expect(held.status == 3, "\(held.out)")
            #expect(held.err.contains("settings.txt") && held.err.contains("--force"))
            #expect(held.err.contains("try: fox-sync draft copy fox1 NAME"), "\(held.err)")
            #expect(try program.text(path) == before)
        }
        #expect(try program.run("draft", "new", "fox1", "--force").status == 0)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try program.text(path) == before)
    }

    @Test("set --all without a draft, and undo with nothing left, say so")
    func nothingThere() throws {
        let none = try program.run("draft", "set", "--all", "CALLSIGN=K1FOX")
        #expect(none.status == 4)
        #expect(none.err.contains("there is no draft yet"))
        try program.draft()
        try program.run("draft", "set", "fox1", "MORSE_WPM=12")
        var undone = 0
        while try program.run("draft", "undo", "fox1").status == 0 { undone += 1 }
        #expect(undone > 0)
        let last = try program.run("draft", "undo", "fox1")
        #expect(last.status == 4)
        #expect(last.err.contains("are taken back"), "\(last.err)")
    }

    @Test("fix -n tells the errors that fix leaves")
    func fixTried() throws {
        try program.draft()
        try program.run("draft", "unset", "fox1", "CALLSIGN")
        let tried = try program.run("draft", "fix", "fox1", "-n")
        #expect(tried.status == 5)
        #expect(try program.run("draft", "fix", "fox1").status == 5)
    }

    @Test(
        "what is no plain file is never left out silently, nor written over",
        arguments: [
            "mkfifo settings.txt", "ln -s ../fox2/settings.txt settings.txt",
            "mkdir settings.txt", "truncate -s 70000 settings.txt",
            "mv ../fox2/settings.txt . && mkfifo audio.wav",
        ])
    func noFile(_ making: String) throws {
        try program.draft()
        try program.draft("fox2")
        let shell = try program.shell(
            "cd '\(program.folder)/home/drafts/fox1' && rm settings.txt audio.wav && \(making)")
        #expect(try shell.wait().status == 0)
        let file = making.contains("audio") ? "audio.wav" : "settings.txt"
        func names() throws -> [String] {
            // Beside the database is what SQLite needs at the moment.
            try program.names().filter { !$0.hasPrefix("fox-sync.db") }
        }
        let (before, versions) = (try names(), program.allVersions())
        var commands = [
            ["draft", "copy", "fox1", "new"],
            ["draft", "export", "fox1", program.folder + "/card"],
            ["draft", "diff", "fox1", "--version", "1"], ["preview", "fox1"],
        ]
        if file == "settings.txt" {
            commands += [
                ["draft", "set", "fox1", "MORSE_WPM=20"], ["draft", "unset", "fox1", "MORSE_WPM"],
                ["draft", "fix", "fox1"],
            ]
            // What is too large is a file all the same, and kept as a version.
            if !making.contains("truncate") {
                commands += [
                    ["draft", "undo", "fox1", "--force"], ["draft", "new", "fox1", "--force"],
                    ["draft", "factory", "fox1", "settings", "--force"],
                ]
            }
        }
        for command in commands {
            let outcome = try program.run(command)
            #expect(outcome.status == 5, "\(command): \(outcome.out)\(outcome.err)")
            #expect(outcome.err.contains(file), "\(command): \(outcome.err)")
        }
        #expect(try names() == before)
        #expect(program.allVersions() == versions)
        let exported = try program.run("event", "export", "-")
        #expect(exported.err.contains("fox1: ") && exported.err.contains(file))
        let fox = try program.factoryFox()
        let synced = try program.run("sync", "--volume", fox, "--draft", "fox1")
        #expect(synced.status == 5)
        #expect(synced.out.contains(file) && !synced.out.contains("has no settings.txt"))
    }

    @Test("a copy and an export say what they left out")
    func leftOut() throws {
        try program.draft()
        try program.write("x", to: "home/drafts/fox1/notes.txt")
        let copied = try program.run("draft", "copy", "fox1", "fox2")
        #expect(copied.status == 0)
        #expect(copied.out.contains("left out notes.txt"), "\(copied.out)")
        let card = program.folder + "/card"
        let exported = try program.run("draft", "export", "fox1", card)
        #expect(exported.out.contains("left out notes.txt"), "\(exported.out)")
        let json = try program.run("draft", "export", "fox1", card, "--force", "--json").json()
        #expect((json["leftOut"] as? [String: String])?.keys.sorted() == ["notes.txt"])
    }

    @Test("new over a draft asks only when something would be lost")
    func newOver() throws {
        #expect(try program.run("draft", "new", "fresh").status == 0)
        let versions = program.allVersions()
        let again = try program.run("draft", "new", "fresh", "other")
        #expect(again.status == 0, "\(again.err)")
        #expect(again.out.contains("other"))
        #expect(again.out.contains("is as it was"), "\(again.out)")
        #expect(program.allVersions() == versions)
        // What a fox has can be brought back from anywhere.
        let fox = try program.factoryFox()
        try program.draft()
        #expect(try program.run("sync", "--volume", fox, "--draft", "fox1").status == 0)
        let synced = program.allDrafts()
        let replaced = try program.run("draft", "new", "fox1")
        #expect(replaced.status == 0, "\(replaced.err)")
        #expect(replaced.out.contains("fox-sync draft undo fox1"), "\(replaced.out)")
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(program.allDrafts() == synced)
        // Nobody has this but the draft.
        try program.run("draft", "set", "fox1", "MORSE_WPM=20")
        let edited = program.allDrafts()
        let held = try program.run(
            "draft", "new", "x", "fox1", "--firmware", "jf9som", "--number")
        #expect(held.status == 3)
        #expect(held.err.contains("MORSE_WPM"))
        #expect(
            held.err.contains(
                "fox-sync draft new x fox1 --firmware jf9som --number --force"), "\(held.err)")
        #expect(program.allDrafts() == edited)
    }

    @Test("what people read has local times, what scripts read has UTC")
    func times() throws {
        try program.draft()
        let zone = ["TZ": "XYZ-5:30"]
        func run(_ words: String...) throws -> Outcome {
            try Running(
                Program.path, words, program.environment.merging(zone) { $1 },
                output: program.folder + "/" + UUID().uuidString
            ).wait()
        }
        let json = try run("draft", "undo", "fox1", "--list", "--json").json()
        let moment = try #require(
            (json["versions"] as? [[String: Any]])?.first?["moment"] as? String)
        let utc = try #require(ISO8601DateFormatter().date(from: moment), "\(moment)")
        let local = DateFormatter()
        local.locale = Locale(identifier: "en_US_POSIX")
        local.timeZone = TimeZone(secondsFromGMT: 19_800)
        local.dateFormat = "yyyy-MM-dd HH:mm:ss"
        let words = local.string(from: utc)
        for command in [["--list"], ["--dry-run"], ["--force"]] {
            let text = try Running(
                Program.path, ["draft", "undo", "fox1"] + command,
                program.environment.merging(zone) { $1 },
                output: program.folder + "/" + UUID().uuidString
            ).wait().out
            #expect(text.contains(words), "\(text)")
        }
    }

    @Test("a value changed by somebody else while a question waits is never replaced unseen")
    func race() throws {
        guard Terminal.isPossible else { return }
        _ = try program.syncedFox()
        let run = try program.newestBackup()
        try program.run("draft", "set", "fox1", "MORSE_WPM=20")
        for command in [
            ["backup", "restore", run, "--to-draft", "fox1"], ["draft", "new", "fox1"],
            ["draft", "factory", "fox1", "settings"],
        ] {
            try program.run("draft", "set", "fox1", "MORSE_TONE=700")
            let outcome = try Terminal.run(
                program, command,
                .run(
                    "'\(Program.path)' draft set fox1 MORSE_TONE=900 >/dev/null",
                    thenType: "y\n", at: "Replace them?"))
            #expect(outcome.status == 3, "\(command): \(outcome.out)")
            #expect(outcome.out.contains("meanwhile"), "\(outcome.out)")
            #expect(
                try program.text(program.folder + "/home/drafts/fox1/settings.txt")
                    .contains("MORSE_TONE=900\n"))
        }
    }

    @Test("a change that is made is told as made, though its last steps must wait")
    func unfinished() throws {
        try program.draft()
        let shell = try program.sqliteShell()
        try shell.say("BEGIN IMMEDIATE; SELECT 'locked';")
        #expect(try shell.line() == "locked")
        let made = try program.run("draft", "new", "x")
        #expect(made.status == 0)
        #expect(made.err.contains("the next fox-sync command goes on"), "\(made.err)")
        try shell.say("ROLLBACK; SELECT 'free';")
        #expect(try shell.line() == "free")
        let shown = try program.run("draft", "show", "x", "--json").json()
        #expect(shown["firmwareGiven"] as? Bool == true)
        #expect(!program.allVersions().contains { $0.hasPrefix(".transaction") })
    }

    @Test(
        "on a full disk, a draft is there exactly when it was told",
        .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
        arguments: [
            "draft new x", "draft new x --firmware jf9som --from '/proc/self/cwd/from'",
            "draft copy base x",
        ])
    func fullDisk(_ command: String) throws {
        try program.write(Program.factory, to: "from/settings.txt")
        let script = """
            cd '\(program.folder)' && mount -t tmpfs -o size=2m none home || exit 99
            $FOX draft new base >/dev/null || exit 98
            for free in $(seq 0 8 640); do
              rm -rf home/drafts/x home/versions/x home/fill
              dd if=/dev/zero of=home/fill bs=4k 2>/dev/null
              truncate -s -$((free * 1024)) home/fill
              $FOX \(command) >out 2>err; code=$?
              rm home/fill
              $FOX draft list >list || exit 97
              there=0; grep -q '^x ' list && there=1
              echo "$free $code $there $(head -c 100 err | head -1)"
              $FOX draft remove x --force >/dev/null 2>&1
            done
            umount home
            """
        let outcome = try Running(
            "/usr/bin/unshare", ["-m", "--propagation", "private", "sh", "-c", script],
            program.environment.merging(["FOX": Program.path]) { $1 },
            output: program.folder + "/disk"
        ).wait()
        #expect(outcome.status == 0, "\(outcome.err)")
        var (failed, done) = (0, 0)
        for line in outcome.out.split(separator: "\n") {
            let words = line.split(separator: " ")
            let isThere = words[2] == "1"
            #expect(isThere == (words[1] == "0"), "\(line)")
            if isThere { done += 1 } else { failed += 1 }
        }
        #expect(failed > 0 && done > 0, "\(outcome.out)")
    }
}
