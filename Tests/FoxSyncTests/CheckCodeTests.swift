// Every code of docs/checks.md, found by the real program in a draft that deserves it.
import Foundation
import PicoFox
import Testing

@Suite("Codes of the checks")
struct CheckCodeTests {
    private static let good = "CALLSIGN=K7ABC\nITU_ZONE=2\nFREQ_MHZ=146.565\nDUTY_CYCLE=50\n"

    /// Drafts by name: their firmware and their settings.
    private static let settings: [String: (firmware: String, text: String)] = [
        "large": ("stock", good + String(repeating: "# =\n", count: 20_000)),
        "unrecognised": ("stock", "CALLSIGN=K7ABC\n"),
        "mark": ("stock", "\u{FEFF}" + good),
        "hidden": ("stock", good + "# note\nFREQ_MHZ=145.5\n"),
        "joined": ("stock", good + "MORSE_TO\nNE=700\n"),
        "blanks": ("stock", good + "MORSE_TONE = 700\n"),
        "unfinished": ("stock", good + "MORSE_TONE=700"),
        "nul": ("stock", good + "MORSE_TONE=1\u{0}000\n"),
        "keys": ("stock", good + "FOX_NUMBER=1\nFOO=1\nDUTY_CYCLE=60\n"),
        "return": ("stock", good + "CALLSIGN=\r\n"),
        "comma": ("stock", good + "FREQ_MHZ=146,565\n"),
        "half": ("stock", good + "FREQ_MHZ=146 565\n"),
        "misread": ("pacificon", good + "VOICE_ENABLE=on\n"),
        "cut": ("stock", good + "DUTY_CYCLE=356\nMORSE_WPM=45\n"),
        "decimals": ("stock", good + "FREQ_MHZ=146.5650001\n"),
        "spacing": ("stock", good + "MORSE_WPM=20\nMORSE_FARNSWORTH_WPM=10\nMORSE_TONE=2200\n"),
        "reversed": ("pacificon", good + "ATTENUATION_MIN=90\nATTENUATION_MAX=10\n"),
        "silent": ("stock", "CALLSIGN=\nITU_ZONE=2\nFREQ_MHZ=150\nDUTY_CYCLE=0\n"),
        "modes": ("pacificon", good + "VOICE_ENABLE=0\n"),
        "long": ("stock", good + "CALLSIGN=VP2E/K7ABC/P\n"),
        "dashes": ("stock", good + "CALLSIGN=---\n"),
        "rare": ("pacificon", good + "CALLSIGN=K7RAR\nDUTY_CYCLE=1\n"),
        "slow": ("jf9som", good + "MORSE_WPM=1\n"),
        "pictures": ("pacificon", good + "SSTV_ENABLE=1\nDUTY_CYCLE=100\n"),
        "picture": ("pacificon", good),
        "elsewhere": ("pacificon", good + "FREQ_MHZ=145.5\n"),
        "merge": ("stock", good + "<<<<<<< ours\nFREQ_MHZ=145.5\n=======\n>>>>>>> theirs\n"),
        "files": ("stock-r2", good), "gap": ("pacificon", good), "skipped": ("stock", good),
        "noise": ("stock", good), "fast": ("stock", good), "empty": ("stock", good),
        "loud": ("stock", good), "sized": ("stock", good), "copied": ("stock", good),
        "zeros": ("stock", good),
    ]

    private func wav(_ samples: [Int16], rate: Int = 5000) -> Data {
        Data(WavFile.canonical(samples: samples, sampleRate: rate))
    }

    @Test("each one is found by 'draft check', under the name that docs/checks.md has")
    func everyCode() throws {
        let program = try Program()
        for (name, draft) in Self.settings {
            try program.run("draft", "new", name, "--firmware", draft.firmware)
            try program.write(draft.text, to: "home/drafts/\(name)/settings.txt")
        }
        let files: [(String, Data)] = [
            ("files/notes.txt", Data()), ("files/Audio.wav", wav([0])),
            ("files/audio.wav", wav([0])), ("files/settings.txt.orig", Data()),
            ("files/more/notes", Data()), ("gap/audio1.wav", wav([0], rate: 8000)),
            ("skipped/audio.wav", Data("RIFX".utf8)), ("fast/audio.wav", wav([1, 2], rate: 8000)),
            ("empty/audio.wav", wav([])), ("loud/audio.wav", wav([0, 32_000])),
            ("noise/audio.wav", wav([1, 2]) + Data("LIST\u{4}\0\0\0INFO".utf8)),
            ("copied/audio.wav", wav([1, 2]).dropLast()), ("zeros/audio.wav", wav([0, 0])),
            ("picture/sstv.jpg", Data("GIF89a".utf8)), ("sized/audio.wav", wav([1])),
        ]
        for (name, data) in files { try program.put(data, to: "home/drafts/" + name) }
        let sized = URL(fileURLWithPath: program.folder + "/home/drafts/sized/audio.wav")
        let handle = try FileHandle(forWritingTo: sized)
        try handle.truncate(atOffset: UInt64(FlashRoom.largestFile) + 1)
        try handle.close()
        let check = try program.run("draft", "check", "--json").json()
        let drafts = try #require(check["drafts"] as? [[String: Any]])
        var found: [String: Set<String>] = [:]
        for draft in drafts {
            #expect(draft["problem"] == nil, "\(draft)")
            let findings = try #require(draft["findings"] as? [[String: Any]])
            found[try #require(draft["draft"] as? String)] = Set(
                findings.compactMap { $0["code"] as? String })
        }
        let together = try #require(check["together"] as? [[String: Any]])
        let all = found.values.reduce(into: Set(together.compactMap { $0["code"] as? String })) {
            $0.formUnion($1)
        }
        #expect(Set(CheckCode.allCases.map(\.rawValue)).subtracting(all) == [], "\(found)")
        // What was refused unread is neither empty nor missing.
        #expect(found["large"] == ["settings-too-large", "audio-missing"])
        #expect(found["sized"] == ["file-too-large"])
        #expect(found["files"]?.contains("audio-missing") == false)
        let ids = together.filter { $0["code"] as? String == "same-id-elsewhere" }
        #expect(ids.count == 1 && (ids[0]["message"] as? String)?.contains("K7ABC (") == true)
    }

