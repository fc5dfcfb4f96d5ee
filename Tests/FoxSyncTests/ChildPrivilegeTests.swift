// What the programs that fox-sync starts get of the bench service's one capability: nothing.
import Foundation
import Testing

@Suite(
    "Privileges of the programs that fox-sync starts", .timeLimit(.minutes(20)),
    .enabled(if: getuid() == 0 && isThere("setpriv") && isThere("script"), "needs root and setpriv")
)
struct ChildPrivilegeTests {
    /// How the service runs: as another user, with CAP_SYS_ADMIN as an ambient capability.
    private static let credentials =
        "setpriv --reuid 64999 --regid 64999 --clear-groups --no-new-privs"
        + " --inh-caps=-all,+sys_admin --ambient-caps=-all,+sys_admin"
        + " --bounding-set=-all,+sys_admin --"

    private let program: Program
    /// What a child writes down of itself.
    private let notes: String

    init() throws {
        program = try Program()
        notes = program.folder + "/notes"
        try program.draft()
        let fox = try program.factoryFox()
        try program.run("sync", "--volume", fox)
        let child = try program.write(
            """
            #!/bin/sh
            grep -E '^Cap(Prm|Eff|Amb)' /proc/self/status >>'\(notes)'
            [ -t 0 ] || cat >/dev/null
            """, to: "child")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: child)
        // The service's user may not look into the folder that the tests are built in.
        try FileManager.default.copyItem(atPath: Program.path, toPath: program.folder + "/fox-sync")
        #expect(try shell("chown -R 64999:64999 '\(program.folder)'").status == 0)
    }

    private func shell(_ command: String, _ variables: [String: String] = [:]) throws -> Outcome {
        try Running(
            "/bin/sh", ["-c", command], program.environment.merging(variables) { $1 },
            output: "\(program.folder)/\(UUID().uuidString)"
        ).wait()
    }

    /// Runs a program as the service runs it, at a terminal.
    private func serve(_ words: String, _ variables: [String: String] = [:]) throws -> Outcome {
        try shell("script -qefc \"\(Self.credentials) \(words)\" /dev/null </dev/null", variables)
    }

    private func expectNothing() throws {
        let lines = try program.text(notes).split(separator: "\n")
        #expect(lines.count == 3)
        for line in lines { #expect(line.hasSuffix("\t0000000000000000"), "\(line)") }
    }

    @Test("the service's credentials reach a program as such; else the other tests say nothing")
    func control() throws {
        #expect(try serve("\(program.folder)/child").status == 0)
        #expect(try program.text(notes).contains("CapEff:\t0000000000200000"))
    }

    @Test("an editor has no capability of the bench service")
    func editor() throws {
        let child = program.folder + "/child"
        let outcome = try serve(
            "\(program.folder)/fox-sync draft edit fox1", ["EDITOR": child, "VISUAL": child])
        #expect(outcome.status == 0, "\(outcome.out)")
        try expectNothing()
    }

    @Test("a pager has no capability of the bench service")
    func pager() throws {
        let outcome = try serve(
            "\(program.folder)/fox-sync log", ["PAGER": program.folder + "/child", "TERM": "xterm"])
        #expect(outcome.status == 0, "\(outcome.out)")
        try expectNothing()
    }

    @Test("a recorder has no capability of the bench service")
    func recorder() throws {
        #expect(try shell("ln -s ../child '\(program.folder)/home/arecord'").status == 0)
        _ = try serve(
            "\(program.folder)/fox-sync draft record fox1 --seconds 1",
            ["PATH": "\(program.folder)/home:/usr/bin:/bin"])
        try expectNothing()
    }

    @Test(
        "the command of on-result has no capability of the bench service",
        .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"))
    func hook() throws {
        let bench = try AgentBench()
        try bench.configure("[results]\non-result = grep CapEff /proc/self/status")
        try bench.program.draft()
        try bench.fox("a")
        let folder = bench.program.folder
        try FileManager.default.copyItem(atPath: Program.path, toPath: folder + "/fox-sync")
        try bench.shell(
            "chown -R 64999:64999 home src; \(Self.credentials) '\(folder)/fox-sync' agent & agent=$!"
        )
        _ = try bench.line(with: "watching")
        try bench.plug("a")
        let said = try bench.line(with: "on-result: ")
        #expect(said.contains("CapEff") && said.hasSuffix("0000000000000000"), "\(said)")
        #expect(try bench.stopAgent() == "exit 0")
    }

    @Test(
        "fox-sync-bench reads what only the caller can, keeps the folder, and takes no variable along"
    )
    func wrapper() throws {
        let folder = program.folder
        let wrapper = try Repository.text("packaging/fox-sync-bench")
            .replacing("@bindir@", with: folder)
            .replacing(
                "--reuid fox-sync --regid fox-sync --init-groups",
                with: "--reuid 64999 --regid 64999 --clear-groups"
            )
            .replacing(
                "XDG_CONFIG_HOME=/etc XDG_DATA_HOME=/var/lib XDG_STATE_HOME=/var/lib",
                with: "FOX_SYNC_HOME=\(folder)/home")
        #expect(wrapper.contains(folder) && wrapper.contains("64999"))
        try program.write(wrapper, to: "bench")
        try program.wav(to: "private/fox.wav", sample: 9)
        try program.write("name;callsign\nmoe;K1FOX\n", to: "private/hunt.csv")
        #expect(
            try shell(
                "chmod 700 '\(folder)/private' && chmod 600 '\(folder)'/private/*; chown -R 0:0 '\(folder)/private'"
            ).status == 0)
        func bench(_ words: String) throws -> Outcome {
            try shell(
                "cd '\(folder)/private' && sh ../bench \(words)",
                ["LD_LIBRARY_PATH": "/x", "SPY": "y"])
        }
        let audio = try bench("draft audio fox1 fox.wav")
        #expect(audio.status == 0, "\(audio.err)")
        let table = try bench("event import hunt.csv")
        #expect(table.status == 0, "\(table.err)")
        #expect(try bench("draft show moe").out.contains("K1FOX"))
        #expect(try shell("ln -sf /usr/bin/env '\(folder)/fox-sync'").status == 0)
        let variables = try bench("").out.split(separator: "\n").compactMap {
            $0.split(separator: "=").first
        }
        #expect(variables.contains("PATH") && variables.contains("FOX_SYNC_HOME"))
        #expect(!variables.contains("LD_LIBRARY_PATH") && !variables.contains("SPY"))
    }
}
