// Settings that come to the same are never written: random documents, and the same ones typed anew.
import PicoFox
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("Settings that mean the same")
struct MeaningTests {
    /// A settings.txt as people write it: some keys, comments, other people's keys.
    private static func document(
        for firmware: Firmware, _ random: inout SeededGenerator
    ) -> [String] {
        let values = [
            "0", "1", "5", "15", "36", "50", "100", "126", "145.500", "146.565000", "145,5",
            "K7ABC",
            "W1AW", "", "on", "RTTTL", "RANDOM", "2", "+7", "12 # slow", "x",
        ]
        var lines = ["CALLSIGN=K7ABC", "FREQ_MHZ=145.500", "ITU_ZONE=2"]
        for rule in firmware.keys where Bool.random(using: &random) {
            lines.append("\(rule.name)=\(values.randomElement(using: &random) ?? "")")
        }
        let others = ["", "# a=b", "# only words", "FOO=1", "FOX_NUMBER=2", "VOICE_ENABLE = 0"]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            lines.insert(
                others.randomElement(using: &random) ?? "",
                at: Int.random(in: 0...lines.count, using: &random))
        }
        return lines
    }

    /// The same lines in another form, which may or may not come to the same.
    private static func reformatted(
        _ lines: [String], for firmware: Firmware, _ random: inout SeededGenerator
    ) -> [UInt8] {
        var lines = lines
        if Bool.random(using: &random) { lines.shuffle(using: &random) }
        if Bool.random(using: &random) {
            lines = lines.map { line in
                let parts = line.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return Bool.random(using: &random) ? line : parts.joined(separator: " = ")
            }
        }
        if Bool.random(using: &random) {
            lines.insert("# typed anew =", at: Int.random(in: 0...lines.count, using: &random))
        }
        if Bool.random(using: &random) { lines = lines.map { $0.lowercased() } }
        let end = Bool.random(using: &random) ? "\r\n" : "\n"
        var bytes = Array(lines.map { $0 + end }.joined().utf8)
        if Bool.random(using: &random) {
            bytes = SettingsDocument(bytes).canonical(for: firmware).bytes
        }
        return bytes
    }

    @Test(
        "2,000 pairs: where the firmware makes the same of both, nothing is written",
        arguments: Firmware.all.map(\.id))
    func equalIsNeverWritten(id: String) throws {
        let firmware = try #require(Firmware.named(id))
        var random = SeededGenerator(seed: 5)
        var equal = 0
        for _ in 0..<400 {
            let lines = Self.document(for: firmware, &random)
            let old = Array((lines.joined(separator: "\n") + "\n").utf8)
            let new = Self.reformatted(lines, for: firmware, &random)
            guard old != new,
                EffectiveSettings.read(old, as: firmware)
                    == EffectiveSettings.read(new, as: firmware)
            else { continue }
            equal += 1
            // On the fox, in the draft, in both of them, and at first contact.
            for (draft, base, device) in [
                (old, old, new), (new, old, old), (new, old, new), (old, nil, new),
            ] as [([UInt8], [UInt8]?, [UInt8])] {
                var scene = Scene.settled
                scene.firmware = id
                scene.idFiles = firmware.idFile.map { [$0] } ?? []
                scene.draft = ["settings.txt": draft]
                scene.base = base.map { ["settings.txt": $0] }
                scene.device = ["settings.txt": device]
                let plan = scene.plan(Planner.Policy(byHand: true, isAssigned: true))
                if !plan.steps.isEmpty {
                    Issue.record("\(String(decoding: old + new, as: UTF8.self)): \(plan.steps)")
                }
            }
        }
        // The property is worth something only when many pairs look different and are not: it is 150
        // to 200 of them for each firmware.
        #expect(equal > 60, "\(equal)")
    }
}
