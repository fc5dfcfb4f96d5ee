// What counts as nobody's settings: a fox with such is overwritten without a question.
import Testing

@testable import PicoFox

@Suite("Factory settings")
struct FactoryStateTests {
    /// The firmwares' own files, and the one that pacificon's comments stand in.
    static let own: [[UInt8]] =
        Firmware.all.map(\.factorySettings) + [
            Firmware.pacificon.keys.flatMap { rule in
                Array(
                    ("# What \(rule.name) is for; with \(rule.name)=1 it counts.\n\(rule.name)="
                        + rule.factoryText + "\n\n").utf8)
            }
        ]

    @Test("what each firmware makes, with its comments and padded with lines, is factory")
    func made() {
        for settings in Self.own {
            #expect(Firmware.isFactory(settings))
            #expect(Firmware.isFactory(settings + [10, 10, 10]))
        }
        let short = String(decoding: Firmware.stock.factorySettings, as: UTF8.self)
            .split(separator: "\n").map { $0.hasPrefix("FREQ_MHZ") ? "FREQ_MHZ=146.565" : $0 }
        #expect(Firmware.isFactory([UInt8](text: short.joined(separator: "\n") + "\n")))
    }

    @Test(
        "what a person wrote is not, also where the firmware skips it",
        arguments: [
            "CALLSIGN = W1AW\nITU_ZONE=2\nFREQ_MHZ = 145.565\nDUTY_CYCLE = 50\n",
            "# fox of the club\nCALLSIGN=W1AW\nITU_ZONE=2\nFREQ_MHZ=146.565000\n",
            "CALLSIGN=\nITU_ZONE=2\nFREQ_MHZ=146.565000\n",
        ])
    func writtenByPeople(_ text: String) {
        #expect(!Firmware.isFactory([UInt8](text: text)))
    }

    @Test("4,000 edits of factory files that any person would read as one are never factory")
    func edits() throws {
        var random = SeededRandom(seed: 14)
        for number in 0..<4000 * PropertyTests.scale {
            let settings = random.pick(Self.own)
            let edited = try Self.edited(settings, &random)
            if Firmware.isFactory(edited) {
                Issue.record("\(number): \(SettingValue.printable(edited))")
            }
        }
    }

    /// A file with one line changed as people change lines: well, badly, or behind a comment.
    private static func edited(
        _ settings: [UInt8], _ random: inout SeededRandom
    ) throws -> [UInt8] {
        var lines = String(decoding: settings, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let indices = lines.indices.filter { !lines[$0].hasPrefix("#") && lines[$0].contains("=") }
        let index = random.pick(indices)
        let split = try #require(lines[index].firstIndex(of: "="))
        let key = String(lines[index][..<split])
        let old = String(lines[index][lines[index].index(after: split)...])
        let value = random.pick(["W1AW", "145.565", "7", "33", "RANDOM", "RTTTL", "99999", "-1"])
        let name = random.below(4) == 0 ? key.lowercased() : key
        let equals = random.pick(["=", "=", " = ", "= ", " =", "\t=\t"])
        let line = name + equals + value
        switch random.below(7) {
        case 0, 1: lines[index] = line
        case 2: lines[index] = line + "\r"
        case 3: lines.insert("# fox of the club\n" + line, at: index)
        case 4: lines.insert(random.pick(["#", "# ", "; ", "//"]) + line, at: index)
        case 5: lines.insert(line, at: random.pick(indices))
        default: lines[index] = key + "=" + old + random.pick(["x", " # was 3", "5", " 1"])
        }
        var bytes = [UInt8](text: lines.joined(separator: "\n"))
        if random.below(4) == 0, bytes.last == 10 { bytes.removeLast() }
        return bytes
    }
}
