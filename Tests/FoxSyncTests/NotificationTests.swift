// Notifications over a real message bus, to a server that tells what it is asked to show.
import Foundation
import Testing

@testable import fox_sync

extension AgentBench {
    /// Why there can be no desktop here, or nil.
    static let hasDesktop: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "sh", "-c", "command -v dbus-daemon && /usr/bin/python3 -c 'import dbus, gi'",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Starts a message bus.
    func bus() throws {
        try shell(
            "export DBUS_SESSION_BUS_ADDRESS=unix:path=$PWD/bus; rm -f bus;"
                + " bus=$(dbus-daemon --session --fork --print-pid"
                + " --address=$DBUS_SESSION_BUS_ADDRESS 2>/dev/null); others=\"$others $bus\"")
    }

    /// Starts a notification server on it; fd 8 of the shell is its standard input.
    func server(_ options: String = "") throws {
        try shell(
            "rm -f in; mkfifo in; { /usr/bin/python3 '\(Repository.path)/Tests/Desktop/notification-server'"
                + " \(options) <in & }; server=$!; others=\"$others $server\"; exec 8>in")
        _ = try line(with: "server ready")
    }

    /// The next notification.
    func notification() throws -> [String: Any] {
        let line = try line(with: "server notify ")
        let json = Data(line.dropFirst("server notify ".count).utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    }
}

@Suite(
    "Notifications", .serialized,
    .enabled(
        if: AgentBench.isPossible && AgentBench.hasDesktop,
        "needs root (unshare -m), dbus-daemon, python3-dbus and python3-gi"),
    .timeLimit(.minutes(20)))
struct NotificationTests {
    private func bench(server options: String = "", config: String = "") throws -> AgentBench {
        let bench = try AgentBench()
        try bench.configure("[results]\n" + config)
        try bench.program.draft()
        try bench.fox("a")
        try bench.bus()
        try bench.server(options)
        try bench.agent()
        return bench
    }

    @Test("one a fox: synced, then failed and urgent, then held with the command; each replaces")
    func sequence() throws {
        let bench = try bench()
        try bench.plug("a")
        let first = try bench.notification()
        #expect(first["summary"] as? String == "K7ABC is synced and verified from cache")
        #expect(first["body"] as? String == "Safe to unplug; takes effect at the next power-up.")
        #expect(first["urgency"] as? Int == 1)
        #expect(first["actions"] as? [String] == ["log", "Show log"])
        try bench.shell("exec 7<mnt/a; flock 7; echo it is locked")
        _ = try bench.line(with: "it is locked")
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.7")
        let second = try bench.notification()
        #expect(second["summary"] as? String == "K7ABC: the sync failed")
        #expect(second["urgency"] as? Int == 2)
        #expect(second["replaces"] as? Int == first["number"] as? Int)
        try bench.shell(
            "exec 7>&-; sed -i 's/=146.565000/=145.5/' mnt/a/settings.txt; echo it is edited")
        _ = try bench.line(with: "it is edited")
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.9")
        let third = try bench.notification()
        #expect(third["summary"] as? String == "K7ABC needs a decision")
        #expect((third["body"] as? String)?.contains("\nfox-sync resolve path:") == true)
        #expect(third["number"] as? Int == first["number"] as? Int)
    }

    /// Takes the fox out, with what is on it.
    private func unplug(_ bench: AgentBench) throws {
        try bench.shell("mkdir -p keep; cp mnt/a/* keep/; umount mnt/a")
        _ = try bench.line(with: "mnt/a: unmounted")
        try bench.shell("mount -t tmpfs -o size=15m fox src/a; cp keep/* src/a/")
    }

    @Test("a fox that is up to date is shown with 'all' only, and takes away what was shown before")
    func upToDate() throws {
        let bench = try bench()
        try bench.plug("a")
        _ = try bench.notification()
        try unplug(bench)
        try bench.plug("a")
        #expect(try bench.line(with: "server ").hasPrefix("server close"))
        try bench.configure("notify = all")
        try bench.shell("kill -HUP $agent")
        _ = try bench.line(with: "read again")
        try unplug(bench)
        try bench.plug("a")
        #expect(try bench.notification()["summary"] as? String == "K7ABC is up to date")
    }

    @Test("a server that hangs delays neither the fox, nor the next one, nor the end")
    func hangs() throws {
        let bench = try bench(server: "--hang 60")
        try bench.plug("a")
        _ = try bench.line(with: "server hangs")
        try bench.program.draft("fox2", callsign: "K7ABD")
        try bench.fox("b")
        try bench.plug("b")
        #expect(try bench.line(with: "mnt/b: ").contains("pushed (fox2)"))
        #expect(try bench.stopAgent() == "exit 0")
    }

    @Test("a bus that is started anew is found at the next message")
    func restart() throws {
        let bench = try bench()
        try bench.plug("a")
        _ = try bench.notification()
        try bench.shell("kill -9 $bus; others=; echo quit >&8; exec 8>&-; wait $server; echo gone")
        _ = try bench.line(with: "gone")
        try bench.bus()
        try bench.server()
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.9")
        let next = try bench.notification()
        #expect(next["summary"] as? String == "K7ABC is synced and verified from cache")
    }

    @Test("without a bus there is not a word, and with --log-level debug there is one")
    func noBus() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.shell("export DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere; unset XDG_RUNTIME_DIR")
        try bench.agent("--log-level debug")
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a: pushed").contains("fox1"))
        #expect(try bench.line(with: "no notification").contains("ENOENT"))
    }

    @Test(
        "a name cannot bring markup in, nor does it look odd where there is none",
        arguments: [true, false])
    func markup(_ hasMarkup: Bool) throws {
        let words = hasMarkup ? "body,body-markup" : "body"
        let bench = try bench(server: "--capabilities \(words)")
        try bench.plug("a")
        #expect(try bench.notification()["actions"] as? [String] == [])
        let device = "path:\(bench.program.folder)/mnt/a"
        try bench.program.run("name", device, "<b>&x")
        try bench.shell("sed -i 's/=146.565000/=145.5/' mnt/a/settings.txt")
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.7")
        let held = try bench.notification()
        #expect(held["summary"] as? String == "<b>&x needs a decision")
        let body = try #require(held["body"] as? String)
        #expect(body.contains(hasMarkup ? "'&lt;b&gt;&amp;x'" : "'<b>&x'"), "\(body)")
    }

    @Test("'Show log' opens what the log says of the run")
    func showsLog() throws {
        let bench = try AgentBench()
        try bench.program.write(
            "#!/bin/sh\necho \"opened $(cat \"$1\" | head -1)\"; cp \"$1\" opened\n",
            to: "bin/xdg-open")
        try bench.shell("chmod +x bin/xdg-open; PATH=$PWD/bin:$PATH")
        try bench.program.draft()
        try bench.fox("a")
        try bench.bus()
        try bench.server()
        try bench.agent()
        try bench.plug("a")
        let number = try #require(try bench.notification()["number"] as? Int)
        // What the opener prints is only told when it fails: so let the shell look.
        try bench.shell("mkfifo opened; echo press \(number) >&8; echo \"log: $(head -1 opened)\"")
        #expect(try bench.line(with: "log: run ").contains("pushed"))
    }
}
