// The user's own command after each result.
import Foundation
import Testing

@Suite(
    "on-result", .serialized,
    .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
    .timeLimit(.minutes(20))
)
struct ResultHookTests {
    /// Seconds by which the test's own process is known among all.
    private let long = Int.random(in: 100_000...999_999)

    private func bench(_ command: String) throws -> AgentBench {
        let bench = try AgentBench()
        try bench.configure("[results]\nnotify = none\n\(command)")
        try bench.program.draft()
        try bench.fox("a")
        try bench.agent()
        return bench
    }

    @Test("it is told everything in its environment, and what it prints is in the log")
    func environment() throws {
        let bench = try bench(
            "on-result = echo \"$FOX_SYNC_RESULT|$FOX_SYNC_DRAFT|$FOX_SYNC_DEVICE|$FOX_SYNC_FILES\"; echo no >&2"
        )
        try bench.plug("a")
        let device = "path:\(bench.program.folder)/mnt/a"
        #expect(try bench.line(with: "on-result: ") == "on-result: pushed|fox1|\(device)|2")
        #expect(try bench.line(with: "on-result: ") == "on-result: no")
        // No second word, since it did not fail: the next is about the next result.
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.9")
        #expect(try bench.line(with: "on-result: ").contains("pushed"))
    }

    @Test("it gets nothing of the agent: no descriptor, no signal blocked or ignored, no input")
    func isolation() throws {
        let bench = try bench(
            "on-result = echo fds $(ls /proc/self/fd | wc -l); grep -E 'SigBlk|SigIgn' /proc/self/status; cat; echo end"
        )
        try bench.plug("a")
        // The three, and the one by which ls reads the folder.
        #expect(try bench.line(with: "on-result: ") == "on-result: fds 4")
        for _ in 1...2 {
            let mask = try bench.line(with: "on-result: Sig").suffix(16)
            // 32 and 33 are the C library's own, and cannot be set.
            #expect(try #require(UInt64(mask, radix: 16)) & 0x7fff_ffff == 0, "\(mask)")
        }
        #expect(try bench.line(with: "on-result: ") == "on-result: end")
    }

    @Test("a failure, and one that takes too long, is said and harms nothing")
    func failures() throws {
        let bench = try bench(
            "on-result-limit = 1\non-result = [ -e slow ] && { sleep \(long) & sleep \(long); }; exit 3"
        )
        try bench.plug("a")
        #expect(try bench.line(with: "on-result: ").contains("status 3"))
        try bench.shell("touch slow")
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.9")
        #expect(try bench.line(with: "on-result: ").contains("killed"))
        try bench.shell(
            "pgrep -f 'sleep \(long)' >/dev/null && echo sleep is left || echo nothing is left")
        #expect(try bench.line(with: "is left") == "nothing is left")
        #expect(try bench.stopAgent() == "exit 0")
    }

    @Test("one that runs delays neither the next fox nor the end, and ends with the agent")
    func runs() throws {
        let bench = try bench("on-result-limit = 600\non-result = echo begins; exec sleep \(long)")
        try bench.plug("a")
        _ = try bench.line(with: "on-result: begins")
        try bench.program.draft("fox2", callsign: "K7ABD")
        try bench.fox("b")
        try bench.plug("b")
        #expect(try bench.line(with: "mnt/b: ").contains("pushed (fox2)"))
        _ = try bench.line(with: "on-result: begins")
        #expect(try bench.stopAgent() == "exit 0")
        try bench.shell(
            "while pgrep -f 'sleep \(long)' >/dev/null; do :; done; echo nothing is left")
        #expect(try bench.line(with: "is left") == "nothing is left")
    }
}
