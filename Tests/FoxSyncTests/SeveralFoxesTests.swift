// Several foxes in one call: who gets the one free draft, and which of them are written at all.
import Foundation
import Testing

@Suite("Several foxes", .timeLimit(.minutes(20)))
struct SeveralFoxesTests {
    private func results(_ outcome: Outcome) throws -> [String: String] {
        let runs = try #require(try outcome.json()["runs"] as? [[String: Any]], "\(outcome.err)")
        return runs.reduce(into: [:]) { results, run in
            let volume = run["volume"] as? String ?? ""
            results[URL(fileURLWithPath: volume).lastPathComponent] = run["result"] as? String
        }
    }

    @Test("of two new foxes at once, one gets the one free draft, and the other none")
    func oneFreeDraft() throws {
        let program = try Program()
        try program.draft()
        let foxes = try ["a", "b"].map { try program.factoryFox($0) }
        let outcome = try program.run("sync", "--volume", foxes[0], "--volume", foxes[1], "--json")
        #expect(Set(try results(outcome).values) == ["pushed", "no-draft"])
        #expect(outcome.status == 4)
        // Whoever waits says so, and not that somebody is syncing it.
        for remark in try Outcome.objects(in: outcome.err) {
            let message = try #require(remark["message"] as? String)
            #expect(message.contains("waits for another new fox"))
        }
        let callsigns = try foxes.map {
            try program.text($0 + "/settings.txt").contains("CALLSIGN=K7ABC")
        }
        #expect(callsigns.filter { $0 }.count == 1)
    }

    @Test("a dry run promises the one free draft to one of several new foxes")
    func oneFreeDraftDry() throws {
        let program = try Program()
        try program.draft()
        let foxes = try ["a", "b", "c"].map { try program.factoryFox($0) }
        let words = ["sync", "--dry-run", "--json"] + foxes.flatMap { ["--volume", $0] }
        let outcome = try program.run(words)
        #expect(try results(outcome) == ["a": "pushed", "b": "no-draft", "c": "no-draft"])
        #expect(outcome.status == 4)
        #expect(outcome.out.contains("'fox1' would go to one of"), "\(outcome.out)")
        let alone = try program.run("sync", "-n", "-v", foxes[1], "--json")
        #expect(try results(alone) == ["b": "pushed"])
        // What a person says of all of them, all of them get.
        let named = try program.run(words + ["--draft", "fox1"])
        #expect(try results(named) == ["a": "pushed", "b": "pushed", "c": "pushed"])
        #expect(named.status == 0)
    }

