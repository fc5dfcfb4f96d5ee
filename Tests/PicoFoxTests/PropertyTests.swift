// Random documents: whatever fox-sync writes reads back as meant, and nothing else is touched. The
// seeds are fixed, so a failure comes back. PICOFOX_SCALE=20 makes every count twenty times as large.
import Foundation
import Testing

@testable import PicoFox

@Suite("Properties of random documents")
struct PropertyTests {
    static let scale = Int(ProcessInfo.processInfo.environment["PICOFOX_SCALE"] ?? "") ?? 1

    private static let fragments: [[UInt8]] = [
        "CALLSIGN", "FREQ_MHZ", "ITU_ZONE", "DUTY_CYCLE", "ATTENUATION", "MORSE_WPM",
        "MORSE_FARNSWORTH_WPM", "MORSE_TONE", "MORSE_TONE_VOL", "FOX_NUMBER", "VOICE_ENABLE",
        "AUDIO_MODE", "ATTENUATION_MODE", "ATTENUATION_MIN", "SSTV_ENABLE", "SSTV_MODE",
        "freq_mhz", "=", "=", "=", "=", "\n", "\n", "\n", "\r\n", "\r\n", "\r", " ", "\t", "#",
        "# two meters", "; old", "//", "146.565", "146,565", "145.5", "0x91.8", "1e2", "INF", "NAN",
        "K7ABC", "k7abc/p", "15", "300", "-1", "0", "1", "99999999999", "RTTTL", "on", "x", "\u{0}",
        "\u{FEFF}", "é", "+", ".", "%",
    ].map { Array($0.utf8) }

    /// Records a failure with the document; `#expect` itself is slow in a loop of thousands.
    private func require(
        _ holds: Bool, _ bytes: [UInt8], at location: SourceLocation = #_sourceLocation
    ) {
        if !holds {
            Issue.record("\(SettingValue.printable(bytes)) \(bytes)", sourceLocation: location)
        }
    }

    /// Half of them look like a settings.txt, half are fragments in any order.
    private static func document(_ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<random.below(40) {
            bytes += random.pick(fragments)
            if random.below(8) == 0 { bytes.append(UInt8(random.below(256))) }
        }
        guard random.below(2) == 0 else { return bytes }
        var text: [UInt8] = random.below(8) == 0 ? SettingsDocument.byteOrderMark : []
        for rule in random.pick(Firmware.all).keys.shuffled(using: &random) {
            let end = random.pick(["\n", "\n", "\n", "\r\n", "\n\n", "\n# note\n", "\n# a=b\n"])
            let value = random.pick(fragments)
            text += Array(rule.name.utf8) + Array(random.pick(["=", "=", " = "]).utf8)
            text += value.filter { $0 != ASCII.lineFeed } + Array(end.utf8)
        }
        return random.below(4) == 0 ? Array(text.dropLast()) : text
    }

    /// A value that the firmware takes as it is, and what it makes of it.
    private static func valid(
        _ rule: SettingRule, _ random: inout SeededRandom
    ) -> (text: String, value: SettingValue) {
        switch rule.kind {
        case .text:
            let text = random.pick(["K7ABC", "W1AW", "JA1XXX", "EA5/DL1ABC", ""])
            return (text, .text(Array(text.utf8)))
        case .integer:
            let range = rule.range ?? 0...255
            let number = Int.random(in: range, using: &random)
            return (String(number), .integer(number))
        case .frequency:
            let hertz = Int.random(in: 144_000_000...148_000_000, using: &random)
            return (FrequencyText.sixDecimals(hertz: hertz), .frequency(hertz: hertz))
        case .flag:
            let isOn = random.below(2) == 1
            return (isOn ? "1" : "0", .flag(isOn))
        case .choice(let words, _):
            let word = random.pick(words)
            return (word, .text(Array(word.utf8)))
        }
    }

