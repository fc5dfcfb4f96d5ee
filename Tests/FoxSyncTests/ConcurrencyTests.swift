// Several programs on one fox, and a state database that cannot be used.
import Foundation
import Testing

@Suite("Two at once", .timeLimit(.minutes(20)))
struct ConcurrencyTests {
    @Test("ten programs on one fox: one pushes, nine find nothing to do, the log has no gap")
    func ten() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let running = try (0..<10).map { _ in try program.start("sync", "--volume", fox, "--json") }
        let outcomes = try running.map { try $0.wait() }
        #expect(outcomes.map(\.status) == Array(repeating: 0, count: 10))
        let results = try outcomes.map { outcome in
            try #require((try outcome.json()["runs"] as? [[String: Any]])?.first)["result"]
                as? String
        }
        #expect(results.filter { $0 == "pushed" }.count == 1)
        #expect(results.filter { $0 == "up-to-date" }.count == 9)
        #expect(try program.run("log", "--json").objects().count == 10)
        let backups = try program.run("backup", "list", "--json").json()
        #expect((backups["backups"] as? [Any])?.count == 1)
    }

    @Test("a volume that another program has locked is not written, and says so")
    func lockedVolume() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let descriptor = open(fox, O_RDONLY | O_DIRECTORY)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        defer { close(descriptor) }
        let outcome = try program.run("sync", "--volume", fox)
        #expect(outcome.status == 1)
        #expect(outcome.out.contains("(process \(getpid())) has locked this volume"))
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
    }

    @Test(
        "the fox's lock is given free after the volume is closed, so that who waits finds it free",
        .enabled(if: isThere("strace"), "strace is not installed"))
    func lockIsLast() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let trace = program.folder + "/trace"
        let running = try Running(
            "/usr/bin/env",
            [
                "strace", "-f", "-y", "-qq", "-o", trace, "-e", "trace=close", Program.path, "sync",
                "--volume", fox,
            ], program.environment, output: program.folder + "/sync")
        #expect(try running.wait().status == 0)
        let lines = try program.text(trace).split(separator: "\n")
        let folder = try #require(lines.lastIndex { $0.contains("<\(fox)>") })
        let lock = try #require(lines.lastIndex { $0.contains(".device.lock>") })
        #expect(folder < lock)
    }

    @Test("a damaged database is an error that says what to do; the fox stays as it is")
    func damaged() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let database = program.folder + "/home/fox-sync.db"
        for leftover in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: database + leftover)
        }
        try Data(repeating: 0x5a, count: 8192).write(to: URL(fileURLWithPath: database))
        let outcome = try program.run("sync", "--volume", fox)
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("fox-sync.db"))
        #expect(outcome.err.contains("move it away"))
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
        let doctor = try program.run("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.out.contains("move it away"))
        // Doing what it says works, and nothing but names and assignments is lost.
        try FileManager.default.removeItem(atPath: database)
        #expect(try program.run("sync", "--volume", fox).status == 0)
    }

    @Test(
        "a database that takes no changes: no fox is touched, and doctor says how to go on",
        .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
        arguments: ["home/fox-sync.db", "home", "home/locks"])
    func readOnly(_ path: String) throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.plug("a")
        #expect(try bench.run("doctor").status == 0)
        try bench.shell(
            "mount --bind \(path) \(path) && mount -o remount,bind,ro \(path)"
                + " && cp mnt/a/settings.txt before")
        let sync = try bench.run("sync --volume mnt/a")
        #expect(sync.status == 1)
        #expect((sync.out + sync.err).contains(path), "\(sync)")
        try bench.shell("cmp before mnt/a/settings.txt && ls mnt/a")
        #expect(try bench.line(with: "txt") == "settings.txt")
        let doctor = try bench.run("doctor")
        #expect(doctor.status == 1)
        #expect(
            (doctor.out + doctor.err).contains(path)
                && (doctor.out + doctor.err).contains("permissions"), "\(doctor)")
    }

    @Test("a folder in the database's place is called that")
    func folderForDatabase() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.write("", to: "home/fox-sync.db/file")
        for command in [["sync", "--volume", fox], ["doctor"]] {
            let outcome = try program.run(command)
            #expect(outcome.status == 1)
            #expect((outcome.out + outcome.err).contains("a folder stands in its place"))
        }
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
    }

    @Test("a database of a newer program is refused politely")
    func newer() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        try program.sqlite("PRAGMA user_version = 99")
        let outcome = try program.run("sync", "--volume", fox)
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("newer fox-sync"))
        #expect(try program.text(fox + "/settings.txt") == Program.factory)
    }

    @Test("a database that another program holds is waited for")
    func busy() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let holder = try program.sqliteShell()
        try holder.say("BEGIN EXCLUSIVE; SELECT 'held';")
        #expect(try holder.line() == "held")
        let running = try program.start("sync", "--volume", fox)
        try holder.say("COMMIT; SELECT 'free';")
        #expect(try holder.line() == "free")
        #expect(try running.wait().status == 0)
    }

    @Test(
        "no room for the backup: nothing is written to the fox",
        .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"))
    func fullDisk() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        // The home is on a small disk of its own, with a few pages left.
        try bench.shell(
            "mkdir small && mount -t tmpfs -o size=400k small small && cp -r home/. small/"
                + " && mount --move src/a mnt/a && head -c 200000 /dev/urandom > mnt/a/audio.wav")
        try bench.shell("export FOX_SYNC_HOME=$PWD/small; cp mnt/a/settings.txt before")
        try bench.shell("head -c 150000 /dev/zero > small/filler")
        try bench.shell("'\(Program.path)' sync --volume mnt/a; echo \"exit $?\"")
        #expect(try bench.line(with: "exit") == "exit 1")
        try bench.shell("cmp before mnt/a/settings.txt && echo unchanged")
        #expect(try bench.line(with: "unchanged") == "unchanged")
        try bench.shell("rm small/filler; mount -o remount,size=10m small")
        try bench.shell("'\(Program.path)' sync --volume mnt/a; echo \"exit $?\"")
        #expect(try bench.line(with: "exit") == "exit 0")
    }
}
