// What only happens at a terminal: Ctrl-C at a question, the pager, an editor that nobody answers.
import Foundation
import Testing

@Suite(
    "At a terminal", .enabled(if: Terminal.isPossible, "needs python3"), .timeLimit(.minutes(20)))
struct TerminalTests {
    private let program: Program

    init() throws {
        program = try Program()
        _ = try program.syncedFox()
        try program.run("draft", "set", "fox1", "MORSE_WPM=20")
    }

    private var fox: String { "path:\(program.folder)/fox" }

    private func backup() throws -> String {
        try program.newestBackup()
    }

    @Test("Ctrl-C at a question ends the command, with nothing changed")
    func interrupt() throws {
        let before = program.allDrafts()
        let versions = program.allVersions()
        for command in [
            ["pull", fox, "fox1"], ["resolve", fox, "--keep", "device"],
            ["backup", "restore", try backup(), "--to-draft", "fox1"],
            ["draft", "factory", "fox1", "settings"], ["draft", "new", "fox1"],
        ] {
            let outcome = try Terminal.run(
                program, command, .type("\u{3}", at: "Replace them?"))
            #expect(outcome.status == 130, "\(command): \(outcome.out)")
            #expect(program.allDrafts() == before)
            #expect(program.allVersions() == versions)
        }
        // Who says yes is still asked nothing twice.
        let pulled = try Terminal.run(
            program, ["pull", fox, "fox1"], .type("y\n", at: "Replace them?"))
        #expect(pulled.status == 0, "\(pulled.out)")
        #expect(program.allDrafts() != before)
    }

    @Test(
        "an agent whose terminal is closed ends as with SIGTERM",
        .enabled(if: isThere("pgrep"), "needs pgrep"))
    func hangUp() throws {
        try program.write("[mount]\nmode = never\n", to: "home/fox-sync.conf")
        let outcome = try Terminal.run(
            program, ["agent"],
            .run("kill -HUP $(pgrep -P $PPID fox-sync)", thenType: "", at: "watching"))
        #expect(outcome.status == 0, "\(outcome.out)")
        #expect(outcome.out.contains("stopped"))
        #expect(!outcome.out.contains("read again"))
    }

    @Test("without a terminal, a held resolve names itself with --force")
    func resolve() throws {
        try program.run("name", fox, "fox 3")
        for (words, command) in [
            ([fox, "--keep", "device"], "fox-sync resolve 'fox 3' --keep device --force"),
            (
                ["fox 3", "--keep", "device", "--draft", "fox1"],
                "fox-sync resolve 'fox 3' --keep device --draft fox1 --force"
            ),
        ] {
            let held = try program.run(["resolve"] + words)
            #expect(held.status == 3)
            #expect(held.out.contains(command), "\(held.out)")
            let json = try program.run(["resolve"] + words + ["--json"]).json()
            #expect((json["next"] as? [String])?.last == command)
        }
        let pull = try program.run("pull", fox, "fox1")
        #expect(pull.out.contains("fox-sync pull 'fox 3' fox1 --force"), "\(pull.out)")
        #expect(try program.run("resolve", "fox 3", "--keep", "device", "--force").status == 0)
    }

    @Test("no pager is started for what prints nothing through it")
    func pager() throws {
        for (command, isPaged) in [
            (["log", "--html", "-"], false), (["log"], true), (["log", "--no-pager"], false),
        ] {
            let marker = program.folder + "/" + UUID().uuidString
            let outcome = try Terminal.run(
                program, command, environment: ["PAGER": "touch '\(marker)'; cat"])
            #expect(outcome.status == 0, "\(outcome.out)")
            #expect(FileManager.default.fileExists(atPath: marker) == isPaged, "\(command)")
        }
    }

    /// `draft edit` with an editor that is a line of shell.
    private func edit(_ editor: String, _ turns: Terminal.Turn...) throws -> Outcome {
        let path = try program.write("#!/bin/sh\n\(editor)\n", to: "editor")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let environment = ["VISUAL": path, "TMPDIR": program.folder]
        let words = ["draft", "edit", "fox1"]
        return turns.isEmpty
            ? try Terminal.run(program, words, environment: environment)
            : try Terminal.run(program, words, environment: environment, turns[0])
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: program.folder)
            .filter { $0.hasPrefix("fox-sync-edit") }.map { program.folder + "/\($0)/settings.txt" }
    }

    @Test(
        "what was typed is kept and named when nobody answers, or Ctrl-C does",
        arguments: [
            ("\u{4}", Int32(5)), ("\u{3}", Int32(130)),
        ])
    func unanswered(_ key: String, _ status: Int32) throws {
        let before = program.allDrafts()
        let outcome = try edit(
            "sed -i s/MORSE_WPM=20/MORSE_WPM=99/ \"$1\"", .type(key, at: "drop it?"))
        #expect(outcome.status == status, "\(outcome.out)")
        let copy = try #require(try copies().first)
        #expect(try program.text(copy).contains("MORSE_WPM=99"))
        #expect(outcome.out.contains(copy), "\(outcome.out)")
        #expect(program.allDrafts() == before)
    }

    @Test(
        "what a fox would not do is dropped by d, n and q",
        arguments: ["d", "n", "q", "no", "quit"])
    func dropped(_ word: String) throws {
        let before = program.allDrafts()
        let outcome = try edit(
            "sed -i s/MORSE_WPM=20/MORSE_WPM=99/ \"$1\"", .type(word + "\n", at: "drop it?"))
        #expect(outcome.status == 0 && outcome.out.contains("is as it was"), "\(outcome.out)")
        #expect(program.allDrafts() == before)
        #expect(try copies().isEmpty)
    }

    @Test("an editor that fails after it saved leaves what was typed, named")
    func failedEditor() throws {
        let failed = try edit("echo typed >> \"$1\"; exit 3")
        #expect(failed.status == 1)
        let copy = try #require(try copies().first)
        #expect(try program.text(copy).hasSuffix("typed\n"))
        #expect(failed.out.contains(copy), "\(failed.out)")
    }

    @Test("saved as the editor was given it, nothing is done, also where there was no settings.txt")
    func untouched() throws {
        try FileManager.default.removeItem(
            atPath: program.folder + "/home/drafts/fox1/settings.txt")
        let (before, versions) = (program.allDrafts(), program.allVersions())
        let outcome = try edit("touch \"$1\"")
        #expect(outcome.status == 0, "\(outcome.out)")
        #expect(outcome.out.contains("is as it was"))
        #expect(program.allDrafts() == before)
        #expect(program.allVersions() == versions)
        #expect(try copies().isEmpty)
    }
}
