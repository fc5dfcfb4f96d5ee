// What is installed beside the program: manual pages, units, rules and the example say what it does.
import Foundation
import Testing

@testable import fox_sync

@Suite("Packaging")
struct PackagingTests {
    /// Installs into a folder and returns it.
    private func installed(_ program: Program, remove: Bool = false) throws -> String {
        var environment = program.environment
        environment["DESTDIR"] = program.folder + "/tree"
        environment["PREFIX"] = "/opt/fox"
        environment["SOURCE_DATE_EPOCH"] = "1700000000"
        let running = try Running(
            Repository.path + "/packaging/install", (remove ? ["--remove"] : []) + [Program.path],
            environment, output: program.folder + "/install")
        let outcome = try running.wait()
        #expect(outcome.status == 0, "\(outcome.err)")
        return program.folder + "/tree"
    }

    private func files(_ folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
            .filter {
                let type = try? FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[
                    .type]
                return type as? FileAttributeType != .typeDirectory
            }.sorted()
    }

    private func run(_ program: Program, _ words: String...) throws -> Outcome {
        try Running(
            "/usr/bin/env", words, program.environment, output: program.folder + "/" + words[0]
        ).wait()
    }

    @Test(
        "what is installed has its places filled in, and is removed again but for the configuration"
    )
    func installation() throws {
        let program = try Program()
        let tree = try installed(program)
        let names = files(tree)
        #expect(names.contains("opt/fox/bin/fox-sync"))
        #expect(names.contains("opt/fox/lib/systemd/system/fox-sync-bench.service"))
        for name in names where !name.hasSuffix("bin/fox-sync") {
            guard let text = try? program.text(tree + "/" + name) else { continue }
            #expect(text.firstMatch(of: /@[A-Za-z]+@/) == nil, "\(name)")
        }
        let unit = try program.text(tree + "/opt/fox/lib/systemd/system/fox-sync-bench.service")
        #expect(unit.contains("\nExecStart=/opt/fox/bin/fox-sync agent\n"))
        _ = try installed(program, remove: true)
        #expect(files(tree) == ["etc/fox-sync/fox-sync.conf"])
    }

    @Test("in somebody's home there is no service of the system, for root neither")
    func forOne() throws {
        let program = try Program()
        var environment = program.environment
        environment["HOME"] = program.folder + "/me"
        environment["PREFIX"] = program.folder + "/me/.local"
        environment["SYSCONFDIR"] = program.folder + "/etc"
        for words in [[], ["--remove"]] {
            let outcome = try Running(
                Repository.path + "/packaging/install", words + [Program.path], environment,
                output: program.folder + "/install"
            ).wait()
            #expect(outcome.status == 0, "\(outcome.err)")
            let names = files(program.folder + "/me")
            #expect(names.contains(".local/share/systemd/user/fox-sync.service") == words.isEmpty)
            #expect(!names.contains { $0.contains("bench") || $0.contains("rules.d") })
            #expect(!FileManager.default.fileExists(atPath: program.folder + "/etc"))
        }
    }

    @Test("the bench's configuration mounts, and is the example otherwise")
    func benchConfiguration() throws {
        let program = try Program()
        let path = try installed(program) + "/etc/fox-sync/fox-sync.conf"
        var wanted = try Config(text: "", path: "")
        wanted.mounting.mode = .always
        #expect(try Config(path: path) == wanted)
        // What somebody changed stays.
        try "[mount]\nmode = auto\n".write(toFile: path, atomically: false, encoding: .utf8)
        _ = try installed(program)
        #expect(try program.text(path) == "[mount]\nmode = auto\n")
    }

    @Test("the program is installed smaller than it was built, and works")
    func size() throws {
        let program = try Program()
        let path = try installed(program) + "/opt/fox/bin/fox-sync"
        func size(_ path: String) throws -> Int {
            try #require(
                try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        }
        #expect(try size(path) < size(Program.path))
        let asked = try Running(
            path, ["--version"], program.environment, output: program.folder + "/version"
        ).wait()
        #expect(asked.out.hasPrefix("fox-sync "))
    }

