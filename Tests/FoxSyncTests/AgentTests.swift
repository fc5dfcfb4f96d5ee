// The agent on real mount events, in a mount namespace of its own.
import Foundation
import Testing

@Suite(
    "fox-sync agent", .serialized,
    .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
    .timeLimit(.minutes(20))
)
struct AgentTests {
    @Test("a fox that is plugged in is synced, and SIGTERM ends the agent with exit code 0")
    func plug() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.agent()
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a").contains("pushed"))
        try bench.shell("cat mnt/a/settings.txt; ls mnt/a")
        #expect(try bench.line(with: "CALLSIGN=") == "CALLSIGN=K7ABC")
        #expect(try bench.line(with: "wav") == "audio.wav")
        #expect(try bench.stopAgent() == "exit 0")
    }

    @Test("a fox that was there before the agent is synced like one that comes")
    func before() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.plug("a")
        try bench.agent()
        #expect(try bench.line(with: "mnt/a").contains("pushed"))
    }

    @Test("two foxes at once each get their own draft")
    func two() throws {
        let bench = try AgentBench()
        try bench.program.draft("fox1", callsign: "K7ABC")
        try bench.program.draft("fox2", callsign: "K7ABD")
        try bench.fox("a")
        try bench.fox("b")
        try bench.agent()
        try bench.plug("a")
        // Two drafts are free: neither is pushed before somebody assigns them.
        #expect(try bench.line(with: "mnt/a").contains("no-draft"))
        try bench.plug("b")
        #expect(try bench.line(with: "mnt/b").contains("no-draft"))
        for (fox, draft) in [("a", "fox1"), ("b", "fox2")] {
            #expect(
                try bench.program.run("assign", "path:\(bench.program.folder)/mnt/\(fox)", draft)
                    .status == 0)
        }
        try bench.shell("umount mnt/a mnt/b")
        try bench.fox("a")
        try bench.fox("b")
        try bench.shell("mount --move src/a mnt/a; mount --move src/b mnt/b")
        let lines = try [bench.line(with: "pushed"), bench.line(with: "pushed")]
        #expect(lines.contains { $0.contains("mnt/a") && $0.contains("fox1") })
        #expect(lines.contains { $0.contains("mnt/b") && $0.contains("fox2") })
    }

    @Test(
        "a known fox that comes back with a broken settings.txt is told of, a stranger's stick not")
    func broken() throws {
        let bench = try AgentBench.synced()
        try bench.shell("umount mnt/a")
        for fox in ["a", "b"] {
            try bench.fox(fox)
            try bench.shell("head -c 500 /dev/zero >src/\(fox)/settings.txt")
        }
        try bench.plug("b")
        try bench.plug("a")
        let line = try bench.line(with: "cannot be read")
        #expect(line.contains("mnt/a: damaged") && line.contains("settings.txt"), "\(line)")
        #expect(try bench.line(with: "state:").contains("damaged"))
        #expect(try bench.line(with: "next:").contains("fox-sync sync"))
        let log = try bench.program.run("log", "--json").objects()
        #expect(log.compactMap { $0["result"] as? String } == ["damaged", "pushed"])
    }

    @Test("a fox that is read-only is told of with the command, and synced once it is read-write")
    func readOnly() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.shell("mount -o remount,ro src/a")
        try bench.agent()
        try bench.plug("a")
        let line = try bench.line(with: "mnt/a: failed")
        #expect(line.contains("mounted read-only"), "\(line)")
        let next = try bench.line(with: "next:")
        #expect(next.contains("sudo mount -o remount,rw \(bench.program.folder)/mnt/a"), "\(next)")
        try bench.shell("mount -o remount,rw mnt/a")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed"))
    }

    @Test("a fox that was mounted read-only is synced when it is mounted read-write instead")
    func mountedAgain() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.shell("mount -o remount,ro src/a")
        try bench.agent()
        try bench.plug("a")
        _ = try bench.line(with: "mnt/a: failed")
        try bench.shell("umount mnt/a")
        try bench.fox("a")
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a: pushed").contains("pushed"))
    }

    @Test("a conflict is held at the next plug, with the command that goes on")
    func conflict() throws {
        let bench = try AgentBench.synced()
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.7")
        try bench.shell("sed -i 's/=146.565000/=145.5/' mnt/a/settings.txt; mkdir -p keep")
        try bench.shell("cp mnt/a/* keep/; umount mnt/a")
        try bench.shell("mount -t tmpfs -o size=15m fox src/a; cp keep/* src/a/")
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a: held").contains("FREQ_MHZ"))
        #expect(try bench.line(with: "next:").contains("fox-sync resolve path:"))
        try bench.shell("grep FREQ mnt/a/settings.txt")
        #expect(try bench.line(with: "FREQ_MHZ=") == "FREQ_MHZ=145.5")
    }

    @Test("with --json each of its lines is an object as its schema says, remarks too")
    func json() throws {
        let schemas = try JSONSchemas(folder: SchemaTests.folder)
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.agent("--json --verbose")
        try bench.plug("a")
        var kinds: Set<String> = []
        func hold(until words: String) throws {
            var line = ""
            while !line.contains(words) {
                line = try bench.line(with: "")
                let object = try #require(try Outcome.objects(in: line).first)
                let kind = object["run"] == nil ? "remark" : "agent"
                kinds.insert(kind)
                #expect(schemas.problems(object, with: kind) == [], "\(line)")
            }
        }
        try hold(until: "pushed")
        try bench.shell("umount mnt/a")
        try hold(until: "unmounted")
        #expect(kinds == ["remark", "agent"])
    }

    @Test("somebody's ordinary stick is neither touched nor talked about")
    func stranger() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("stick", settings: "volume=7\nlanguage=de\n")
        try bench.fox("fox")
        try bench.agent()
        try bench.plug("stick")
        try bench.plug("fox")
        // The stick came first; were it talked about, that line would come first.
        let line = try bench.line(with: "mnt/")
        #expect(line.contains("mnt/fox") && line.contains("pushed"), "\(line)")
        try bench.shell("echo listing: $(ls mnt/stick)")
        #expect(try bench.line(with: "listing:") == "listing: settings.txt")
    }

    @Test("the shipped defaults ignore a tmpfs, whatever is on it")
    func defaults() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.program.write("", to: "home/fox-sync.conf")
        try bench.fox("a")
        try bench.shell("'\(Program.path)' agent --verbose & agent=$!")
        _ = try bench.line(with: "watching")
        try bench.plug("a")
        #expect(try bench.line(with: "mnt/a: ignored").contains("rule file-system"))
        try bench.shell("ls mnt/a")
        #expect(try bench.line(with: "txt") == "settings.txt")
    }
}