    @Test("silence that was asked for is said, and ends with the edit that ends it")
    func silence() throws {
        let program = try Program()
        try program.draft()
        let off = try program.run("draft", "set", "fox1", "--off-air", "DUTY_CYCLE=0")
        #expect(off.status == 0)
        for command in [["show", "fox1"], ["list"], ["check"]] {
            let said = try program.run(["draft"] + command)
            #expect(said.status == 0)
            #expect(said.out.contains("off the air, as asked (--off-air)"), "\(said.out)")
        }
        for command in ["list", "check"] {
            let drafts = try program.run("draft", command, "--json").json()["drafts"]
            #expect((drafts as? [[String: Any]])?.first?["offAirAsAsked"] as? Bool == true)
        }
        try program.write(
            Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=K7ABC")
                .replacing("146.565", with: "150.000"), to: "home/drafts/fox1/settings.txt")
        #expect(!(try program.run("draft", "show", "fox1").out.contains("as asked")))
        try program.run("draft", "set", "fox1", "FREQ_MHZ=146.565", "DUTY_CYCLE=50")
        let silent = Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=K7ABC")
            .replacing("DUTY_CYCLE=100", with: "DUTY_CYCLE=0")
        try program.write(silent, to: "home/drafts/fox1/settings.txt")
        let check = try program.run("draft", "check", "fox1")
        #expect(check.status == 5)
        #expect(check.out.contains("[duty-zero]"))
    }

    @Test("any command that writes settings with a signal in them ends the silence")
    func silenceEnds() throws {
        let program = try Program()
        try program.draft()
        let isOffAir = {
            try program.run("draft", "show", "fox1", "--json").json()["offAir"] as? Bool
        }
        try program.run("draft", "set", "fox1", "--off-air", "DUTY_CYCLE=0")
        try program.run("draft", "set", "fox1", "MORSE_WPM=20")
        #expect(try isOffAir() == true)
        try program.run("draft", "unset", "fox1", "DUTY_CYCLE")
        #expect(try isOffAir() == false)
        try program.run("draft", "undo", "fox1")
        #expect(try isOffAir() == true)
    }

    @Test("what 'draft set' adds is read, also above a comment at the end")
    func setAboveComment() throws {
        let program = try Program()
        try program.draft()
        let text = "CALLSIGN=K7ABC\nITU_ZONE=2\nFREQ_MHZ=146.565\n# end of file\n"
        try program.write(text, to: "home/drafts/fox1/settings.txt")
        let set = try program.run("draft", "set", "fox1", "DUTY_CYCLE=50", "--json")
        #expect(set.status == 0)
        let settings = try set.json()["settings"] as? [String: Any]
        #expect((settings?["effective"] as? [String: Any])?["DUTY_CYCLE"] as? Int == 50)
        for value in ["FREQ_MHZ=145 500", "DUTY_CYCLE=5 0", "MORSE_WPM=1 5", "DUTY_CYCLE=50;60"] {
            #expect(try program.run("draft", "set", "fox1", value).status == 2, "\(value)")
        }
        let half = text.replacing("146.565", with: "146 565")
        try program.write(half, to: "home/drafts/fox1/settings.txt")
        let fox = try program.factoryFox()
        #expect(try program.run("draft", "check", "fox1").status == 5)
        #expect(try program.run("sync", "--volume", fox).status == 5)
        #expect(try program.run("draft", "fix", "fox1").status == 5)
        let fixed = try program.text(program.folder + "/home/drafts/fox1/settings.txt")
        #expect(fixed.contains("FREQ_MHZ=146 565\n"))
    }
}
