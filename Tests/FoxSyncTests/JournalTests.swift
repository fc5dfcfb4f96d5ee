// Records in the journal of a real systemd-journald that runs in a namespace of the test's own.
import Foundation
import Testing

@testable import fox_sync

extension AgentBench {
    /// systemd-journald, where it is installed.
    static let journald = ["/usr/lib", "/lib"].map { $0 + "/systemd/systemd-journald" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Starts a journald; the agent that starts next writes to it.
    func journal() throws {
        let journald = try #require(Self.journald)
        try shell(
            "mount -t tmpfs run /run && mkdir -p /run/systemd/journal /run/log/journal varlog"
                + " && mount --bind varlog /var/log && mkfifo ready;"
                + " NOTIFY_SOCKET= \(journald) 2>/dev/null & others=\"$others $!\"")
        // The socket has its name before anybody reads from it; what is sent before that waits.
        try shell("until [ -S /run/systemd/journal/stdout ]; do :; done; echo journal is there")
        _ = try line(with: "journal is there")
        try shell(
            "journalctl --sync; journalctl --directory=/run/log/journal --follow --lines=all"
                + " --output=json --output-fields=MESSAGE_ID & others=\"$others $!\"")
    }

    /// Waits until the journal has got one more record of a sort.
    func recorded(_ id: MessageID) throws { _ = try line(with: id.rawValue) }

    /// The records of the agent about one sort of thing.
    func records(_ id: MessageID) throws -> [[String: Any]] {
        try shell(
            "journalctl --sync; journalctl --directory=/run/log/journal -o json"
                + " MESSAGE_ID=\(id.rawValue) | sed 's/^/record /'; echo no more records")
        var found: [[String: Any]] = []
        while true {
            let line = try line(with: "record")
            if line == "no more records" { return found }
            let json = Data(line.dropFirst("record ".count).utf8)
            found.append(
                try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any]))
        }
    }
}

@Suite(
    "Journal", .serialized,
    .enabled(
        if: AgentBench.isPossible && AgentBench.journald != nil,
        "needs root (unshare -m) and systemd-journald"), .timeLimit(.minutes(20)))
struct JournalTests {
    private func start(_ bench: AgentBench, _ options: String = "") throws {
        // What systemd does for a service: both outputs are the journal's, and it says so.
        try bench.shell(
            "systemd-cat sh -c 'JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2)"
                + " exec \"\(Program.path)\" agent \(options)' & agent=$!")
    }

    @Test(
        "a run is one record with its fields, and a held one names the commands; the text is whole")
    func runs() throws {
        let bench = try AgentBench()
        try bench.configure("[results]\nnotify = none\non-result = exit 3")
        try bench.program.draft()
        try bench.fox("a")
        try bench.journal()
        try start(bench)
        try bench.plug("a")
        try bench.recorded(.synced)
        try bench.recorded(.hookFailed)
        try bench.shell("sed -i 's/=146.565000/=145.5/' mnt/a/settings.txt")
        try bench.program.run("draft", "set", "fox1", "FREQ_MHZ=145.7")
        try bench.recorded(.held)
        try bench.recorded(.hookFailed)
        #expect(try bench.stopAgent() == "exit 0")
        let synced = try #require(try bench.records(.synced).first)
        #expect(synced["PRIORITY"] as? String == "6")
        #expect(synced["FOX_RESULT"] as? String == "pushed")
        #expect(synced["FOX_DRAFT"] as? String == "fox1")
        #expect(synced["FOX_DEVICE"] as? String == "path:\(bench.program.folder)/mnt/a")
        #expect(synced["FOX_FILES"] as? String == "2")
        #expect(synced["SYSLOG_IDENTIFIER"] as? String == "fox-sync")
        let text = try #require(synced["MESSAGE"] as? String)
        #expect(text.contains("pushed (fox1)") && text.contains("\n"))
        let run = try #require(synced["FOX_RUN"] as? String)
        #expect(try bench.program.run("log", "show", run).status == 0)
        let held = try #require(try bench.records(.held).first)
        #expect(held["PRIORITY"] as? String == "4")
        #expect((held["FOX_NEXT"] as? [String])?.count == 2)
        #expect(try bench.records(.hookFailed).count == 2)
    }

    @Test("--log-level decides what there is, and it is a usage error when it is none")
    func level() throws {
        let bench = try AgentBench()
        try bench.configure("[results]\nnotify = none\non-result = exit 3")
        try bench.program.draft()
        try bench.fox("a")
        try bench.journal()
        try start(bench, "--log-level warning")
        try bench.plug("a")
        // What comes after the run, and is serious enough.
        try bench.recorded(.hookFailed)
        #expect(try bench.stopAgent() == "exit 0")
        #expect(try bench.records(.synced).isEmpty)
        #expect(try bench.program.run("agent", "--log-level", "loud").status == 2)
    }

    @Test("the catalog explains every sort of record and no other, as journalctl reads it")
    func catalog() throws {
        let bench = try AgentBench()
        try bench.shell(
            "mkdir -p root/usr/lib/systemd/catalog root/var/lib/systemd/catalog;"
                + " cp '\(Repository.path)/packaging/fox-sync.catalog' root/usr/lib/systemd/catalog/;"
                + " journalctl --root=$PWD/root --update-catalog 2>&1 || echo FAILED: catalog;"
                + " journalctl --root=$PWD/root --list-catalog | sed 's/^/entry /'; echo no more entries"
        )
        var found: [String] = []
        while true {
            let line = try bench.line(with: "entr")
            if line == "no more entries" { break }
            found.append(String(line.dropFirst("entry ".count).prefix(32)))
        }
        #expect(found.sorted() == MessageID.allCases.map(\.rawValue).sorted())
        let text = try bench.program.text(Repository.path + "/packaging/fox-sync.catalog")
        // What stands between '@' is a field that the agent gives.
        let fields = Set(
            text.split(separator: "@").enumerated().filter { $0.offset % 2 == 1 }.map(\.element))
        #expect(
            fields.isSubset(of: ["FOX_TITLE", "FOX_DRAFT", "FOX_RUN", "FOX_RESULT", "FOX_BACKUP"]))
    }
}
