// What SECURITY.md promises about the draft folders of others, and that the tests it names exist.
import Foundation
import Testing

@testable import fox_sync

@Suite("Security")
struct SecurityTests {
    @Test(
        "a link, a pipe or a folder in a draft is refused, and nothing of it reaches the fox",
        .timeLimit(.minutes(20)), arguments: ["settings.txt", "audio.wav"],
        ["link", "pipe", "folder"])
    func traps(_ file: String, _ trap: String) throws {
        let program = try Program()
        try program.draft("hunt")
        let fox = try program.factoryFox()
        let secret = try program.write("CALLSIGN=SECRET\nFREQ_MHZ=146.5\n", to: "secret")
        let path = program.folder + "/home/drafts/hunt/" + file
        try FileManager.default.removeItem(atPath: path)
        switch trap {
        case "link": #expect(symlink(secret, path) == 0)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: #expect(mkdir(path, 0o700) == 0)
        }
        let outcome = try program.run("sync", "--volume", fox, "--draft", "hunt")
        #expect(outcome.status != 0, "\(outcome.out)")
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fox) == ["settings.txt"])
    }

    @Test("a draft that is a link is no draft")
    func link() throws {
        let program = try Program()
        try program.draft("hunt")
        let drafts = program.folder + "/home/drafts/"
        try FileManager.default.moveItem(
            atPath: drafts + "hunt", toPath: program.folder + "/elsewhere")
        #expect(symlink(program.folder + "/elsewhere", drafts + "hunt") == 0)
        let fox = try program.factoryFox()
        #expect(try program.run("draft", "show", "hunt").status == 4)
        #expect(try program.run("sync", "--volume", fox, "--draft", "hunt").status != 0)
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
    }

    @Test("every test and every scenario that SECURITY.md names exists")
    func names() throws {
        let page = try Repository.text("SECURITY.md")
        var tests = ""
        let folder = Repository.path + "/Tests"
        for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init()
        where name.hasSuffix(".swift") {
            tests += try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        }
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.contains("---") }
        let shown = rows.filter { !$0.hasPrefix("| what holds") }
        #expect(shown.count > 15)
        for row in shown {
            let proof = row.split(separator: "|")[1]
            let named = proof.matches(of: /\*([^*]+)\*/).map(\.output.1)
            let scenarios =
                proof.contains("scenario") ? proof.matches(of: /`(\w+)`/).map(\.output.1) : []
            #expect(!named.isEmpty || !scenarios.isEmpty, "\(row)")
            for name in named { #expect(tests.contains("\"\(name)\""), "\(name)") }
            for name in scenarios {
                let path = folder + "/Lab/scenarios/\(name).py"
                #expect(FileManager.default.fileExists(atPath: path), "\(name)")
            }
        }
    }
}
