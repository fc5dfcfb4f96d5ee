// Completion: what the program offers at a place, and what shells make of it when somebody types.
import Foundation
import Testing

@testable import fox_sync

@Suite("Completion")
struct CompletionTests {
    /// A draft, a draft with a blank in its name, and a fox called 'fox 3' that has the first.
    private func bench() throws -> Program {
        let program = try Program()
        try program.draft("hunt")
        try program.draft("my hunt")
        let fox = try program.factoryFox()
        #expect(try program.run("sync", "--volume", fox, "--draft", "hunt").status == 0)
        #expect(try program.run("name", "path:", "fox 3").status == 0)
        return program
    }

    private func offered(_ program: Program, _ words: String...) throws -> [String] {
        let outcome = try program.run(["complete", "--"] + words)
        #expect(outcome.status == 0)
        #expect(outcome.err == "")
        return outcome.out.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test("every command is offered, word by word")
    func commands() throws {
        let program = try Program()
        for command in CommandTable.all {
            let words = command.name.split(separator: " ").map(String.init)
            #expect(try offered(program, "").contains(words[0]), "\(command.name)")
            guard words.count == 2 else { continue }
            #expect(try offered(program, words[0], "").contains(words[1]), "\(command.name)")
        }
    }

    @Test("every option that a command's help names is offered, and no other")
    func options() throws {
        let program = try Program()
        for command in CommandTable.all {
            let words = command.name.split(separator: " ").map(String.init)
            let help = try program.run(words + ["--help"]).out
            let named = Set(
                help.split(separator: "\noptions:\n").last?.split(separator: "\n\n")[0]
                    .split(separator: "\n").compactMap { line in
                        line.split(separator: " ").first { $0.hasPrefix("--") }
                            .map { String($0.prefix { $0 != "[" }) }
                    } ?? [])
            let words2 = ["complete", "--"] + words + ["--"]
            let found = Set(
                try program.run(words2).out.split(separator: "\n").map {
                    String($0.prefix { $0 != "\t" })
                })
            #expect(found == named, "\(command.name)")
        }
    }

    @Test("drafts, foxes, runs and settings are those that there are")
    func live() throws {
        let program = try bench()
        let fox = "path:\(program.folder)/fox"
        #expect(try offered(program, "draft", "show", "") == ["hunt", "my hunt"])
        #expect(try offered(program, "assign", "") == ["fox 3", fox])
        #expect(try offered(program, "assign", "fox 3", "") == ["hunt", "my hunt"])
        #expect(try offered(program, "assign", "fox 3", "hunt", "") == [])
        #expect(try offered(program, "sync", "--draft", "") == ["hunt", "my hunt"])
        #expect(try offered(program, "log", "show", "").count == 1)
        #expect(try offered(program, "draft", "set", "hunt", "").contains("FREQ_MHZ="))
        #expect(try offered(program, "draft", "unset", "hunt", "").contains("FREQ_MHZ"))
        #expect(
            try offered(program, "resolve", "--keep=") == [
                "--keep=draft", "--keep=device", "--keep=merge",
            ])
    }

    @Test("a word that may be left out does not hide the one behind it")
    func leftOut() throws {
        let program = try bench()
        #expect(try offered(program, "pull", "").contains("fox 3"))
        #expect(try offered(program, "pull", "").contains("hunt"))
    }

    @Test("a new name is not completed, and names of the file system are the shell's affair")
    func others() throws {
        let program = try bench()
        #expect(try offered(program, "draft", "new", "") == [])
        #expect(try offered(program, "name", "fox 3", "") == [])
        #expect(try offered(program, "sync", "--volume", "") == [":folder"])
        #expect(try offered(program, "preview", "hunt", "--wav", "") == [":file"])
    }

    @Test("completing makes no database and no folder of drafts, and complains about nothing")
    func noTraces() throws {
        let program = try Program()
        for words in [
            ["assign", ""], ["draft", "show", ""], ["log", "show", ""], ["nonsense", ""],
        ] {
            let outcome = try program.run(["complete", "--"] + words)
            #expect(outcome.status == 0)
            #expect(outcome.out == "")
            #expect(outcome.err == "")
        }
        // Beside the lock under which drafts are read.
        let made = try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home")
        #expect(Set(made).isSubset(of: ["locks"]))
    }

    @Test("a tab in a name does not become a meaning, nor an escape an order to the terminal")
    func hostile() {
        let candidate = Completion.Candidate("a\tb\u{1b}[31m", "c\nd")
        #expect(!Completion(candidates: [candidate]).text.contains("\u{1b}"))
        #expect(Completion(candidates: [candidate]).text.filter { $0 == "\t" }.count == 1)
        #expect(!Completion(candidates: [candidate]).text.contains("\n"))
    }

    // MARK: In real shells

    /// How a shell on a terminal of its own is told to complete fox-sync.
    fileprivate static let shells = [
        ("bash", "bash --norc --noprofile -i", "source %/fox-sync.bash"),
        ("zsh", "zsh -f -i", "fpath=(% $fpath); autoload -U compinit; compinit -D -u"),
        ("fish", "fish --no-config -i", "source %/fox-sync.fish"),
    ]

    private static let typed: [(String, [String])] = [
        ("fox-sync dev\\t", ["devices"]), ("fox-sync status beh\\t", ["status", "behind"]),
        ("fox-sync assign fox\\thu\\t", ["assign", "fox 3", "hunt"]),
        ("fox-sync draft show my\\t", ["draft", "show", "my hunt"]),
        ("fox-sync draft set hunt FREQ\\t146.5", ["draft", "set", "hunt", "FREQ_MHZ=146.5"]),
        ("fox-sync resolve path\\t --keep=me\\t", ["resolve", "path:FOX", "--keep=merge"]),
        ("fox-sync sync --vol\\tFO\\t", ["sync", "--volume", "FOX"]),
    ]

