// A plan of steps is read by another program than the one that wrote it, maybe a killed one.
import Testing

@testable import SyncEngine

@Suite("The journal of a change of drafts")
struct JournalLineTests {
    @Test("each step is read as it was written, whatever is in its names")
    func steps() {
        let odd = "a b%20\n-ü"
        let steps: [DraftJournal.Step] = [
            .keep(draft: odd, version: "000001-20261128T180431Z-set"), .fill(draft: odd),
            .take(draft: odd, file: "audio.wav"), .options(draft: odd, DraftOptions(offAir: true)),
            .options(draft: odd, DraftOptions(firmware: "stock")), .options(draft: odd, nil),
            .unassign(draft: odd), .assign(draft: odd, device: "path:/a b", byHand: false),
            .give(draft: odd, device: "E661"), .restore(device: "path:/a b", nil),
            .restore(device: "E661", Assignment(draft: odd, byHand: false)),
            .restore(device: "E661", Assignment(draft: odd, byHand: true)),
            .claim(draft: odd, file: "audio.wav"), .drop(draft: odd),
            .rename(draft: odd, to: "x"), .saw(draft: odd, file: "x", nil),
            .saw(draft: odd, file: "x", Digest(of: [1])),
        ]
        for step in steps { #expect(DraftJournal.Step(line: step.line) == step) }
    }

    @Test("the notes of a version are read as they were written")
    func notes() {
        var notes = DraftVersion.Notes()
        notes.what = "CALLSIGN, a b"
        notes.moved["path:/a b"] = .init(before: nil, after: Assignment(draft: ".", byHand: true))
        notes.moved["E661"] = .init(
            before: Assignment(draft: "fox 2", byHand: false), after: nil)
        notes.devices["E662"] = true
        #expect(DraftVersion.Notes(notes.bytes) == notes)
    }

    @Test("the moment in a version's name is read to the second; what is none is no version")
    func moments() {
        let now = Timestamp(milliseconds: 1_795_888_471_000)
        #expect(Timestamp(compact: now.compact) == now)
        for text in ["", "20261128T180431", "2026-11-28T18:04:31Z", "x0261128T180431Z"] {
            #expect(Timestamp(compact: text) == nil)
        }
    }
}
