// Whatever bytes a fox, a draft or a name holds: what '--json' prints is JSON, and safe on a terminal.
import Foundation
import Testing

@testable import fox_sync

@Suite("JSON of any bytes", .timeLimit(.minutes(20)))
struct JSONBytesTests {
    /// Characters that have to be written in another form: DEL, C1, a direction mark, private use,
    /// unassigned, beyond the BMP; an accent and an emoji, which have not.
    private static let odd = "\u{7f}\u{85}\u{202e}\u{e000}\u{f8ff}\u{378}\u{10fffd}\u{e0001}é🦊"

    @Test("every character comes back as it went in, and none of them acts on a terminal")
    func characters() throws {
        let scalars = (0...0x10ffff).compactMap { Unicode.Scalar(UInt32($0)) }
        for start in stride(from: 0, to: scalars.count, by: 4096) {
            var text = ""
            text.unicodeScalars.append(
                contentsOf: scalars[start..<min(start + 4096, scalars.count)])
            let line = Printer.encode([text])
            let read = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String]
            let isSame = read?.first.map { $0.unicodeScalars.elementsEqual(text.unicodeScalars) }
            #expect(isSame == true, "from U+\(String(start, radix: 16)) on")
            #expect(
                line.unicodeScalars.allSatisfy { $0.isSafe },
                "from U+\(String(start, radix: 16)) on")
        }
    }

    /// Settings of which some bytes are anything.
    private static func settings(_ random: inout SplitMix) -> Data {
        var bytes = Array(Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=K7ABC").utf8)
        let pieces: [[UInt8]] = [
            [0xd6], [0xff], [0xc3, 0x28], Array(odd.utf8), [0], [0x1b, 0x5b, 0x41], [0x0d],
            [0xed, 0xa0, 0x80], [0xf4, 0x8f, 0xbf, 0xbd], [0xef, 0xbf, 0xbe], [0x22], [0x5c],
        ]
        for _ in 0...random.below(4) {
            let piece = pieces[random.below(pieces.count)]
            // Values above all: a callsign is what most commands tell.
            let place = random.below(2) == 0 ? 9 + random.below(6) : random.below(bytes.count)
            bytes.insert(contentsOf: piece, at: place)
        }
        return Data(bytes)
    }

    /// Holds that both ends of a program that ran have a JSON object a line, or nothing.
    private func hold(_ outcome: Outcome, _ what: String) {
        for line in (outcome.out + outcome.err).split(separator: "\n") {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect(object is [String: Any], "\(what): \(line)")
            #expect(line.unicodeScalars.allSatisfy { $0.isSafe }, "\(what): \(line)")
        }
        #expect(!(outcome.out + outcome.err).isEmpty, "\(what)")
    }

    @Test("whatever a settings.txt holds, each command about drafts and foxes prints JSON")
    func documents() throws {
        let program = try Program()
        var random = SplitMix(state: 3)
        let isLong = ProcessInfo.processInfo.environment["FOX_SYNC_LONG"] != nil
        for number in 0..<3000 {
            let settings = Self.settings(&random)
            let path = "home/drafts/d\(number)/settings.txt"
            let url = URL(fileURLWithPath: program.folder + "/" + path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try settings.write(to: url)
            guard isLong || number % 100 == 0 else { continue }
            let fox = "foxes \(Self.odd)/\(number)"
            try program.put(settings, to: fox + "/settings.txt")
            let volume = program.folder + "/" + fox
            let draft = "d\(number)"
            for words in [
                ["doctor", volume], ["draft", "show", draft], ["draft", "check", draft],
                ["draft", "fix", draft, "--dry-run"], ["preview", draft],
                ["draft", "set", draft, "DUTY_CYCLE=\u{e000}"],
                ["sync", "--volume", volume, "--draft", draft, "--force"],
                ["sync", "--volume", volume + "\u{378}"],
                ["draft", "diff", draft], ["pull", "path:" + volume, draft, "--force"],
                ["name", "path:" + volume, "fox \(number) \(Self.odd)"],
            ] {
                hold(try program.start(words + ["--json"]).wait(), words.joined(separator: " "))
            }
        }
        for words in [
            ["draft", "list"], ["draft", "check"], ["status"], ["devices"], ["log"],
            ["log", "export", "-"], ["backup", "list"], ["doctor"],
            ["log", "show", "\u{f8ff}"], ["draft", "show", "\u{e000}"], ["\u{10fffd}"],
            ["event", "export", program.folder + "/\u{e000}.csv"],
        ] {
            hold(try program.start(words + ["--json"]).wait(), words.joined(separator: " "))
        }
        let log = try program.run("log", "--json").out.split(separator: "\n")
        let first = try #require(log.first)
        let run = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
        let id = try #require(run?["run"] as? String)
        hold(try program.start("log", "show", id, "--json").wait(), "log show")
    }
}

extension Unicode.Scalar {
    /// Whether a terminal shows it and does nothing else.
    fileprivate var isSafe: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        default: true
        }
    }
}

/// A small generator with a seed, so that a failure can be had again (Steele, Lea and Flood, 2014).
private struct SplitMix {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
