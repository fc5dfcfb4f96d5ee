// The draft commands as people run them; each one that destroys something is undone.
import Foundation
import Testing

@Suite("fox-sync draft", .timeLimit(.minutes(20)))
struct DraftCommandTests {
    private func settings(_ program: Program, _ name: String = "fox1") throws -> String {
        try program.text(program.folder + "/home/drafts/\(name)/settings.txt")
    }

    /// Names and bytes of all that is in the folder of drafts.
    private func drafts(_ program: Program) throws -> [String: Data] {
        let root = program.folder + "/home/drafts"
        guard let paths = FileManager.default.subpaths(atPath: root) else { return [:] }
        return paths.reduce(into: [:]) {
            $0[$1] = FileManager.default.contents(atPath: root + "/" + $1) ?? Data()
        }
    }

    @Test("eight programs that set different keys at once lose none")
    func parallelSets() throws {
        let program = try Program()
        try program.draft()
        let pairs = [
            "MORSE_WPM=12", "MORSE_TONE=700", "MORSE_TONE_VOL=50", "DUTY_CYCLE=50",
            "ATTENUATION=3", "ITU_ZONE=3", "MORSE_FARNSWORTH_WPM=13", "FREQ_MHZ=146.520000",
        ]
        let running = try pairs.map { try program.start("draft", "set", "fox1", $0) }
        let outcomes = try running.map { try $0.wait() }
        #expect(outcomes.map(\.status) == pairs.map { _ in 0 }, "\(outcomes.map(\.err))")
        let lines = Set(try settings(program).split(separator: "\n").map(String.init))
        #expect(lines.isSuperset(of: pairs))
        let versions = try program.run("draft", "undo", "fox1", "--list", "--json").json()
        #expect((versions["versions"] as? [Any])?.count == 1 + pairs.count)
    }

