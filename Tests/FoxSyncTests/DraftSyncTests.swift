// Where drafts and foxes meet: what a pull may replace, what a restore leaves, what a sync refuses.
import Foundation
import Testing

@Suite("Drafts and foxes", .timeLimit(.minutes(20)))
struct DraftSyncTests {
    private func draft(_ program: Program, _ file: String = "settings.txt") -> Data? {
        FileManager.default.contents(atPath: program.folder + "/home/drafts/fox1/" + file)
    }

    @Test("a pull over changes that are on no fox wants --force, and is undone")
    func pullOverEdits() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        let before = draft(program)
        let held = try program.run("pull", "--volume", fox, "fox1")
        #expect(held.status == 3)
        #expect(held.out.contains("settings.txt (DUTY_CYCLE)"))
        #expect(held.out.contains("--force"))
        let dry = try program.run("pull", "--volume", fox, "fox1", "--dry-run")
        #expect(dry.status == 3 && dry.out == held.out)
        let forced = try program.run("pull", "--volume", fox, "fox1", "--dry-run", "--force")
        #expect(forced.status == 0 && forced.out.contains("would pull"))
        #expect(draft(program) == before)
        #expect(try program.run("pull", "--volume", fox, "fox1", "--force").status == 0)
        #expect(draft(program) != before)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(draft(program) == before)
    }

    @Test("a command that was refused tells of the command, and nothing of the fox")
    func refused() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        try program.draft("other")
        func state() throws -> [String: Any]? {
            let status = try program.run("status", "--json").json()
            return (status["devices"] as? [[String: Any]])?.first
        }
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        let before = draft(program)
        for command in [
            ["pull", "--volume", fox, "fox1"], ["resolve", "path:\(fox)", "--keep", "device"],
        ] {
            let refused = try program.run(command + ["--json"])
            #expect(refused.status == 3)
            #expect(try refused.json()["result"] as? String == "refused")
            // The first command that is offered costs nobody anything.
            let next = try #require(try refused.json()["next"] as? [String])
            #expect(next.first == "fox-sync draft copy fox1 NAME")
            #expect(try state()?["state"] as? String == "behind")
            #expect(try state()?["result"] as? String == "pushed")
        }
        #expect(draft(program) == before)
        #expect(!(try program.run("status").out.contains("needs a decision")))
        #expect(try program.run("sync", "--volume", fox).status == 0)
        // Both sides changed the same key: a merge is refused, and what waits is what waited before.
        let text = try program.text(fox + "/settings.txt")
        try program.write(
            text.replacing("DUTY_CYCLE=50", with: "DUTY_CYCLE=60"), to: "fox/settings.txt")
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=70")
        #expect(try program.run("resolve", "path:\(fox)", "--keep", "merge").status == 3)
        #expect(try state()?["state"] as? String == "behind")
        #expect(try program.run("sync", "--volume", fox).status == 3)
        let held = try state()?["message"] as? String
        #expect(try program.run("resolve", "path:\(fox)", "--keep", "merge").status == 3)
        #expect(try state()?["message"] as? String == held)
        #expect(try program.run("log", "--result", "refused").out.split(separator: "\n").count == 4)
    }

    @Test(
        "a pull or merge into a draft of two foxes names the other one: before, after, in the log")
    func pullOfTwo() throws {
        let program = try Program()
        let (fox, _) = (try program.syncedFox(), try program.factoryFox("other"))
        let other = program.folder + "/other"
        #expect(try program.run("sync", "-v", other, "-d", "fox1").status == 0)
        try program.run("name", "path:\(other)", "k2")
        let words = "the draft 'fox1' is also for k2: the next sync changes that fox, too"
        let settings = fox + "/settings.txt"
        func edit(_ from: String, _ to: String) throws {
            let text = try program.text(settings).replacing(from, with: to)
            try text.write(toFile: settings, atomically: false, encoding: .utf8)
        }
        try edit("146.565", "145.565")
        let dry = try program.run("pull", "-v", fox, "fox1", "--dry-run")
        #expect(dry.status == 0 && dry.out.contains(words), "\(dry.out)")
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        let held = try program.run("pull", "-v", fox, "fox1", "--json").json()
        #expect((held["message"] as? String)?.contains(words) == true, "\(held)")
        let pulled = try program.run("pull", "-v", fox, "fox1", "--force")
        #expect(pulled.status == 0 && pulled.out.contains(words), "\(pulled.out)")
        #expect(try program.run("log", "--json").out.contains(words))
        // What changes nothing in the draft concerns no other fox.
        #expect(!(try program.run("pull", "-v", fox, "fox1").out.contains("k2")))
        try edit("145.565", "145.765")
        let merged = try program.run("resolve", "path:\(fox)", "--keep", "merge")
        #expect(merged.status == 0 && merged.out.contains(words), "\(merged.out)")
    }

    @Test("a merge that changes only the draft says so")
    func mergeSaysSo() throws {
        let program = try Program()
        let fox = try program.editedFox()
        let before = draft(program)
        let merged = try program.run("resolve", "path:\(fox)", "--keep", "merge")
        #expect(merged.status == 0)
        #expect(merged.out.contains("converged"))
        #expect(merged.out.contains("the draft took over the fox's settings.txt"))
        #expect(draft(program) != before)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(draft(program) == before)
    }

    @Test("after a restore, the command that it prints brings the draft back onto the fox")
    func restoreThenAssign() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        try program.write("[]", to: "fox/sstv.jpg")
        let run = try program.newestBackup()
        let dry = try program.run("backup", "restore", run, "--dry-run")
        #expect(dry.out.contains("would restore"))
        #expect(dry.out.contains("not in the backup"))
        #expect(!dry.out.contains("in the draft") && !dry.out.contains("from the draft"))
        let restored = try program.run("backup", "restore", run, "--json")
        #expect(restored.status == 0)
        let report = try restored.json()
        #expect(
            "\(report["warnings"] ?? "")".contains("sstv.jpg is on the fox, and not in the backup"))
        #expect(try program.run("sync", "--volume", fox).status == 3)
        let next = try #require((report["next"] as? [String])?.first)
        let words = next.split(separator: " ").map(String.init)
        #expect(words.prefix(2) == ["fox-sync", "assign"])
        #expect(try program.run(Array(words.dropFirst())).status == 0)
        let pushed = try program.run("sync", "--volume", fox)
        #expect(pushed.status == 0, "\(pushed.out)")
        #expect(try program.text(fox + "/settings.txt").contains("CALLSIGN=K7ABC"))
        #expect(FileManager.default.fileExists(atPath: fox + "/audio.wav"))
        #expect(FileManager.default.fileExists(atPath: fox + "/sstv.jpg"))
    }

    @Test("a backup goes into a draft, over edits only with --force, and is undone whole")
    func restoreToDraft() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.write("line", to: "fox/songs.txt")
        try program.draft()
        try program.run("sync", "--volume", fox)
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        let before = draft(program)
        let run = try program.newestBackup()
        for dry in [["--dry-run"], []] {
            let held = try program.run(["backup", "restore", run, "--to-draft", "fox1"] + dry)
            #expect(held.status == 3)
            #expect(held.err.contains("changes that are on no fox"), "\(held.err)")
            for name in ["../x", "a/b"] {
                let refused = try program.run(["backup", "restore", run, "--to-draft", name] + dry)
                #expect(refused.status == 2)
                #expect(refused.err.contains("a draft's name cannot"), "\(refused.err)")
            }
        }
        #expect(draft(program) == before)
        #expect(
            try program.run("backup", "restore", run, "--to-draft", "fox1", "-n", "--force").status
                == 0)
        #expect(
            try program.run("backup", "restore", run, "--to-draft", "fox1", "--force").status == 0)
        #expect(draft(program, "audio.wav") == nil)
        #expect(draft(program, "songs.txt") != nil)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(draft(program) == before)
        #expect(draft(program, "audio.wav") != nil)
        // No firmware of this draft uses it, and yet it goes with the change that brought it.
        #expect(draft(program, "songs.txt") == nil)
    }

    /// Puts something into a draft that must not be there.
    private static let obstacles: [String: @Sendable (String) throws -> Void] = [
        "a folder": {
            try FileManager.default.createDirectory(
                atPath: $0 + "/more", withIntermediateDirectories: true)
        },
        "a link": {
            try FileManager.default.removeItem(atPath: $0 + "/audio.wav")
            try FileManager.default.createSymbolicLink(
                atPath: $0 + "/audio.wav", withDestinationPath: "/etc/passwd")
        },
        "a FIFO": {
            try FileManager.default.removeItem(atPath: $0 + "/audio.wav")
            #expect(mkfifo($0 + "/audio.wav", 0o600) == 0)
        },
        "100 MB": {
            let file = try #require(FileHandle(forWritingAtPath: $0 + "/audio.wav"))
            try file.truncate(atOffset: 100 << 20)
        },
        "60 MB of settings": {
            let file = try #require(FileHandle(forWritingAtPath: $0 + "/settings.txt"))
            try file.truncate(atOffset: 60 << 20)
        },
        "a colon": { try Data().write(to: URL(fileURLWithPath: $0 + "/a:b.wav")) },
        "a blank at the end": { try Data().write(to: URL(fileURLWithPath: $0 + "/notes ")) },
        "another case": { try Data().write(to: URL(fileURLWithPath: $0 + "/AUDIO.WAV")) },
    ]

    @Test(
        "what cannot be on a fox is an error of the draft, for a check as for a sync",
        arguments: [
            ("a folder", "not-a-file"), ("a link", "not-a-file"), ("a FIFO", "not-a-file"),
            ("100 MB", "file-too-large"), ("60 MB of settings", "settings-too-large"),
            ("a colon", "file-name"),
            ("a blank at the end", "file-name"), ("another case", "duplicate-name"),
        ])
    func refused(_ obstacle: String, _ code: String) throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let put = try #require(Self.obstacles[obstacle])
        try put(program.folder + "/home/drafts/fox1")
        let check = try program.run("draft", "check", "fox1")
        #expect(check.status == 5, "\(check.err)")
        #expect(check.out.contains("[\(code)]"), "\(check.out)")
        let sync = try program.run("sync", "--volume", fox)
        #expect(sync.status == 5, "\(sync.out)")
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
    }

    @Test("a held fox that is pulled into another draft stays held")
    func pulledElsewhere() throws {
        let program = try Program()
        let fox = try program.editedFox("146.5", "145.3")
        let edited = try program.text(fox + "/settings.txt")
        #expect(try program.run("sync", "--volume", fox).status == 3)
        #expect(try program.run("pull", "--volume", fox, "other").status == 0)
        #expect(try program.text(program.folder + "/home/drafts/other/settings.txt") == edited)
        #expect(try program.run("sync", "--volume", fox).status == 3)
        #expect(try program.text(fox + "/settings.txt") == edited)
    }

    @Test("what the firmware would delete is refused; what editors leave is not")
    func foreignFiles() throws {
        let program = try Program()
        try program.draft()
        for name in [".settings.txt.swp", "settings.txt~", "#settings.txt#", "4913", ".DS_Store"] {
            try program.write("x", to: "home/drafts/fox1/" + name)
        }
        #expect(try program.run("draft", "check", "fox1").status == 0)
        try program.write("x", to: "home/drafts/fox1/notes.txt")
        #expect(try program.run("draft", "check", "fox1").status == 0)
        try program.run("draft", "set", "fox1", "--firmware", "stock-r2")
        let check = try program.run("draft", "check", "fox1")
        #expect(check.status == 5)
        #expect(check.out.contains("would delete 'notes.txt'"))
    }
}