    @Test(
        "what is typed with the tabulator arrives at the program",
        .enabled(if: isThere("script"), "script(1) is not installed"),
        .timeLimit(.minutes(20)), arguments: ["bash", "zsh", "fish"])
    func shells(_ name: String) throws {
        if !isThere(name) { try Test.cancel("\(name) is not installed") }
        let shell = try #require(Self.shells.first { $0.0 == name })
        let program = try bench()
        let fox = program.folder + "/fox"
        // In the place of the program: completes with it, and writes down what else it is called with.
        let shim = """
            #!/bin/sh
            [ "$1" != complete ] || exec '\(Program.path)' "$@"
            printf '%s\\n' "$@" end >>'\(program.folder)/typed'
            """
        let path = try program.write(shim, to: "bin/fox-sync")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        var environment = program.environment
        environment["PATH"] = program.folder + "/bin:" + (environment["PATH"] ?? "")
        environment["TERM"] = "dumb"
        environment["HOME"] = program.folder
        environment["XDG_CONFIG_HOME"] = program.folder
        environment["XDG_DATA_HOME"] = program.folder
        let source = shell.2.replacingOccurrences(
            of: "%", with: Repository.path + "/packaging/completions")
        let lines = Self.typed.map {
            $0.0.replacingOccurrences(of: "FO\\t", with: program.folder + "/fo\\t")
        }
        try program.write(
            ([source] + lines + ["exit", ""]).joined(separator: "\n")
                .replacingOccurrences(of: "\\t", with: "\t"), to: "input")
        let running = try Running(
            "/bin/sh",
            ["-c", "exec script -qec '\(shell.1)' /dev/null <'\(program.folder)/input'"],
            environment, output: program.folder + "/terminal")
        let seen = try running.wait().out
        let wanted = Self.typed.map {
            $0.1.map { $0.replacingOccurrences(of: "FOX", with: fox) } + ["end"]
        }
        // Some shells add the slash that a folder's name can have.
        let arrived = try program.text(program.folder + "/typed")
            .replacingOccurrences(of: fox + "/\n", with: fox + "\n")
        #expect(arrived == wanted.flatMap { $0 }.joined(separator: "\n") + "\n", "\(seen)")
    }
}

extension CompletionTests {
    /// Names that a shell would run something of, were they inserted as they are; `#` stands for a number.
    private static let hostile = [
        "$(touch #)", "`touch #`", "x;touch #;", "x';touch #;'", "x\";touch #;\"", "x|touch #",
        "x&&touch #", "x&touch #&", "x\ntouch #\n", "x\rtouch #\r", "x>#", "x>>#",
        "${x:=$(touch #)}",
        "$'x';touch #", "x\\';touch #;'", "x\\\";touch #;\"", "\\$(touch #)", "\\`touch #`",
        "x'$(touch #)'", "x\"$(touch #)\"", "x\"`touch #`\"", "(touch #)", "{touch,#}",
        "<(touch #)",
        "x)touch #", "#x;touch #", "~;touch #", "!touch", "x;touch #", "x'\"`touch #`\"'",
    ]

    @Test(
        "nothing that a hostile name holds is run by a shell that completes it, within quotes either",
        .enabled(if: isThere("script"), "script(1) is not installed"),
        .timeLimit(.minutes(20)), arguments: ["bash", "zsh", "fish"])
    func hostileNames(_ name: String) throws {
        if !isThere(name) { try Test.cancel("\(name) is not installed") }
        let shell = try #require(Self.shells.first { $0.0 == name })
        let program = try Program()
        var environment = program.environment
        environment["TERM"] = "dumb"
        for key in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            environment[key] = program.folder
        }
        // The program completes, and what it is called with otherwise does nothing.
        let shim = "#!/bin/sh\n[ \"$1\" != complete ] || exec '\(Program.path)' \"$@\"\n"
        let path = try program.write(shim, to: "bin/fox-sync")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        environment["PATH"] = program.folder + "/bin:" + (environment["PATH"] ?? "")
        let drafts = program.folder + "/home/drafts/"
        var lines =
            ["cd '\(program.folder)'"] + (name == "zsh" ? ["setopt interactivecomments"] : [])
        for (number, template) in Self.hostile.enumerated() {
            let draft = "d\(number)_" + template.replacing("#", with: "PWN\(number)")
            try FileManager.default.createDirectory(
                atPath: drafts + draft, withIntermediateDirectories: true)
            for quote in ["", "'", "\""] {
                // A quote that is still open ends at the second one; else that is a comment.
                lines.append("fox-sync draft show \(quote)d\(number)_\t #\(quote)")
            }
        }
        lines += ["touch END", "exit", ""]
        let source = shell.2.replacing("%", with: Repository.path + "/packaging/completions")
        try program.write(([source] + lines).joined(separator: "\n"), to: "input")
        let running = try Running(
            "/bin/sh",
            ["-c", "exec script -qec '\(shell.1)' /dev/null <'\(program.folder)/input'"],
            environment, output: program.folder + "/terminal")
        let seen = try running.wait().out
        let made = try FileManager.default.contentsOfDirectory(atPath: program.folder)
        #expect(made.filter { $0.contains("PWN") } == [], "\(seen.suffix(3000))")
        #expect(made.contains("END"), "the shell did not get through: \(seen.suffix(3000))")
    }
}

/// Whether a program is on the path.
func isThere(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
}
