// What an import changes: what was edited in the table, and nothing else.
import Foundation
import Testing

@Suite("fox-sync event import: what it changes", .timeLimit(.minutes(20)))
struct EventImportTests {
    private let program: Program

    init() throws { program = try Program() }

    private var table: String { program.folder + "/hunt.csv" }

    private func settings(_ name: String) throws -> String {
        try program.text(program.folder + "/home/drafts/\(name)/settings.txt")
    }

    private func rows(_ outcome: Outcome) throws -> [[String: Any]] {
        try #require(try outcome.json()["rows"] as? [[String: Any]], "\(outcome.out)")
    }

    /// Drafts as people leave them: other spellings, refused values, foreign keys, nothing at all.
    private func oddDrafts() throws {
        try program.draft("short")
        try program.write(
            "CALLSIGN=k7abc\nITU_ZONE=2\nFREQ_MHZ=145.400\nVOICE_ENABLE=1\nMORSE_WPM = 20\n",
            to: "home/drafts/short/settings.txt")
        try program.write("CALLSIGN=K7ABC\nFREQ_MHZ=99\n", to: "home/drafts/refused/settings.txt")
        try program.write("CALLSIGN=K7ABC\nFREQ_MHZ=145,4", to: "home/drafts/comma/settings.txt")
        try program.write("CALLSIGN=K7\tABC\rX\n", to: "home/drafts/control/settings.txt")
        try program.wav(to: "home/drafts/bare/audio.wav")
        try program.write("RIFF", to: "home/drafts/refused/audio.wav")
        try program.sound("home/drafts/comma/audio.wav")
    }

