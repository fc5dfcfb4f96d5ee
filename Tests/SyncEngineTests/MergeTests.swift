// A merge is about what somebody typed, and not about what the firmware derives of it.
import PicoFox
import Testing

@testable import SyncEngine

@Suite("Merge")
struct MergeTests {
    private static func text(_ wpm: Int, _ farnsworth: Int) -> [UInt8] {
        Array(
            """
            CALLSIGN=K1ABC
            ITU_ZONE=2
            FREQ_MHZ=146.565000
            MORSE_WPM=\(wpm)
            MORSE_FARNSWORTH_WPM=\(farnsworth)

            """.utf8)
    }

    private func merge(
        base: [UInt8], draft: [UInt8], device: [UInt8]
    ) -> (text: String, conflicts: [String]) {
        let merged = Merge.settings(draft: draft, base: base, device: device, firmware: .stock)
        return (String(decoding: merged.bytes, as: UTF8.self), merged.conflicts)
    }

    @Test("a speed that raises the spacing is no edit of the spacing")
    func raised() {
        let merged = merge(
            base: Self.text(15, 10), draft: Self.text(15, 18), device: Self.text(20, 10))
        #expect(merged.conflicts.isEmpty)
        #expect(merged.text.contains("MORSE_WPM=20\n"))
        #expect(merged.text.contains("MORSE_FARNSWORTH_WPM=18\n"))
    }

    @Test("the device's speed goes into the draft, and the spacing that follows it does not")
    func derivedIsNotWritten() {
        let merged = merge(
            base: Self.text(15, 10), draft: Self.text(15, 10), device: Self.text(20, 10))
        #expect(merged.text.contains("MORSE_WPM=20\n"))
        #expect(merged.text.contains("MORSE_FARNSWORTH_WPM=10\n"))
    }

    @Test("the same key typed on both sides is a conflict, and the only one")
    func conflict() {
        let merged = merge(
            base: Self.text(15, 10), draft: Self.text(18, 10), device: Self.text(20, 10))
        #expect(merged.conflicts == ["MORSE_WPM"])
    }

    @Test("what comes to the same on the air plans no write, however it was typed")
    func sameOnAir() {
        var scene = Scene.settled
        scene.base?["settings.txt"] = Self.text(15, 10)
        scene.device["settings.txt"] = Self.text(15, 12)
        scene.draft["settings.txt"] = Self.text(15, 15)
        let plan = scene.plan()
        #expect(plan.steps.isEmpty)
        if case .held = plan.verdict { Issue.record("held: \(plan.verdict)") }
    }

    @Test("a hold names the keys that were typed")
    func heldKeys() {
        var scene = Scene.settled
        scene.base?["settings.txt"] = Self.text(15, 10)
        scene.device["settings.txt"] = Self.text(20, 10)
        scene.draft["settings.txt"] = Self.text(18, 18)
        guard case .held(let hold) = scene.plan().verdict else {
            Issue.record("not held")
            return
        }
        #expect(hold.message.contains("MORSE_WPM"))
        #expect(!hold.message.contains("FARNSWORTH"))
    }
}
