// Names of a draft's files and folders that are not quite right: what is said, and where it leads.
import Foundation
import Testing

@Suite("Names in drafts")
struct DraftNamesTests {
    private func folder(_ program: Program, _ name: String = "fox1") -> String {
        program.folder + "/home/drafts/" + name
    }

    private func names(_ program: Program) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder(program)).sorted()
    }

    private func rename(_ program: Program, _ from: String, _ to: String) throws {
        let folder = folder(program)
        try FileManager.default.moveItem(atPath: folder + "/" + from, toPath: folder + "/" + to)
    }

    /// The commands that a check prints.
    private func next(_ program: Program) throws -> [String] {
        try program.run("draft", "check", "fox1").out.split(separator: "\n")
            .filter { $0.hasPrefix("  next: ") }.map { String($0.dropFirst(8)) }
    }

    private func shell(_ command: String, _ program: Program) throws {
        if command.hasPrefix("fox-sync ") {
            let words = command.split(separator: " ").dropFirst().map(String.init)
            #expect(try program.run(words).status == 0)
        } else {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test(
        "the printed next step ends the problem of a name in another letter case",
        arguments: [["audio.wav"], ["settings.txt"], ["audio.wav", "settings.txt"]])
    func nextStep(_ files: [String]) throws {
        let program = try Program()
        try program.draft()
        let before = try names(program)
        let text = try Data(contentsOf: URL(fileURLWithPath: folder(program) + "/settings.txt"))
        for file in files { try rename(program, file, file.uppercased()) }
        let check = try program.run("draft", "check", "fox1")
        #expect(check.status == 5)
        #expect(!check.out.contains("no-callsign"), "\(check.out)")
        let commands = try next(program)
        #expect(commands == ["fox-sync draft fix fox1"])
        for command in commands { try shell(command, program) }
        #expect(try names(program) == before)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: folder(program) + "/settings.txt")) == text)
        #expect(try program.run("draft", "check", "fox1").status == 0)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try names(program).contains(files[0].uppercased()))
        #expect(try !names(program).contains(files[0]))
    }

    @Test("of two spellings the message names both, and the printed command ends it")
    func bothSpellings() throws {
        let program = try Program()
        try program.draft()
        try Data([1]).write(to: URL(fileURLWithPath: folder(program) + "/AUDIO.WAV"))
        let check = try program.run("draft", "check", "fox1")
        #expect(check.status == 5)
        #expect(check.out.contains("'AUDIO.WAV' and 'audio.wav' differ in letter case only"))
        let commands = try next(program)
        #expect(commands.count == 1)
        try shell(commands[0], program)
        #expect(try names(program).filter { $0.lowercased() == "audio.wav" }.count == 1)
        for command in try next(program) { try shell(command, program) }
        #expect(try program.run("draft", "check", "fox1").status != 4)
        #expect(try next(program).isEmpty)
    }

    @Test("a key that is set in Settings.txt is set in it, and names it right")
    func set() throws {
        let program = try Program()
        try program.draft()
        let before = try names(program)
        try rename(program, "settings.txt", "Settings.txt")
        #expect(try program.run("draft", "set", "fox1", "DUTY_CYCLE=50").status == 0)
        #expect(try names(program) == before)
        let text = try program.text(folder(program) + "/settings.txt")
        #expect(text.contains("DUTY_CYCLE=50"))
        #expect(text.contains("CALLSIGN=K7ABC"), "\(text)")
    }

    @Test("two Unicode forms of a name that no firmware uses are no error, and are told apart")
    func unicode() throws {
        let program = try Program()
        try program.draft()
        for name in ["\u{e9}.txt", "e\u{301}.txt"] {
            try Data().write(to: URL(fileURLWithPath: folder(program) + "/" + name))
        }
        #expect(try program.run("draft", "check", "fox1").status == 0)
        #expect(
            try program.run("draft", "set", "fox1", "--firmware", "stock-r2").status == 5)
        let check = try program.run("draft", "check", "fox1")
        #expect(check.status == 5)
        #expect(check.out.contains("u{e9}.txt"), "\(check.out)")
        #expect(check.out.contains("eu{301}.txt") || check.out.contains("e\\u{301}.txt"))
        #expect(!check.out.contains("duplicate-name"))
    }

    @Test("a draft's folder that is a link is told as that by every command")
    func link() throws {
        let program = try Program()
        try program.draft()
        let elsewhere = program.folder + "/elsewhere"
        try FileManager.default.moveItem(atPath: folder(program), toPath: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: folder(program), withDestinationPath: elsewhere)
        let list = try program.run("draft", "list")
        #expect(list.status == 0)
        #expect(list.out.contains("fox1"))
        for words in [
            ["draft", "list"], ["draft", "check", "fox1"],
            ["draft", "set", "fox1", "DUTY_CYCLE=50"],
            ["draft", "show", "fox1"], ["draft", "new", "fox1"], ["draft", "remove", "fox1"],
        ] {
            let told = try program.run(words)
            #expect((told.out + told.err).contains("a draft must be a folder"), "\(words): \(told)")
        }
    }
}
