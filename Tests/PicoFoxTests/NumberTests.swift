// Random numbers with random things behind them, judged by an oracle that shares nothing with the
// checks: whatever looks like a part of the number must be in what the fox uses.
import Foundation
import Testing

@testable import PicoFox

@Suite("Numbers with something behind them")
struct NumberTests {
    private static let tails = [
        "", "", "", " ", "0", "5", "00", ".5", ",5", "e0", "e1", "e-1", "x", "%", " %", "MHz",
        " MHz", "Hz", " kHz", " WPM", " steps", ";", " ; note", "; 7", ";7", " # 7", "#note", "//",
        " // 7", " 5", " 500", "\t565", "\u{B}5", " or 6", "-", " -1", "+1", "\r", "\r5", "\u{0}5",
        "'500", "_5", "\u{A0}5", "٥",
    ]

    /// A number as a calculator takes it, from all that stands before a comment.
    private func number(_ text: String, unit: String) -> Double? {
        var visible = text.replacingOccurrences(of: "\r", with: "")
        for mark in ["#", "//"] {
            visible = visible.components(separatedBy: mark)[0]
        }
        let parts = visible.components(separatedBy: ";")
        let note = parts.dropFirst().joined().trimmingCharacters(in: .whitespaces)
        let hasDigits = note.contains { "0123456789".contains($0) }
        let isNote = !hasDigits || note.first?.isLetter == true
        visible = (isNote ? parts[0] : visible).trimmingCharacters(in: .whitespaces)
        if !unit.isEmpty, visible.lowercased().hasSuffix(unit.lowercased()) {
            visible = String(visible.dropLast(unit.count)).trimmingCharacters(in: .whitespaces)
        }
        return Double(visible)
    }

    @Test("a sign without a number is 0, as in C, and -0 is only what is written so")
    func signs() {
        for text in ["-", "-+5", "- 5", "-x"] {
            #expect(CNumber.strtod([UInt8](text: text)).sign == .plus, "\(text)")
        }
        #expect(CNumber.strtod([UInt8](text: "-0")).sign == .minus)
        #expect(CNumber.strtod([UInt8](text: "-0x")).sign == .minus)
    }

    @Test("5,000 of them: one that passes the checks is used as a whole")
    func wholeNumbers() {
        var random = SeededRandom(seed: 7)
        var passed = 0
        for _ in 0..<5000 * PropertyTests.scale {
            let firmware = random.pick(Firmware.all)
            let rule = random.pick(
                firmware.keys.filter { $0.range != nil || $0.kind == .frequency })
            let digits =
                rule.kind == .frequency
                ? random.pick(["146.565", "145.5", "146", "144.5000", "1.455", "+145.1", "0x91.8"])
                : String(Int.random(in: -1...130, using: &random))
            let text = digits + random.pick(Self.tails) + random.pick(Self.tails)
            let settings = "CALLSIGN=K7ABC\nFREQ_MHZ=145.5\n\(rule.name)=\(text)\n"
            let line = firmware.check(
                settings: Array(settings.utf8), files: [StagedFile](), offAirAllowed: true
            ).filter { $0.line == 3 && $0.severity == .error && $0.code != "out-of-band" }
            guard line.isEmpty else { continue }
            passed += 1
            let used = EffectiveSettings.typed(Array(settings.utf8), as: firmware).values[rule.name]
            let value = used?.hertz.map { Double($0) / 1e6 } ?? used?.number.map(Double.init)
            // Both halves of a pair that the firmware swaps are meant.
            let isMeant =
                rule.name.hasPrefix("ATTENUATION_M")
                || abs((value ?? -1) - (number(text, unit: rule.unit) ?? -9)) < 1e-6
            if !isMeant { Issue.record("\(firmware.id) \(rule.name)=\(text): \(value ?? -1)") }
        }
        // The property is worth something only when many pass.
        #expect(passed > 500, "\(passed)")
    }
}
