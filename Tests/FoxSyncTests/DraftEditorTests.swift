// `draft edit` on a pseudo-terminal, with editors that are a line of shell.
import Foundation
import Testing

@Suite(
    "fox-sync draft edit", .enabled(if: isThere("script"), "script(1) is not installed"),
    .timeLimit(.minutes(20)))
struct DraftEditorTests {
    private let program: Program

    init() throws {
        program = try Program()
        try program.draft()
    }

    private var settings: String {
        get throws { try program.text(program.folder + "/home/drafts/fox1/settings.txt") }
    }

    /// Runs `draft edit` as at a terminal: the editor is a script, the answers are typed.
    private func edit(_ editor: String, typing answers: String = "") throws -> Outcome {
        let path = try program.write("#!/bin/sh\n\(editor)\n", to: "editor")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        var environment = program.environment
        environment["VISUAL"] = nil
        environment["EDITOR"] = path
        environment["TMPDIR"] = program.folder
        let running = try Running(
            "/bin/sh",
            [
                "-c",
                "printf '\(answers)' | script -qefc \"'\(Program.path)' draft edit fox1\" /dev/null",
            ], environment, output: program.folder + "/" + UUID().uuidString)
        return try running.wait()
    }

    private var copies: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: program.folder)
                .filter { $0.hasPrefix("fox-sync-edit") }
        }
    }

    @Test("what is saved is in the draft, and undone")
    func saved() throws {
        let before = try settings
        let outcome = try edit("sed -i s/K7ABC/K7XYZ/ \"$1\"")
        #expect(outcome.status == 0, "\(outcome.out)")
        #expect(try settings.contains("CALLSIGN=K7XYZ\n"))
        #expect(try copies.isEmpty)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(try settings == before)
    }

    @Test("saved unchanged, nothing is done; an editor that fails changes nothing")
    func unchanged() throws {
        let before = try settings
        let outcome = try edit("touch \"$1\"")
        #expect(outcome.status == 0)
        #expect(outcome.out.contains("is as it was"))
        let list = try program.run("draft", "undo", "fox1", "--list", "--json").json()
        #expect((list["versions"] as? [Any])?.count == 1)
        let failed = try edit("echo x > \"$1\"; exit 3")
        #expect(failed.status == 1)
        #expect(try settings == before)
        #expect(try copies.isEmpty)
    }

    @Test("an error is shown, and the editor opens again, or not")
    func checked() throws {
        let before = try settings
        let twice = """
            if grep -q =99 "$1"; then sed -i s/=99/=12/ "$1"
            else sed -i s/MORSE_WPM=15/MORSE_WPM=99/ "$1"; fi
            """
        let outcome = try edit(twice, typing: "e\\n")
        #expect(outcome.status == 0, "\(outcome.out)")
        #expect(outcome.out.contains("out-of-range"))
        #expect(try settings.contains("MORSE_WPM=12\n"))
        try program.run("draft", "undo", "fox1")
        let dropped = try edit("sed -i s/MORSE_WPM=15/MORSE_WPM=99/ \"$1\"", typing: "d\\n")
        #expect(dropped.status == 0)
        #expect(try settings == before)
        let kept = try edit("sed -i s/MORSE_WPM=15/MORSE_WPM=99/ \"$1\"", typing: "k\\n")
        #expect(kept.status == 5)
        #expect(try settings.contains("MORSE_WPM=99\n"))
    }

    @Test("a draft that somebody else changes meanwhile stays, and what was typed is kept")
    func meanwhile() throws {
        let outcome = try edit(
            "'\(Program.path)' draft set fox1 MORSE_WPM=20 >/dev/null; sed -i s/K7ABC/K7XYZ/ \"$1\""
        )
        #expect(outcome.status == 3)
        #expect(try settings.contains("MORSE_WPM=20\n") && settings.contains("K7ABC"))
        let copy = try #require(try copies.first)
        #expect(try program.text(program.folder + "/\(copy)/settings.txt").contains("K7XYZ"))
    }

    @Test("without a terminal it is refused, with what works without one")
    func noTerminal() throws {
        let outcome = try program.run("draft", "edit", "fox1")
        #expect(outcome.status == 2)
        #expect(outcome.err.contains("terminal"))
        #expect(try program.run("draft", "edit", "nobody").status == 4)
    }

    @Test("a question at a terminal takes no for an answer, and yes")
    func questions() throws {
        try program.run("draft", "set", "fox1", "MORSE_WPM=20")
        let before = try settings
        func factory(_ answer: String) throws -> Outcome {
            let running = try Running(
                "/bin/sh",
                [
                    "-c",
                    "printf '\(answer)\\n' | script -qefc \"'\(Program.path)' draft factory fox1"
                        + " settings\" /dev/null",
                ], program.environment, output: program.folder + "/" + UUID().uuidString)
            return try running.wait()
        }
        let no = try factory("n")
        #expect(no.status == 3)
        #expect(no.out.contains("Replace them?"))
        #expect(try settings == before)
        #expect(try factory("y").status == 5)
        #expect(try settings == Program.factory)
    }
}
