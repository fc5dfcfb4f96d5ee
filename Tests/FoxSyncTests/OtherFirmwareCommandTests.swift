// What a person is told whose draft, or whose silence, is not what the fox would make of it.
import Foundation
import Testing

@Suite("What a draft means")
struct OtherFirmwareCommandTests {
    @Test("a guessed firmware is called so, and the fox's own is not forgotten after a push")
    func guessed() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.write(
            "CALLSIGN=K1FOX\nITU_ZONE=2\n# channel 3\nFREQ_MHZ=145.30\nVOICE_ENABLE=1\n",
            to: "home/drafts/h/settings.txt")
        let check = try program.run("draft", "check", "h")
        #expect(check.status == 0)
        #expect(check.out.contains("h (pacificon, guessed): valid"), "\(check.out)")
        let checked = try program.run("draft", "check", "h", "--json").json()["drafts"]
        #expect((checked as? [[String: Any]])?.first?["firmwareGiven"] as? Bool == false)
        let held = try program.run("sync", "--volume", fox, "--draft", "h")
        #expect(held.status == 3)
        let words = held.out.replacing(/\s+/, with: " ")
        #expect(words.contains("frequency 145.300 → 146.565 MHz"), "\(held.out)")
        #expect(held.out.contains("fox-sync sync --volume \(fox) --draft h --force"))
        #expect(held.out.contains("fox-sync draft set h --firmware stock"))
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
        #expect(try program.run("sync", "--volume", fox, "--force").status == 0)
        let next = try program.run("sync", "--volume", fox, "--json")
        let run = try #require((try next.json()["runs"] as? [[String: Any]])?.first)
        #expect(run["result"] as? String == "up-to-date")
        #expect(
            (run["warnings"] as? [String])?.contains { $0.contains("looks like stock") } == true)
        #expect(try program.run("doctor", fox, "--json").json()["guess"] as? String == "stock")
        // Whoever says the firmware is told what it makes of the draft.
        let said = try program.run("draft", "set", "h", "--firmware", "stock")
        #expect(said.status == 5)
        #expect(said.out.contains("[hidden-line]"))
        #expect(try program.run("draft", "fix", "h").status == 0)
        #expect(try program.run("sync", "--volume", fox).status == 0)
    }

    @Test(
        "silence that was asked for is told by a sync, and ends when a sync finds the draft on the air"
    )
    func silence() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let settings = "home/drafts/fox1/settings.txt"
        func write(_ old: String, _ new: String) throws {
            let text = try program.text(program.folder + "/" + settings)
            try program.write(text.replacing(old, with: new), to: settings)
        }
        func isOffAir() throws -> Bool? {
            try program.run("draft", "show", "fox1", "--json").json()["offAir"] as? Bool
        }
        try program.run("draft", "set", "fox1", "--off-air", "DUTY_CYCLE=0")
        let silent = try program.run("sync", "--volume", fox, "--json")
        #expect(silent.status == 0)
        let run = try #require((try silent.json()["runs"] as? [[String: Any]])?.first)
        let warnings = try #require(run["warnings"] as? [String])
        #expect(warnings.contains("off the air, as asked (--off-air)"), "\(warnings)")
        try write("DUTY_CYCLE=0", "DUTY_CYCLE=100")
        #expect(try program.run("sync", "--volume", fox, "--dry-run").status == 0)
        #expect(try isOffAir() == true)
        let loud = try program.run("sync", "--volume", fox)
        #expect(loud.status == 0)
        #expect(!loud.out.contains("as asked"))
        #expect(try isOffAir() == false)
        try write("CALLSIGN=K7ABC", "CALLSIGN=")
        #expect(try program.run("draft", "check", "fox1").status == 5)
        #expect(try program.run("sync", "--volume", fox).status == 5)
        #expect(try program.text(fox + "/settings.txt").contains("CALLSIGN=K7ABC\n"))
    }

    @Test("fix leaves an unfinished merge to a person", arguments: [false, true])
    func unfinishedMerge(isDryRun: Bool) throws {
        let program = try Program()
        try program.draft()
        let text = """
            CALLSIGN=K7ABC
            <<<<<<< HEAD
            FREQ_MHZ=145.3
            =======
            FREQ_MHZ=145.5
            >>>>>>> other
            ITU_ZONE=2

            """
        try program.write(text, to: "home/drafts/fox1/settings.txt")
        let words = ["draft", "fix", "fox1"] + (isDryRun ? ["--dry-run"] : [])
        let fixed = try program.run(words)
        #expect(fixed.status == 5)
        #expect(fixed.out.contains("fox1: not fixed") && fixed.out.contains("[merge-markers]"))
        #expect(!fixed.out.contains("nothing to fix"))
        #expect(try program.text(program.folder + "/home/drafts/fox1/settings.txt") == text)
        let told = try program.run(words + ["--json"]).json()
        #expect(told["changed"] as? Bool == false)
        #expect((told["errors"] as? [[String: Any]])?.count == 1)
    }
}
