// SIGTERM to an agent that is at work: it ends soon, and no file is half.
import Foundation
import Testing

@Suite(
    "An agent that is told to stop", .serialized,
    .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
    .timeLimit(.minutes(20))
)
struct AgentStopTests {
    @Test(
        "in the middle of a run, it ends after the file in hand",
        .enabled(if: isThere("strace"), "strace is not installed"))
    func working() throws {
        let bench = try AgentBench()
        let program = bench.program
        #expect(try program.run("draft", "new", "fox1", "--firmware", "kc9mne").status == 0)
        #expect(try program.run("draft", "set", "fox1", "callsign=K7ABC").status == 0)
        try program.sound(rate: 5000, channels: 1, seconds: 0, claimed: 1_000_000)
        try bench.shell("truncate -s 1000044 sound.wav")
        try bench.shell("for n in {1..11}; do cp sound.wav home/drafts/fox1/audio$n.wav; done")
        try bench.fox("a")
        // By this, the fox looks like one of that firmware.
        try bench.shell("cp /dev/null src/a/audio1.wav")
        // Each file keeps its temporary name for two seconds: long enough to see one, and for the
        // signal to be there before the next one is begun.
        let renames = "rename,renameat,renameat2"
        try bench.agent(
            under: "strace -D -f -qq -o /dev/null -e trace=\(renames)"
                + " -e inject=\(renames):delay_enter=2000000")
        try bench.shell(
            "mount --move src/a mnt/a; until [ -e mnt/a/foxsync.tmp ]; do sleep 0.1; done")
        try bench.terminateAgent()
        let told = try bench.line(with: "mnt/a: interrupted")
        #expect(told.contains("of 12 files; the rest follows at the next contact"), "\(told)")
        #expect(try bench.line(with: "exit") == "exit 0")
        try bench.shell("cat mnt/a/settings.txt; echo listing: $(ls mnt/a)")
        #expect(try bench.line(with: "CALLSIGN=") == "CALLSIGN=")
        #expect(try !bench.line(with: "listing:").contains("foxsync"))
        try bench.shell(
            "all=0 whole=0; for f in mnt/a/audio*.wav; do all=$((all + 1));"
                + " cmp $f sound.wav && whole=$((whole + 1)); done; echo whole: $((all - whole))")
        #expect(try bench.line(with: "whole:") == "whole: 0")
    }

    @Test("while it waits for another fox-sync, it ends at once, and has said whom it waits for")
    func waiting() throws {
        let bench = try AgentBench.synced()
        let program = bench.program
        try bench.shell("mkdir keep; cp mnt/a/* keep/; umount mnt/a")
        try bench.shell(
            "mount -t tmpfs -o size=15m fox src/a; cp keep/* src/a/; echo out of sight")
        // Only then: the edit is nothing to the fox that was there before.
        _ = try bench.line(with: "out of sight")
        let locks = program.folder + "/home/locks/"
        let names = try FileManager.default.contentsOfDirectory(atPath: locks)
        let name = try #require(names.first { $0.hasPrefix("path") && $0.hasSuffix(".lock") })
        let descriptor = open(locks + name, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        defer { close(descriptor) }
        try program.run("draft", "set", "fox1", "FREQ_MHZ=145.7")
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a: waiting for").contains("process"))
        try bench.terminateAgent()
        #expect(try bench.line(with: "stopped while it waited").contains("mnt/a"))
        #expect(try bench.line(with: "exit") == "exit 0")
        let backups = try program.run("backup", "list", "--json").json()
        #expect((backups["backups"] as? [Any])?.count == 1)
    }
}