    @Test("several drafts are made, or none")
    func newAllOrNone() throws {
        let program = try Program()
        #expect(try program.run("draft", "new", "b").status == 0)
        #expect(try program.run("draft", "set", "b", "callsign=K7ABC").status == 0)
        let before = try drafts(program)
        let refused = try program.run("draft", "new", "a", "b", "c")
        #expect(refused.status == 3)
        #expect(refused.err.contains("'b'"))
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "new", "a", "a").status == 2)
        #expect(try program.run("draft", "new", "a", "B").status == 1)
        #expect(try drafts(program) == before)
        let made = try program.run("draft", "new", "a", "c", "--json").json()
        #expect((made["message"] as? String)?.contains("next:") == false)
        #expect((made["next"] as? String)?.hasPrefix("fox-sync draft set a ") == true)
    }

    @Test(
        "a name that no draft can have is wrong usage, whoever is given it",
        arguments: ["", " ", " a", "a ", ".a", "-", "a/b", "a\nb", "..", "\u{202e}a"])
    func badNames(_ name: String) throws {
        let program = try Program()
        try program.draft()
        let before = try drafts(program)
        for command in [
            ["draft", "new", "--", name], ["draft", "copy", "fox1", "--", name],
            ["draft", "rename", "fox1", "--", name],
            ["pull", "--volume", try program.factoryFox(), "--", name],
        ] {
            #expect(try program.run(command).status == 2, "\(command)")
        }
        #expect(try drafts(program) == before)
    }

    @Test("--number fills FOX_NUMBER where the firmware has it, and is refused elsewhere")
    func number() throws {
        let program = try Program()
        let names = ["moe", "moi", "mos", "moh", "mo5"]
        #expect(
            try program.run(["draft", "new"] + names + ["--firmware", "jf9som", "--number"]).status
                == 0)
        for (index, name) in names.enumerated() {
            #expect(try settings(program, name).contains("\nFOX_NUMBER=\(index + 1)\n"))
        }
        let stock = try program.run("draft", "new", "x", "--number")
        #expect(stock.status == 2)
        #expect(stock.err.contains("jf9som"))
        let six = (1...6).map { "n\($0)" }
        let many = try program.run(["draft", "new"] + six + ["--firmware", "jf9som", "--number"])
        #expect(many.status == 2)
        #expect(many.err.contains("1 to 5"))
        #expect(try drafts(program).keys.filter { $0.hasPrefix("n") || $0 == "x" }.isEmpty)
    }

    @Test("set --all sets every draft, or none when one cannot take it")
    func setAll() throws {
        let program = try Program()
        try program.draft("a")
        #expect(try program.run("draft", "new", "b", "--firmware", "pacificon").status == 0)
        #expect(try program.run("draft", "set", "--all", "CALLSIGN=K1XYZ").status == 0)
        for name in ["a", "b"] {
            #expect(try settings(program, name).contains("CALLSIGN=K1XYZ\n"))
        }
        let before = try drafts(program)
        let refused = try program.run("draft", "set", "--all", "MORSE_WPM=50")
        #expect(refused.status == 2)
        #expect(refused.err.contains("a: MORSE_WPM"))
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "set").status == 2)
    }

    @Test("undo brings back files and options, step by step, and can be undone")
    func undo() throws {
        let program = try Program()
        try program.draft()
        let first = try drafts(program)
        try program.run("draft", "set", "fox1", "MORSE_WPM=12")
        let second = try drafts(program)
        try program.run("draft", "set", "fox1", "CALLSIGN=", "--off-air", "--firmware", "stock-r2")
        let third = try drafts(program)
        let before = try drafts(program)
        let tooMany = try program.run("draft", "undo", "fox1", "--steps", "9")
        #expect(tooMany.status == 4 && tooMany.err.contains("not 9 changes"), "\(tooMany)")
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "undo", "fox1", "--steps", "2").status == 0)
        #expect(try drafts(program) == first)
        let shown = try program.run("draft", "show", "fox1", "--json").json()
        #expect(shown["offAir"] as? Bool == false)
        #expect(shown["firmware"] as? String == "stock")
        let list = try program.run("draft", "undo", "fox1", "--list", "--json").json()
        let versions = try #require(list["versions"] as? [[String: Any]])
        let newest = try #require(versions.first?["number"] as? Int)
        #expect(versions.first?["before"] as? String == "undo")
        #expect(versions[1]["what"] as? String == "CALLSIGN")
        #expect(try program.run("draft", "undo", "fox1", "--to", "\(newest)").status == 0)
        #expect(try drafts(program) == third)
        #expect(
            try program.run("draft", "show", "fox1", "--json").json()["firmware"] as? String
                == "stock-r2")
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try drafts(program) == second)
        #expect(try program.run("draft", "undo", "fox1", "--to", "99").status == 4)
        #expect(try program.run("draft", "undo", "nobody").status == 4)
    }

    @Test("undo replaces what other programs changed only with --force, and keeps it")
    func undoOverEdits() throws {
        let program = try Program()
        try program.draft()
        try program.run("draft", "set", "fox1", "MORSE_WPM=12")
        try program.wav(to: "home/drafts/fox1/audio.wav", sample: 9)
        let edited = try drafts(program)
        let refused = try program.run("draft", "undo", "fox1")
        #expect(refused.status == 3)
        #expect(refused.err.contains("audio.wav"))
        #expect(refused.err.contains("--force"))
        #expect(
            try program.run("draft", "undo", "fox1", "--to", "1").err.contains(
                "fox-sync draft undo fox1 --to 1 --force"))
        #expect(try program.run("draft", "undo", "fox1", "--dry-run").status == 0)
        #expect(try drafts(program) == edited)
        #expect(try program.run("draft", "undo", "fox1", "--force").status == 0)
        #expect(try drafts(program) != edited)
        let list = try program.run("draft", "undo", "fox1", "--list", "--json").json()
        let newest = try #require((list["versions"] as? [[String: Any]])?.first?["number"] as? Int)
        #expect(try program.run("draft", "undo", "fox1", "--to", "\(newest)").status == 0)
        #expect(try drafts(program) == edited)
    }

    @Test("what is removed comes back, with its foxes")
    func remove() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        let before = try drafts(program)
        let refused = try program.run("draft", "remove", "fox1")
        #expect(refused.status == 3)
        #expect(refused.err.contains("is assigned to"))
        #expect(try program.run("draft", "remove", "fox1", "--force", "--dry-run").status == 0)
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "remove", "fox1", "--force").status == 0)
        #expect(try drafts(program).isEmpty)
        #expect(try program.run("draft", "show", "fox1").status == 4)
        #expect(try program.run("devices").out.contains("no draft"))
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try drafts(program) == before)
        #expect(try program.run("devices").out.contains("draft fox1"))
        #expect(try program.run("sync", "--volume", fox).out.contains("up-to-date"))
    }

    @Test("a folder in a draft is never removed with it")
    func removeRefused() throws {
        let program = try Program()
        try program.draft()
        try program.write("mine", to: "home/drafts/fox1/more/notes")
        let before = try drafts(program)
        let refused = try program.run("draft", "remove", "fox1")
        #expect(refused.status == 1)
        #expect(refused.err.contains("more"))
        #expect(try drafts(program) == before)
    }

    @Test("a draft that is renamed keeps its fox, its base and its versions")
    func rename() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        #expect(try program.run("draft", "rename", "fox1", "hunt").status == 0)
        #expect(try program.run("sync", "--volume", fox).out.contains("up-to-date (hunt)"))
        #expect(try program.run("draft", "undo", "hunt", "--force").status == 0)
        #expect(!(try settings(program, "hunt").contains("K7ABC")))
        try program.draft("other")
        let taken = try program.run("draft", "rename", "other", "hunt")
        #expect(taken.status == 1)
        #expect(try program.run("draft", "rename", "nobody", "x").status == 4)
        #expect(try program.run("draft", "rename", "hunt", "Hunt").status == 0)
    }

    @Test("a copy has the same files, and is for no fox")
    func copy() throws {
        let program = try Program()
        try program.draft()
        #expect(try program.run("draft", "copy", "fox1", "fox2").status == 0)
        #expect(try settings(program, "fox2") == settings(program))
        #expect(try program.run("draft", "copy", "fox1", "fox2").status == 1)
    }

    @Test("factory audio goes from the draft and, with the next sync, from its fox")
    func factoryAudio() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        try program.wav(to: "home/drafts/fox1/audio.wav", sample: 3)
        let before = try drafts(program)
        let refused = try program.run("draft", "factory", "fox1", "audio")
        #expect(refused.status == 3)
        #expect(refused.err.contains("audio.wav"))
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "factory", "fox1", "audio", "--force").status == 0)
        #expect(try program.run("sync", "--volume", fox).status == 0)
        #expect(!FileManager.default.fileExists(atPath: fox + "/audio.wav"))
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try drafts(program) == before)
        #expect(try program.run("sync", "--volume", fox).status == 0)
        #expect(FileManager.default.fileExists(atPath: fox + "/audio.wav"))
    }

    @Test("factory audio also takes a recording that no draft put on the fox")
    func factoryForeignAudio() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.wav(to: "fox/audio.wav", sample: 7)
        #expect(try program.run("draft", "new", "fox1").status == 0)
        #expect(try program.run("draft", "set", "fox1", "callsign=K7ABC").status == 0)
        #expect(try program.run("sync", "--volume", fox).status == 0)
        #expect(FileManager.default.fileExists(atPath: fox + "/audio.wav"))
        #expect(try program.run("draft", "factory", "fox1", "audio").status == 0)
        #expect(try program.run("sync", "--volume", fox).status == 0)
        #expect(!FileManager.default.fileExists(atPath: fox + "/audio.wav"))
    }

    @Test("factory settings are the firmware's own, off the air, and undone")
    func factorySettings() throws {
        let program = try Program()
        try program.draft()
        let before = try drafts(program)
        #expect(try program.run("draft", "factory", "fox1", "settings", "--force").status == 5)
        #expect(try settings(program) == Program.factory)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "factory", "fox1", "all").status == 2)
    }

    @Test("new --from takes a folder, a fox and a backup; over a draft only with --force")
    func newFrom() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        try program.write("x", to: "fox/notes.txt")
        #expect(try program.run("draft", "new", "two", "--from", fox).status == 0)
        #expect(try drafts(program)["two/audio.wav"] == drafts(program)["fox1/audio.wav"])
        #expect(try drafts(program)["two/notes.txt"] == nil)
        #expect(try program.run("draft", "new", "three", "--from", "path:\(fox)").status == 0)
        #expect(try settings(program, "three") == settings(program, "two"))
        let run = try program.newestBackup()
        try program.run("draft", "set", "fox1", "MORSE_WPM=20")
        let before = try drafts(program)
        #expect(try program.run("draft", "new", "fox1", "--from", run).status == 3)
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "new", "fox1", "--from", run, "--force").status == 0)
        #expect(try settings(program) == Program.factory)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try drafts(program) == before)
        #expect(try program.run("draft", "new", "x", "--from", "nobody").status == 4)
        #expect(try program.run("draft", "new", "x", "--from", "/nowhere/").status == 4)
    }

    @Test("an export is a plain copy: it says so, overwrites nothing unasked, follows no link")
    func export() throws {
        let program = try Program()
        try program.draft()
        let target = program.folder + "/card"
        let first = try program.run("draft", "export", "fox1", target)
        #expect(first.status == 0)
        #expect(first.out.contains("no backup"))
        #expect(try program.text(target + "/settings.txt") == settings(program))
        try program.write("mine", to: "card/settings.txt")
        let refused = try program.run("draft", "export", "fox1", target)
        #expect(refused.status == 3)
        #expect(try program.text(target + "/settings.txt") == "mine")
        let victim = try program.write("precious", to: "victim")
        try FileManager.default.removeItem(atPath: target + "/settings.txt")
        try FileManager.default.createSymbolicLink(
            atPath: target + "/settings.txt", withDestinationPath: victim)
        #expect(try program.run("draft", "export", "fox1", target).status == 3)
        #expect(try program.run("draft", "export", "fox1", target, "--force").status == 0)
        #expect(try program.text(victim) == "precious")
        #expect(try program.text(target + "/settings.txt") == settings(program))
    }

    @Test("diff tells what the fox has not yet")
    func diff() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        #expect(try program.run("draft", "diff", "fox1").status == 4)
        try program.run("sync", "--volume", fox)
        #expect(try program.run("draft", "diff", "fox1").out.contains("nothing differs"))
        try program.run("draft", "set", "fox1", "MORSE_WPM=20")
        try program.wav(to: "home/drafts/fox1/audio.wav", sample: 5)
        for option in [["--base"], ["--device", "path:\(fox)"]] {
            let diff = try program.run(["draft", "diff", "fox1"] + option)
            #expect(diff.status == 0, "\(diff.err)")
            #expect(diff.out.contains("MORSE_WPM 15 → 20"))
            #expect(diff.out.contains("audio.wav changed"))
        }
    }

    @Test("a refused value is wrong usage and changes nothing; 5 says that the draft is not valid")
    func refusedValue() throws {
        let program = try Program()
        try program.draft()
        let before = program.allDrafts()
        for value in ["CALLSIGN=k1fox/p", "DUTY_CYCLE=150", "MORSE_WPM=fast", "FOO=1"] {
            let refused = try program.run("draft", "set", "fox1", value)
            #expect(refused.status == 2, "\(value)")
            #expect(program.allDrafts() == before, "\(value)")
        }
        #expect(try program.run("draft", "check", "fox1").status == 0)
        // Fine by itself, and not in this zone.
        let set = try program.run("draft", "set", "fox1", "ITU_ZONE=1", "FREQ_MHZ=146.565")
        #expect(set.status == 5)
        #expect(program.allDrafts() != before)
        #expect(try program.run("draft", "check", "fox1").status == 5)
    }

    @Test("foxes on one channel are a warning and no error, for 'check', 'list' and 'set --all'")
    func collisions() throws {
        let program = try Program()
        for name in ["fox1", "fox2", "fox10"] { try program.draft(name) }
        try program.run("draft", "set", "fox2", "FREQ_MHZ=145.5")
        let words = "fox1 and fox10 both transmit on 146.565 MHz: all the time"
        let check = try program.run("draft", "check")
        #expect(check.status == 0)
        #expect(check.out.contains("warning: \(words) [channel-collision]"), "\(check.out)")
        #expect(check.out.split(separator: "\n").filter { $0.contains("same-id") }.count == 1)
        let list = try program.run("draft", "list")
        #expect(list.status == 0 && list.out.contains("1 pair of foxes can transmit"))
        let json = try program.run("draft", "list", "--json").json()["together"]
        let found = try #require(json as? [[String: Any]])
        #expect(found.map { $0["code"] as? String } == ["channel-collision", "same-id-elsewhere"])
        let set = try program.run("draft", "set", "--all", "FREQ_MHZ=146.52")
        #expect(set.status == 0 && set.out.contains("3 pairs of foxes"), "\(set.out)")
        // What goes onto no fox disturbs none.
        try program.run("draft", "set", "fox1", "--off-air", "DUTY_CYCLE=0")
        try program.write("CALLSIGN=K7ABC/P\n", to: "home/drafts/fox2/settings.txt")
        #expect(!(try program.run("draft", "check").out.contains("channel-collision")))
    }
}
