// Help that fits a terminal, for the program, its groups and its commands.
import Foundation
import Testing

@testable import fox_sync

@Suite("Help")
struct HelpTests {
    @Test("no line of any help is wider than 80 columns")
    func width() {
        let texts = CommandTable.all.map { ($0.name, $0.help) } + [("", CommandTable.help)]
        for (name, text) in texts {
            for line in text.split(separator: "\n") {
                #expect(line.count <= 80, "\(name): \(line)")
                #expect(!line.hasSuffix(" "), "\(name): \(line)")
            }
        }
    }

    @Test(
        "a group's help lists its commands and exits with 0", arguments: ["draft", "backup", "log"])
    func groups(_ group: String) throws {
        let program = try Program()
        let outcome = try program.run(group, "--help")
        #expect(outcome.status == 0)
        for command in CommandTable.group(group) {
            #expect(outcome.out.contains(command.name), "\(command.name)")
        }
        #expect(
            try program.run(group, "--help", "--json").json()["commands"] != nil || group == "log")
    }

    @Test("--json may stand before the command, as it may behind it")
    func jsonFirst() throws {
        let program = try Program()
        let before = try program.run("--json", "draft", "list")
        #expect(before.status == 0)
        #expect(before.out == (try program.run("draft", "list", "--json").out))
        #expect(try program.run("--json").status == 2)
    }

    @Test("an argument that is no UTF-8 is refused, and makes no draft of another name")
    func notUTF8() throws {
        let program = try Program()
        let outcome = try program.shell("$FOX draft new \"$(printf 'fox\\377')\"").wait()
        #expect(outcome.status == 2)
        #expect(outcome.err.contains("argument 3 is not UTF-8"))
        #expect(!FileManager.default.fileExists(atPath: program.folder + "/home/drafts"))
    }

    @Test("--help --json is an object")
    func json() throws {
        let program = try Program()
        let log = try program.run("log", "--help", "--json").json()
        #expect(log["command"] as? String == "log")
        #expect((log["options"] as? [[String: Any]])?.isEmpty == false)
        let all = try program.run("--help", "--json").json()
        #expect((all["commands"] as? [Any])?.count == CommandTable.all.count)
    }

    @Test("text is broken at blanks, and columns stay columns")
    func wrapping() {
        #expect(TextWrap.lines("one two three", width: 7) == ["one two", "three"])
        #expect(TextWrap.lines("", width: 7) == [""])
        #expect(TextWrap.lines("unbreakable", width: 4) == ["unbreakable"])
        #expect(TextWrap.filled("a b\nc d\n\ne f", width: 5) == "a b c\nd\n\ne f")
        #expect(TextWrap.filled("--k  one two\n--l  x", width: 9) == "--k  one\n     two\n--l  x")
    }
}