    @Test("fox-sync.conf(5) has every option with its section, its default and what it is for")
    func configurationPage() throws {
        let program = try Program()
        let tree = try installed(program)
        let page = try program.text(tree + "/opt/fox/share/man/man5/fox-sync.conf.5")
            .replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "\\(aq", with: "'")
        for option in ConfigOption.all {
            let sections = page.components(separatedBy: ".SH \"[\(option.section)]\"\n")
            #expect(sections.count == 2, "\(option.name)")
            let section = sections.last?.components(separatedBy: "\n.SH ")[0] ?? ""
            let standard = option.standard.isEmpty ? "" : " " + option.standard
            #expect(
                section.contains("\\fB\(option.key)\\fR =\(standard)\n\(option.help)\n"),
                "\(option.name)")
        }
    }

    @Test("fox-sync(1) has every command with the options and exit codes that its --help has")
    func commandPage() throws {
        let program = try Program()
        let tree = try installed(program)
        let page = try program.text(tree + "/opt/fox/share/man/man1/fox-sync.1")
            .replacingOccurrences(of: "\\-", with: "-")
        for command in CommandTable.all {
            let help = try program.run(
                command.name.split(separator: " ").map(String.init) + ["--help"]
            )
            .out
            let usage = try #require(help.firstMatch(of: /usage: (.*) \[options\]/)).output.1
            let sections = page.components(separatedBy: ".SS \"\(usage)\"\n")
            #expect(sections.count == 2, "\(usage)")
            let section = sections.last?.components(separatedBy: "\n.S")[0] ?? ""
            for option in help.matches(of: /\n {2}(?:-., | {4})(--[a-z-]+)/).map(\.output.1)
            where option != "--json" && option != "--help" {
                #expect(section.contains("\\fB\(option)\\fR"), "\(usage): \(option)")
            }
        }
        for code in ExitCode.allCases {
            #expect(page.contains("\n.B \(code.rawValue)\n\(code.meaning)\n"))
        }
    }

    @Test("fox-sync-agent(8) has the agent's options")
    func agentPage() throws {
        let page = try Repository.text("packaging/man/fox-sync-agent.8")
            .replacingOccurrences(of: "\\-", with: "-")
        for option in Command.agent.options {
            #expect(page.contains("\\fB--\(option.name)\\fR"), "--\(option.name)")
        }
    }

    @Test(
        "no manual page has anything that man complains about",
        .enabled(if: isThere("man") && isThere("groff"), "man is not installed"))
    func pages() throws {
        let program = try Program()
        let tree = try installed(program)
        let pages = files(tree).filter { $0.contains("/man/") }
        #expect(pages.count == 4)
        for page in pages {
            let outcome = try run(
                program, "env", "LC_ALL=C.UTF-8", "MANROFFSEQ=", "MANWIDTH=80", "man", "--warnings",
                "--encoding=UTF-8", "--local-file", "--troff-device=utf8", "--ditroff",
                tree + "/" + page)
            #expect(outcome.status == 0)
            #expect(outcome.err == "", "\(page)")
        }
    }

    @Test("the udev rules mark, link and tag, and run nothing")
    func rules() throws {
        let rules = try Repository.text("packaging/udev/70-fox-sync.rules").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.joined(separator: "\n")
        #expect(rules.contains("TAG+=\"systemd\""))
        // Of a PicoFox alone, and early enough for logind's rules: what comes before says who it is.
        let seat = try #require(rules.range(of: "TAG+=\"uaccess\""))
        for condition in ["ENV{ID_VENDOR}!=\"AI6YM\"", "ENV{ID_MODEL}!=\"PicoFox\""] {
            let who = try #require(rules.range(of: condition + ", GOTO=\"fox_sync_end\""))
            #expect(who.upperBound < seat.lowerBound)
        }
        #expect(rules.firstMatch(of: /RUN|PROGRAM|IMPORT/) == nil)
    }

    @Test(
        "systemd finds nothing wrong with the units, and the bench service is exposed by 2.0 at most",
        .enabled(if: isThere("systemd-analyze"), "systemd-analyze is not installed"))
    func units() throws {
        let program = try Program()
        let tree = try installed(program)
        let bench = tree + "/opt/fox/lib/systemd/system/fox-sync-bench.service"
        let exposure = try run(
            program, "systemd-analyze", "security", "--offline=true", "--threshold=20",
            "--no-pager",
            bench)
        #expect(exposure.status == 0, "\(exposure.out)\(exposure.err)")
        // Installed nowhere, it has no program: that alone may be said.
        for (unit, scope) in [
            (bench, "--system"), (tree + "/opt/fox/lib/systemd/user/fox-sync.service", "--user"),
        ] {
            let verdict = try run(
                program, "env", "XDG_RUNTIME_DIR=" + program.folder, "systemd-analyze", scope,
                "--man=no", "--recursive-errors=no", "verify",
                unit)
            let said = verdict.err.split(separator: "\n").filter {
                !$0.contains("is not executable")
            }
            #expect(said.isEmpty, "\(said)")
        }
    }
}