    @Test("an export that was not edited changes nothing when it comes back")
    func neutral() throws {
        try oddDrafts()
        let fox = try program.factoryFox()
        #expect(try program.run("sync", "--volume", fox, "--draft", "short").status != 4)
        try program.run("assign", "path:\(fox)", "short")
        try program.sqlite("UPDATE assignments SET by_hand = 0")
        let (drafts, versions) = (program.allDrafts(), program.allVersions())
        let devices = try program.run("devices", "--json").out
        let shown = try program.run("draft", "list", "--json").out
        #expect(try program.run("event", "export", table).status == 0)
        let dry = try program.run("event", "import", table, "--dry-run", "--json")
        #expect(
            try rows(dry).map { $0["change"] as? String } == Array(repeating: "unchanged", count: 5)
        )
        let imported = try program.run("event", "import", table)
        #expect(imported.err == "")
        #expect(imported.out.contains("5 unchanged"), "\(imported.out)")
        #expect(program.allDrafts() == drafts)
        #expect(program.allVersions() == versions)
        #expect(try program.run("devices", "--json").out == devices)
        #expect(try program.run("draft", "list", "--json").out == shown)
    }

    @Test("whatever is in drafts, an export that comes back changes nothing", arguments: 1...8)
    func neutralAnyway(_ seed: Int) throws {
        var random = Seeded(UInt64(seed))
        let keys = [
            "CALLSIGN", "freq_mhz", "FREQ_MHZ", "MORSE_WPM", "MORSE_FARNSWORTH_WPM", "ATTENUATION",
            "VOICE_ENABLE", "AUDIO_MODE", "FOX_NUMBER", "XYZ",
        ]
        let values = [
            "", "1", "15", "99", "145.4", "145,4", "146.565000 MHz", "on", "WAV", "k7abc",
            "a \"b\"", "a;b,c", "x\ty", "x\ry", "\u{a0}x\u{a0}", "\u{202e}5", "=1+1", "fast",
        ]
        var table = "name,device\n"
        for (index, name) in ["a", "b c", "q\"uo,te", "ü;ü"].enumerated() {
            if Bool.random(using: &random) {
                let firmware = ["stock", "stock-r2", "jf9som", "pacificon"][
                    Int.random(in: 0..<4, using: &random)]
                try program.run("draft", "new", name, "--firmware", firmware)
            }
            let lines = (0..<Int.random(in: 0...9, using: &random)).map { _ in
                let key = keys[Int.random(in: 0..<keys.count, using: &random)]
                let value = values[Int.random(in: 0..<values.count, using: &random)]
                return key + ["=", " = ", "= "][Int.random(in: 0..<3, using: &random)] + value
            }
            let end = Bool.random(using: &random) ? "\n" : ""
            try program.write(
                lines.joined(separator: "\n") + end, to: "home/drafts/\(name)/settings.txt")
            if Bool.random(using: &random) {
                try program.write("RIFF", to: "home/drafts/\(name)/audio.wav")
            }
            table += "\"\(name.replacing("\"", with: "\"\""))\",E6614C311B6A5B0\(index)\n"
        }
        #expect(
            try program.run("event", "import", try program.write(table, to: "give.csv")).err == "")
        let (drafts, versions) = (program.allDrafts(), program.allVersions())
        let devices = try program.run("devices", "--json").out
        #expect(try program.run("event", "export", self.table).status == 0)
        let dry = try program.run("event", "import", self.table, "-n", "--json")
        #expect(try rows(dry).allSatisfy { $0["change"] as? String == "unchanged" }, "\(dry.out)")
        #expect(try program.run("event", "import", self.table).err == "")
        #expect(program.allDrafts() == drafts)
        #expect(program.allVersions() == versions)
        #expect(try program.run("devices", "--json").out == devices)
    }

    /// Numbers that are the same again with the same seed (xorshift64*).
    private struct Seeded: RandomNumberGenerator {
        private var state: UInt64

        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

        mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }

    @Test("only what was edited is changed; the rest of the text stays as it was typed")
    func edited() throws {
        try program.draft("a")
        try program.write(
            "CALLSIGN=k7abc\nITU_ZONE=2\nFREQ_MHZ=145.400\nMORSE_WPM=15\n# mine\n",
            to: "home/drafts/a/settings.txt")
        try program.draft("b")
        try program.run("event", "export", table)
        let text = try program.text(table)
        try program.write(
            text.replacing("145.400", with: "145.4000").replacing(",15,", with: ",20,"),
            to: "hunt.csv")
        let dry = try program.run("event", "import", table, "-n")
        #expect(dry.status == 0, "\(dry.err)")
        #expect(dry.out.contains("a  would change: MORSE_WPM 15 → 20\n"), "\(dry.out)")
        #expect(!dry.out.contains("FREQ_MHZ"))
        let list = try rows(program.run("event", "import", table, "-n", "--json"))
        #expect(list.map { $0["row"] as? Int } == [2, 3])
        #expect(list.map { $0["draft"] as? String } == ["a", "b"])
        #expect(list[0]["change"] as? String == "changed")
        let changes = try #require(list[0]["settings"] as? [[String: Any]])
        #expect(changes.map { $0["key"] as? String } == ["MORSE_WPM"])
        #expect(try program.run("event", "import", table).status == 0)
        #expect(
            try settings("a")
                == "CALLSIGN=k7abc\nITU_ZONE=2\nFREQ_MHZ=145.400\nMORSE_WPM=20\n# mine\n")
    }

    @Test("a dry run says of each row what it would do: made, changed in what, unchanged")
    func dryRun() throws {
        try program.draft("old")
        try program.draft("same")
        try program.wav(to: "sounds/b.wav", sample: 9)
        let file = try program.write(
            """
            name,callsign,frequency,device,audio,firmware
            new,K7ABC,145.3,,,
            old,K7XYZ,,E6614C311B6A5B2C,sounds/b.wav,stock-r2
            same,K7ABC,,,,

            """, to: "hunt.csv")
        let before = program.allDrafts()
        let dry = try program.run("event", "import", file, "--dry-run")
        #expect(dry.out.contains("new   would be made: "), "\(dry.out)")
        for words in [
            "CALLSIGN K7ABC → K7XYZ", "audio.wav", "for E6614C311B6A5B2C",
            "firmware stock → stock-r2", "same  unchanged", "nothing was done",
        ] {
            #expect(dry.out.contains(words), "\(words): \(dry.out)")
        }
        let list = try rows(program.run("event", "import", file, "--dry-run", "--json"))
        #expect(list.map { $0["change"] as? String } == ["made", "changed", "unchanged"])
        #expect(list[1]["files"] as? [String] == ["audio.wav"])
        #expect(list[1]["device"] as? String == "E6614C311B6A5B2C")
        #expect(list[1]["firmware"] as? String == "stock-r2")
        #expect(list[2]["settings"] == nil)
        #expect(program.allDrafts() == before)
        let done = try program.run("event", "import", file, "--json")
        #expect(try rows(done).map { $0["change"] as? String } == ["made", "changed", "unchanged"])
    }

    @Test("what an import would refuse is exported, with a warning that names draft and key")
    func warned() throws {
        try oddDrafts()
        let exported = try program.run("event", "export", table)
        #expect(exported.status == 0)
        for words in [
            "refused: FREQ_MHZ", "comma: FREQ_MHZ", "short: VOICE_ENABLE", "control: CALLSIGN",
        ] {
            #expect(exported.err.contains(words), "\(words): \(exported.err)")
        }
        #expect(!exported.err.contains("bare"))
        for line in try program.run("event", "export", "-").err.split(separator: "\n") {
            #expect(line.hasPrefix("warning: "))
        }
        let again = try program.run("event", "export", table, "--force", "--json")
        for line in again.err.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect((object as? [String: Any])?["message"] is String)
        }
        // Elsewhere it is refused, by row and column.
        let other = try Program()
        let refused = try other.run("event", "import", table)
        #expect(refused.status == 5)
        #expect(refused.err.contains("column 'frequency'"), "\(refused.err)")
        #expect(other.allDrafts().isEmpty)
    }

    @Test("a value that is refused is refused in a draft that has it, too, when it is edited")
    func stillRefused() throws {
        try oddDrafts()
        try program.run("event", "export", table)
        try program.write(
            try program.text(table).replacing(",99,", with: ",98,"), to: "hunt.csv")
        let before = program.allDrafts()
        let refused = try program.run("event", "import", table)
        #expect(refused.status == 5)
        #expect(refused.err.contains("column 'frequency'"), "\(refused.err)")
        #expect(program.allDrafts() == before)
    }

    @Test("undo gives the foxes back what they had before the import, and can be undone")
    func undo() throws {
        let (free, taken) = ("E6614C311B6A5B2C", "E6614C311B6A5B2D")
        for name in ["a", "b", "c"] { try program.draft(name) }
        let first = try program.write("name,device\nc,\(taken)\n", to: "first.csv")
        #expect(try program.run("event", "import", first).status == 0)
        func drafts() throws -> [String: String] {
            let list = try program.run("devices", "--json").json()["devices"] as? [[String: Any]]
            return (list ?? []).reduce(into: [:]) {
                $0[$1["device"] as? String ?? ""] = $1["draft"] as? String ?? "none"
            }
        }
        let file = try program.write(
            "name,callsign,device\na,K7XYZ,\(free)\nb,,\(taken)\n", to: "hunt.csv")
        #expect(try program.run("event", "import", file).status == 0)
        #expect(try drafts() == [free: "a", taken: "b"])
        let undone = try program.run("draft", "undo", "b")
        #expect(undone.status == 0, "\(undone.err)")
        #expect(undone.out.contains("\(taken) gets 'c' again"), "\(undone.out)")
        #expect(try drafts() == [free: "a", taken: "c"])
        #expect(try program.run("draft", "undo", "a").out.contains("\(free) has no draft again"))
        #expect(try drafts() == [free: "none", taken: "c"])
        let versions = try program.run("draft", "undo", "a", "--list", "--json").json()
        let newest = try #require(
            (versions["versions"] as? [[String: Any]])?.first?["number"] as? Int)
        #expect(try program.run("draft", "undo", "a", "--to", "\(newest)").status == 0)
        #expect(try settings("a").contains("K7XYZ"))
        #expect(try drafts()[free] == "a")
        // What somebody decided since then stays, and is told.
        #expect(try program.run("assign", free, "c").status == 0)
        let kept = try program.run("draft", "undo", "a")
        #expect(kept.status == 0)
        #expect(kept.out.contains("\(free) keeps 'c'"), "\(kept.out)")
        #expect(kept.out.contains("fox-sync unassign \(free)"))
        #expect(try drafts()[free] == "c")
    }
}