    @Test("5,000 documents come back byte for byte")
    func identity() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<5000 * Self.scale {
            let bytes = PropertyTests.document(&random)
            require(SettingsDocument(bytes).bytes == bytes, bytes)
        }
    }

    @Test("5,000 edits leave every other line untouched")
    func editsAreLocal() {
        var random = SeededRandom(seed: 2)
        for _ in 0..<5000 * Self.scale {
            let before = SettingsDocument(PropertyTests.document(&random))
            let firmware = random.pick(Firmware.all)
            let rule = random.pick(firmware.keys)
            let value = PropertyTests.valid(rule, &random).text
            var after = before
            after.set(rule.name, to: value, for: firmware)
            require(after.value(of: rule.name) == value, before.bytes)
            // A divider may come between a comment and what it would hide.
            let others = { (document: SettingsDocument) in
                document.lines.filter { $0.key != rule.name }.map(\.content)
                    .filter { $0 != Array("# =".utf8) }
            }
            require(others(after) == others(before), before.bytes)
            after.unset(rule.name, for: firmware)
            require(after.value(of: rule.name) == nil, before.bytes)
            require(others(after) == others(before), before.bytes)
        }
    }

    @Test("2,000 edits of any document: the firmware reads what was set, and the rest as before")
    func editsAreRead() {
        var random = SeededRandom(seed: 6)
        var divided = 0
        for _ in 0..<2000 * Self.scale {
            let bytes = PropertyTests.document(&random)
            let firmware = random.pick(Firmware.all)
            let rule = random.pick(firmware.keys)
            let (text, value) = PropertyTests.valid(rule, &random)
            var document = SettingsDocument(bytes)
            document.set(rule.name, to: text, for: firmware)
            divided += document.lines.contains { $0.content == Array("# =".utf8) } ? 1 : 0
            let reading = SettingsReading(document.bytes, as: firmware)
            let read = reading.value(of: rule.name)
            require(read.map { rule.read($0, as: firmware) } == value, bytes)
            require(SettingsDocument(document.bytes) == document, bytes)
            document.unset(rule.name, for: firmware)
            let after = SettingsReading(document.bytes, as: firmware)
            let original = SettingsReading(bytes, as: firmware)
            // A line that had no newline may have got one: then it counts from now on.
            let last = SettingsDocument(bytes).lines.last.flatMap { $0.isTerminated ? nil : $0.key }
            for other in firmware.keys where other.name != rule.name && other.name != last {
                let before = original.value(of: other.name)
                require(reading.value(of: other.name) == before, bytes)
                require(after.value(of: other.name) == before, bytes)
            }
        }
        // The property is worth something only when something stood in the way now and then.
        #expect(divided > 40, "\(divided)")
    }

    @Test("2,000 documents in canonical form read back as meant under the five firmwares")
    func canonicalIsReadAsMeant() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<2000 * Self.scale {
            let bytes = PropertyTests.document(&random)
            for firmware in Firmware.all {
                var document = SettingsDocument(bytes)
                var meant: [String: SettingValue] = [:]
                for _ in 0..<random.below(4) {
                    let rule = random.pick(firmware.keys)
                    let (text, value) = PropertyTests.valid(rule, &random)
                    document.set(rule.name, to: text, for: firmware)
                    meant[rule.name] = value
                }
                let canonical = document.canonical(for: firmware)
                require(canonical.canonical(for: firmware) == canonical, bytes)
                let findings = firmware.check(
                    settings: canonical.bytes, files: [StagedFile](), offAirAllowed: true)
                require(
                    findings.allSatisfy { !PropertyTests.mustBeCured.contains($0.code) }, bytes)
                let effective = EffectiveSettings.read(canonical.bytes, as: firmware)
                for rule in firmware.keys where rule.isEffective {
                    let written = document.valueBytes(of: rule.name)
                    let value = meant[rule.name] ?? written.flatMap { rule.meaning(of: $0) }
                    guard let value, PropertyTests.isTaken(value, by: rule, effective) else {
                        continue
                    }
                    require(effective.values[rule.name] == value, bytes)
                }
            }
        }
    }

    /// What `draft fix` cures for good.
    private static let mustBeCured: Set<String> = [
        "byte-order-mark", "hidden-line", "joined-lines", "spaces-around-equals",
        "unfinished-line", "nul-byte", "no-equals", "duplicate-key", "carriage-return",
        "decimal-comma", "too-many-decimals",
    ]

    /// Whether the firmware takes a value as it stands: within its range, and not raised or swapped.
    private static func isTaken(
        _ value: SettingValue, by rule: SettingRule, _ effective: EffectiveSettings
    ) -> Bool {
        switch (value, rule.kind) {
        case (.integer(let number), .integer(let bits)):
            if case .raised(let key) = rule.correction,
                number < effective.values[key]?.number ?? 0
            {
                return false
            }
            if rule.name.hasPrefix("ATTENUATION_M") { return false }
            return (0..<1 << bits).contains(number) && rule.range?.contains(number) ?? true
        case (.text(let bytes), .text(let maximum)): return bytes.count <= maximum
        case (.frequency(let hertz), _): return hertz <= Int(UInt32.max)
        default: return true
        }
    }

    @Test("2,000 documents: no error means that every key is read as it looks")
    func checksAreComplete() {
        var random = SeededRandom(seed: 4)
        var clean = 0
        for _ in 0..<2000 * Self.scale {
            let bytes = PropertyTests.document(&random)
            let document = SettingsDocument(bytes)
            for firmware in Firmware.all {
                let findings = firmware.check(
                    settings: bytes, files: [StagedFile](), offAirAllowed: true)
                require(
                    findings.allSatisfy { finding in
                        (0...document.lines.count).contains(finding.line ?? 0)
                            && CheckCode(rawValue: finding.code)?.severities
                                .contains(finding.severity) == true
                    }, bytes)
                if findings.contains(where: {
                    $0.severity == .error && $0.code != "not-recognised" && $0.code != "out-of-band"
                }) {
                    continue
                }
                clean += 1
                let effective = EffectiveSettings.read(bytes, as: firmware)
                for rule in firmware.keys {
                    let written = document.valueBytes(of: rule.name)
                    let meant = written.map { rule.meaning(of: $0) } ?? rule.defaultValue
                    let raised = rule.name == "MORSE_FARNSWORTH_WPM"
                    let swapped = rule.name.hasPrefix("ATTENUATION_M")
                    let used = effective.values[rule.name] ?? rule.defaultValue
                    require(meant == used || raised || swapped, bytes)
                }
            }
        }
        // The property is worth something only when many documents pass the checks.
        #expect(clean > 200)
    }

    @Test("2,000 pacificon files: what it rewrites at boot reads back as the same values")
    func rewriting() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<2000 * Self.scale {
            let bytes = PropertyTests.document(&random)
            let first = EffectiveSettings.read(bytes, as: .pacificon)
            var rewritten = SettingsDocument([])
            for rule in Firmware.pacificon.keys {
                let value = first.values[rule.name] ?? rule.defaultValue
                rewritten.set(
                    rule.name, to: Array(value.bytes ?? Array(value.settingsText.utf8)),
                    for: .pacificon)
            }
            let second = EffectiveSettings.read(rewritten.bytes, as: .pacificon)
            require(second == first, bytes)
        }
    }
}