    @Test("programs share no free draft either, and a fox that is held leaves it to the next")
    func programs() throws {
        let program = try Program()
        try program.draft()
        let foxes = try (1...6).map { try program.factoryFox("fox\($0)") }
        try program.write(
            Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=W1AW"), to: "fox3/settings.txt")
        let running = try foxes.map { try program.start("sync", "--volume", $0, "--json") }
        let ends = try running.map { try results(try $0.wait()).values.first }
        #expect(ends.filter { $0 == "pushed" }.count == 1, "\(ends)")
        // The stranger's came before the draft was gone, or after.
        #expect(ends[2] == "held" || ends[2] == "no-draft")
        #expect(ends.filter { $0 == "no-draft" }.count >= 4)
    }

    @Test(
        "the agent gives the one free draft to one of two foxes that were there before it",
        .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"))
    func agent() throws {
        let bench = try AgentBench()
        try bench.program.draft()
        for fox in ["a", "b"] {
            try bench.fox(fox)
            try bench.plug(fox)
        }
        // Not waiting for its word that it watches: what became of them may be told before.
        try bench.shell("'\(Program.path)' agent & agent=$!")
        var lines: [String] = []
        while lines.count < 2 {
            let line = try bench.line(with: " — ")
            // What there is to do about the fox follows on a line of its own.
            if line.contains("/mnt/") { lines.append(line) }
        }
        #expect(lines.filter { $0.contains("pushed") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.contains("no-draft") }.count == 1, "\(lines)")
    }

    @Test("every folder that is named is synced, each once; what is no fox is told")
    func folders() throws {
        let program = try Program()
        let foxes = try ["a", "b"].map { try program.factoryFox($0) }
        for (fox, draft) in zip(foxes, ["fox1", "fox2"]) {
            try program.draft(draft)
            #expect(try program.run("sync", "-v", fox, "-d", draft).status == 0)
        }
        let again = try program.run(
            "sync", "-v", foxes[0], "--volume=" + foxes[1], "-v", foxes[0] + "/../a", "--json")
        #expect(try results(again) == ["a": "up-to-date", "b": "up-to-date"])
        #expect((try again.json()["runs"] as? [Any])?.count == 2)
        let stick = program.folder + "/home"
        let mixed = try program.run(
            "sync", "-v", foxes[0], "-v", stick, "-v", program.folder + "/nothing", "--json")
        #expect(mixed.status == 4)
        #expect(try results(mixed) == ["a": "up-to-date"])
        let errors = try #require(try mixed.json()["errors"] as? [[String: Any]])
        #expect(errors.map { $0["exit"] as? Int } == [4, 4])
    }

    @Test("an option that takes one value is refused when it is given twice")
    func twice() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        for words in [
            ["sync", "-v", fox, "--draft", "a", "-d", "b"],
            ["pull", "--volume", fox, "--volume", fox, "fox1"],
            ["log", "--limit", "1", "-n", "2"],
        ] {
            let outcome = try program.run(words)
            #expect(outcome.status == 2 && outcome.err.contains("more than once"), "\(words)")
        }
        #expect(try program.run("log", "--result", "pushed", "--result", "held").status == 0)
    }
}

@Suite(
    "Foxes of one serial number", .serialized,
    .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"),
    .enabled(
        if: ["umockdev-run", "mkfs.ext4"].allSatisfy(isThere)
            && access("/dev/loop-control", R_OK | W_OK) == 0,
        "needs umockdev, mkfs.ext4 and loop devices"), .timeLimit(.minutes(20))
)
struct TwinTests {
    /// A bench with two foxes that are mounted and, for udev, of the serial numbers given.
    private func bench(_ serials: String...) throws -> AgentBench {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.program.write("[volumes]\nfile-systems = ext4\n", to: "home/fox-sync.conf")
        for (index, serial) in serials.enumerated() {
            let fox = ["a", "b"][index]
            try bench.program.write(Program.factory, to: "\(fox).txt")
            try bench.program.write(Self.disk(index, serial), to: "\(fox).disk")
            // A mounted filesystem with a number that a block device has, which udev then tells of.
            try bench.shell(
                """
                truncate -s 8M \(fox).img && mkfs.ext4 -q -F -m0 \(fox).img && mkdir -p mnt/\(fox) \
                && mount -o loop \(fox).img mnt/\(fox) && cp \(fox).txt mnt/\(fox)/settings.txt \
                && number=$(stat -c %d mnt/\(fox)) && sed -e "s/MAJOR=0/MAJOR=$((number >> 8))/" \
                -e "s/MINOR=0/MINOR=$((number & 255))/" \(fox).disk >> foxes.umockdev
                """)
        }
        return bench
    }

    private static func disk(_ index: Int, _ serial: String) -> String {
        let name = "sd" + ["a", "b"][index]
        return """
            P: /devices/pci0000:00/usb1/1-\(index)/block/\(name)
            N: \(name)
            E: DEVNAME=/dev/\(name)
            E: DEVTYPE=disk
            E: MAJOR=0
            E: MINOR=0
            E: ID_BUS=usb
            E: ID_SERIAL_SHORT=\(serial)
            E: SUBSYSTEM=block
            A: removable=1\\n
            A: size=30720\\n
            A: ro=0\\n


            """
    }

    private func run(_ bench: AgentBench, _ words: String) throws -> Outcome {
        try bench.run(words, under: "umockdev-run -d foxes.umockdev --")
    }

    @Test("neither is written, by name or all at once, and both are told of")
    func refused() throws {
        let bench = try bench("DUP", "DUP")
        let all = try run(bench, "sync")
        #expect(all.status == 3)
        for fox in ["a", "b"] {
            #expect(all.out.contains("mnt/\(fox): "), "\(all)")
            let one = try run(bench, "sync --volume mnt/\(fox)")
            #expect(one.status == 3)
            #expect(one.err.contains("the same serial number, DUP"), "\(one)")
            #expect(try run(bench, "pull --volume mnt/\(fox) fox1").status == 3)
            #expect(try run(bench, "doctor mnt/\(fox)").status == 0)
            let settings = try bench.program.text(bench.program.folder + "/\(fox).txt")
            try bench.shell("cat mnt/\(fox)/settings.txt > now.txt; echo copied")
            _ = try bench.line(with: "copied")
            #expect(try bench.program.text(bench.program.folder + "/now.txt") == settings)
        }
        #expect(!all.out.contains("no serial number of its own"))
    }

    @Test("the same two with serial numbers of their own are written")
    func different() throws {
        let bench = try bench("ONE", "OTHER")
        let outcome = try run(bench, "sync --volume mnt/a")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.out.contains("ONE: pushed"), "\(outcome)")
    }
}
