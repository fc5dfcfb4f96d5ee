// The one free draft: who gets it, when, and that it is said before.
import Foundation
import SyncEngine
import Testing

@testable import fox_sync

@Suite("The free draft", .timeLimit(.minutes(20)))
struct FreeDraftTests {
    private let said = "is now the only free draft: the next new fox that is plugged in gets it"

    @Test("every command that leaves one free draft says which, and who gets it")
    func told() throws {
        let program = try Program()
        #expect(try program.run("draft", "new", "h1").err.contains("h1 \(said)"))
        #expect(try program.run("draft", "set", "h1", "CALLSIGN=K7ABC").err == "")
        #expect(try program.run("draft", "new", "h2", "h3").err == "")
        let fox = try program.factoryFox("a")
        try program.wav(to: "home/drafts/h1/audio.wav")
        #expect(try program.run("sync", "-v", fox, "-d", "h1").err == "")
        let assigned = try program.run("assign", "path:\(fox)", "h2")
        #expect(assigned.err == "")
        #expect(assigned.out.contains("a running agent writes it within seconds"))
        #expect(assigned.out.contains("'fox-sync sync'"))
        #expect(try program.run("draft", "remove", "h1", "--force").err.contains("h3 \(said)"))
        #expect(try program.run("unassign", "path:\(fox)").err == "")
        let again = try program.run("assign", "path:\(fox)", "h3", "--json")
        #expect(again.err.contains("\"message\":\"h2 \(said)\""))
        #expect(try program.run("forget", "path:\(fox)").err == "")
    }

    private func key(
        _ draft: String?, _ claim: DraftKey.Claim?, _ content: String = ""
    ) -> DraftKey {
        DraftKey(draft, claim, draft.map { _ in .frozen(Digest(of: Array(content.utf8))) })
    }

    @Test("a fox that comes gets the free draft; one that is there only goes on with what it met")
    func news() {
        let (none, free) = (key(nil, nil), key("h1", .free))
        #expect(free.isNews(after: nil))
        #expect(!free.isNews(after: none))
        #expect(!free.isNews(after: free))
        // It met the draft, and was held or refused: an edit may end that.
        #expect(key("h1", .free, "edited").isNews(after: free))
        #expect(!key("h2", .free).isNews(after: free))
        // A push made it the fox's own; then it was taken away.
        #expect(!key("h1", .pushed).isNews(after: free))
        #expect(key("h1", .pushed, "edited").isNews(after: free))
        #expect(!key("h1", .free, "edited").isNews(after: key("h1", .pushed)))
        #expect(key("h1", .byHand).isNews(after: key("h1", .pushed)))
        #expect(key("h2", .byHand).isNews(after: none))
        #expect(none.isNews(after: key("h1", .pushed)))
        #expect(!DraftKey(nil, nil, .unreadable("no")).isNews(after: none))
    }

    @Test(
        "the agent gives a new fox that is there nothing because another one was given its draft",
        .enabled(if: AgentBench.isPossible, "mounting needs root (unshare -m)"))
    func agent() throws {
        let bench = try AgentBench()
        for (draft, call) in [("h1", "K7ABC"), ("h2", "K7ABD"), ("h3", "K7ABE")] {
            try bench.program.draft(draft, callsign: call)
        }
        try bench.agent("--verbose")
        for fox in ["a", "b"] {
            try bench.fox(fox)
            try bench.plug(fox)
            _ = try bench.line(with: "mnt/\(fox): no-draft")
        }
        let at = { (fox: String) in "path:\(bench.program.folder)/mnt/\(fox)" }
        let first = try bench.program.run("assign", at("a"), "h1")
        #expect(first.err == "")
        #expect(try bench.line(with: "mnt/a: ").contains("pushed (h1)"))
        // Now h3 alone is free.
        try bench.fox("c")
        try bench.plug("c")
        _ = try bench.line(with: "mnt/c: no-draft")
        let second = try bench.program.run("assign", at("c"), "h2")
        #expect(second.err.contains("h3 \(said)"))
        #expect(try bench.line(with: "mnt/c: ").contains("pushed (h2)"))
        // Not even an edit of it; the fox that comes next gets it.
        try bench.program.run("draft", "set", "h3", "FREQ_MHZ=145.5")
        _ = try bench.line(with: "at rest")
        #expect(try bench.line(with: "looked at the drafts").hasSuffix(" 0"))
        try bench.shell("umount mnt/b")
        try bench.fox("b")
        try bench.plug("b")
        #expect(try bench.line(with: "mnt/b: pushed").contains("h3"))
    }
}
