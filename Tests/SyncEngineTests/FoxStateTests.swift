// What is to do about a fox follows from what is known of it, and from nothing else.
import PicoFox
import Testing

@testable import SyncEngine

@Suite("The state of a fox")
struct FoxStateTests {
    /// A fox that has its draft, proven.
    private func settled(
        _ change: (inout Scene) -> Void = { _ in }, byHand: Bool = true,
        findings: [Finding] = [], last: RunResult = .pushed
    ) -> FoxState.Known {
        var scene = Scene.settled
        change(&scene)
        var known = FoxState.Known(
            device: DeviceRecord(
                id: "E661", name: "fox 3", vendor: nil, model: nil, revision: nil,
                firstSeen: .now, lastSeen: .now,
                assignment: Assignment(draft: "fox1", byHand: byHand)),
            target: .draft(scene.frozen, findings: findings))
        known.base = scene.recorded
        known.last = run(last)
        return known
    }

    private func run(
        _ result: RunResult, _ hold: Hold.Reason? = nil, next: [String] = []
    ) -> RunRecord {
        var run = RunRecord(id: "aaaaaaaa", volume: "/", started: .now)
        run.result = result
        run.hold = hold
        run.firmware = "stock"
        run.message = "the reason"
        run.next = next
        return run
    }

    @Test("a fox whose base is what its draft says is ready, and nothing is to do")
    func ready() {
        let state = FoxState.of(settled())
        #expect(state.kind == .ready)
        #expect(state.next.isEmpty)
    }

    @Test("a draft that was edited since is behind, by its keys and files, and not by its text")
    func behind() {
        let edited = FoxState.of(
            settled { $0.draft["settings.txt"] = Text.settings(frequency: "146.100") })
        #expect(edited.kind == .behind)
        #expect(edited.reason == "'fox1' has changed since: settings.txt (FREQ_MHZ)")
        #expect(edited.next == ["fox-sync sync"])
        let audio = FoxState.of(settled { $0.draft["audio.wav"] = [9] })
        #expect(audio.reason == "'fox1' has changed since: audio.wav")
        let removed = FoxState.of(settled { $0.draft["audio.wav"] = nil })
        #expect(removed.reason == "'fox1' has changed since: audio.wav")
        let text = FoxState.of(
            settled { $0.draft["settings.txt"] = Text.settings() + Array("#=a comment\n".utf8) })
        #expect(text.kind == .ready)
    }

    @Test("a fox that has another draft than the one assigned is behind only where they differ")
    func otherDraft() {
        #expect(FoxState.of(settled { $0.baseName = "old" }).kind == .ready)
        let state = FoxState.of(
            settled {
                $0.baseName = "old"
                $0.draft["audio.wav"] = [9]
            })
        #expect(state.reason == "it has 'old', and not 'fox1': audio.wav")
    }

    @Test(
        "a held run needs a decision until somebody has made it",
        arguments: [
            Hold.Reason.firstContact, .deviceEdited, .conflict, .deviceReset, .otherFirmware,
            .obstacle,
        ])
    func held(_ reason: Hold.Reason) {
        var known = settled(byHand: false)
        known.last = run(.held, reason, next: ["fox-sync decide"])
        let state = FoxState.of(known)
        #expect(state == FoxState(.needsDecision, "the reason", next: ["fox-sync decide"]))
        // 'assign' answers whose a fox is, and not what becomes of an edit.
        var assigned = settled(byHand: true)
        assigned.last = known.last
        let isAnswered = reason == .firstContact || reason == .deviceReset
        #expect((FoxState.of(assigned).kind == .ready) == isAnswered)
        var meant = settled({ $0.firmware = "jf9som" }, byHand: false)
        meant.last = known.last
        #expect((FoxState.of(meant).kind != .needsDecision) == (reason == .otherFirmware))
    }

    @Test("a run that waited for the end of an edit asks nothing of anybody")
    func busy() {
        #expect(FoxState.of(settled(last: .held)).kind == .ready)
    }

    @Test("an invalid draft is told as it is now, and no more once it was corrected")
    func invalid() {
        let finding = Finding(.noCallsign, "there is no callsign")
        let state = FoxState.of(settled(findings: [finding], last: .invalid))
        #expect(state.kind == .offAir)
        #expect(state.reason.hasSuffix("and the fox keeps what it has: there is no callsign"))
        #expect(state.next == ["fox-sync draft check fox1"])
        let corrected = settled(
            { $0.draft["settings.txt"] = Text.settings(callsign: "W1AW") }, last: .invalid)
        #expect(FoxState.of(corrected).kind == .behind)
    }

    @Test("a fox is off the air when its silent draft is on it, and behind before")
    func silent() {
        let silence = Text.settings(callsign: "")
        let before = FoxState.of(settled { $0.draft["settings.txt"] = silence })
        #expect(before.kind == .behind)
        let after = FoxState.of(
            settled {
                $0.draft["settings.txt"] = silence
                $0.base?["settings.txt"] = silence
            })
        #expect(after.kind == .offAir)
    }

    @Test("a fox that cannot be read is damaged, whatever its draft")
    func damaged() {
        var known = settled(findings: [Finding(.noCallsign, "no")])
        known.last = run(.damaged, next: ["fox-sync sync"])
        #expect(FoxState.of(known) == FoxState(.damaged, "the reason", next: ["fox-sync sync"]))
        for state in [Availability.State.noSettings, .ioError] {
            var seen = settled()
            seen.availability = Availability(state, "there is none")
            #expect(FoxState.of(seen).kind == .damaged)
        }
        // A write that failed tells of the run.
        var failed = settled(last: .failed)
        failed.availability = Availability(.ioError, "write audio.wav: EIO")
        #expect(FoxState.of(failed).kind == .ready)
    }

    @Test("what a cut run left is unknown, and so is a fox without base or draft")
    func unknown() {
        var cut = settled(last: .interrupted)
        cut.unfinished = run(.interrupted)
        #expect(FoxState.of(cut) == FoxState(.unknown, "the reason", next: ["fox-sync sync"]))
        var new = settled(last: .failed)
        new.base = nil
        #expect(
            FoxState.of(new).reason == "nothing was synced to it yet; it gets 'fox1': the reason")
        var without = settled()
        without.target = .none("there is no draft yet", isAny: false)
        #expect(FoxState.of(without).next == ["fox-sync draft new NAME"])
        without.target = .none("every draft is assigned to another device", isAny: true)
        #expect(FoxState.of(without).next == ["fox-sync assign 'fox 3' DRAFT"])
        without.target = .unreadable("fox1", reason: "EIO")
        #expect(FoxState.of(without).kind == .unknown)
    }

    @Test("the next command of a failed run stands until the fox goes, and its reason, too")
    func failed() {
        var known = settled { $0.draft["audio.wav"] = [9] }
        known.last = run(.failed, next: ["sudo mount -o remount,rw /media/fox"])
        let state = FoxState.of(known)
        #expect(state.kind == .behind)
        #expect(state.reason.hasSuffix("; the reason"))
        #expect(state.next == ["sudo mount -o remount,rw /media/fox"])
        for away in [Availability.State.gone, .notMounted] {
            known.availability = Availability(away)
            #expect(FoxState.of(known).reason == "'fox1' has changed since: audio.wav")
            #expect(FoxState.of(known).next == ["fox-sync sync"])
        }
    }

    @Test("what waits for a person comes first")
    func order() {
        let kinds = FoxState.Kind.allCases
        #expect(kinds.sorted() == kinds)
        #expect(kinds.first == .needsDecision && kinds.last == .ready)
    }
}
