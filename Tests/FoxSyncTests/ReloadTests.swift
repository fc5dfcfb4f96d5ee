// SIGHUP, and what systemd is told.
import Foundation
import Testing

@Suite(
    "Reload and watchdog", .serialized,
    .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
    .timeLimit(.minutes(20))
)
struct ReloadTests {
    @Test(
        "SIGHUP takes a new configuration; a broken one is refused by line, and the old one stays")
    func reload() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        let good = try bench.program.text(bench.program.folder + "/home/fox-sync.conf")
        try bench.program.write("[volumes]\nfile-systems = vfat\n", to: "home/fox-sync.conf")
        try bench.agent()
        try bench.plug("a")
        try bench.program.write(good + "nonsense = 1\n", to: "home/fox-sync.conf")
        try bench.shell("kill -HUP $agent")
        let refused = try bench.line(with: "stays as it was")
        #expect(refused.contains("fox-sync.conf:4: "))
        try bench.program.write(good, to: "home/fox-sync.conf")
        try bench.shell("kill -HUP $agent")
        _ = try bench.line(with: "read again")
        // By the old configuration it was no candidate.
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
        // A broken file does not stop a fox either.
        try bench.program.write("nonsense", to: "home/fox-sync.conf")
        try bench.program.run("draft", "list")
        try bench.shell("sed -i 's/=146.565000/=145.5/' home/drafts/fox1/settings.txt")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
    }

    @Test("an edit whose end the old configuration would have told is synced under the new one")
    func settleInAnEdit() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        let good = try bench.program.text(bench.program.folder + "/home/fox-sync.conf")
        let conf = "home/fox-sync.conf"
        try bench.program.write(good + "[drafts]\nsettle = 3600\n", to: conf)
        try bench.agent()
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
        try bench.shell("sed -i 's/=146.565000/=145.5/' home/drafts/fox1/settings.txt")
        // What the shell says comes after what it has done.
        try bench.shell("echo edited")
        _ = try bench.line(with: "edited")
        try bench.program.write(good + "[drafts]\nsettle = 1\n", to: conf)
        try bench.shell("kill -HUP $agent")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
    }

    @Test("an edit that the agent has not seen yet when the configuration changes is synced")
    func settleWithAnUnseenEdit() throws {
        let bench = try AgentBench.synced()
        let good = try bench.program.text(bench.program.folder + "/home/fox-sync.conf")
        // Edit and signal come at once, and either may be looked at first.
        for round in 1...12 {
            try bench.program.write(
                good + "[drafts]\nsettle = \(round % 2)\n", to: "home/fox-sync.conf")
            try bench.shell(
                "kill -STOP $agent; sed -i 's/^FREQ_MHZ=.*/FREQ_MHZ=145.\(100 + round)/'"
                    + " home/drafts/fox1/settings.txt; kill -HUP $agent; kill -CONT $agent")
            #expect(try bench.line(with: "mnt/a: ").contains("pushed"), "round \(round)")
        }
    }

    @Test("systemd is told of readiness, of a reload with its time, of the watchdog and of the end")
    func notifies() throws {
        let bench = try AgentBench()
        try bench.program.write(
            """
            import os, socket, sys
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(sys.argv[1])
            print("manager listens", flush=True)
            while True:
                for line in s.recv(4096).decode().split("\\n"):
                    print("told", line, flush=True)
                    if line == "STOPPING=1": sys.exit()
            """, to: "manager.py")
        try bench.shell("python3 manager.py $PWD/notify & others=$!")
        _ = try bench.line(with: "manager listens")
        try bench.shell(
            "sh -c 'NOTIFY_SOCKET=$PWD/notify WATCHDOG_USEC=200000 WATCHDOG_PID=$$ exec \"\(Program.path)\" agent'"
                + " & agent=$!")
        _ = try bench.line(with: "told READY=1")
        for _ in 1...3 { _ = try bench.line(with: "told WATCHDOG=1") }
        try bench.shell("kill -HUP $agent")
        _ = try bench.line(with: "told RELOADING=1")
        #expect(try bench.line(with: "told ").hasPrefix("told MONOTONIC_USEC="))
        _ = try bench.line(with: "told READY=1")
        // A loop that hangs does not say that all is well, but a stopped process says nothing at all;
        // what can be shown is that the word comes again when the process goes on.
        try bench.shell("kill -STOP $agent; kill -CONT $agent")
        _ = try bench.line(with: "told WATCHDOG=1")
        #expect(try bench.stopAgent() == "exit 0")
    }
}
