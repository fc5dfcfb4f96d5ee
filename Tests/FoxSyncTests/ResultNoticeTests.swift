// Which results are shown on the desktop, and how.
import Notifications
import SyncEngine
import Testing

@testable import fox_sync

@Suite("Result notices")
struct ResultNoticeTests {
    private func notice(_ result: RunResult, _ level: NotifyLevel) -> Notifications.Notification? {
        var run = RunRecord(id: "abcd", volume: "/mnt/a", started: .now)
        run.result = result
        run.message = "\u{1b}[31mred\u{202e}"
        run.next = ["fox-sync one", "fox-sync two"]
        return ResultNotice.make(of: run, title: "a\u{7}b", level: level)
    }

    @Test("each level shows what it says")
    func levels() {
        let quiet: Set<RunResult> = [.upToDate, .running]
        let good: Set<RunResult> = [.pushed, .converged, .pulled, .restored]
        for result in RunResult.allCases {
            let isProblem = !quiet.contains(result) && !good.contains(result)
            #expect(notice(result, .none) == nil)
            #expect((notice(result, .problems) != nil) == isProblem)
            #expect((notice(result, .changes) != nil) == !quiet.contains(result))
            #expect(notice(result, .all) != nil)
        }
    }

    @Test("failures are urgent, and no control character of a volume gets through")
    func shown() throws {
        for result in [RunResult.failed, .verificationFailed, .interrupted, .damaged] {
            #expect(notice(result, .changes)?.urgency == .critical)
        }
        let held = try #require(notice(.held, .changes))
        #expect(held.urgency == .normal)
        #expect(held.summary == "a\\x07b needs a decision")
        #expect(held.body == "\\x1b[31mred\\u{202e}\nfox-sync one\nor: fox-sync two")
        #expect(held.action?.word == "abcd")
        // What the run does not say itself, the state of the fox does.
        var run = RunRecord(id: "abcd", volume: "/mnt/a", started: .now)
        run.result = .pulled
        let behind = FoxState(
            .behind, "it has 'a', and not 'b': audio.wav", next: ["fox-sync sync"])
        let shown = ResultNotice.make(of: run, behind, title: "fox", level: .changes)
        #expect(shown?.body.hasSuffix("\nbehind: it has 'a', and not 'b': audio.wav") == true)
    }
}
