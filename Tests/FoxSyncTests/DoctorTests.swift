// `doctor DIR`: what each firmware makes of any bytes, and nothing wrong said of a healthy fox.
import Foundation
import Testing

@testable import fox_sync

@Suite("Doctor")
struct DoctorTests {
    private static let cases = Repository.path + "/Tests/PicoFoxTests/Cases/"

    private static func table(_ name: String) throws -> Any {
        try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: cases + name)))
    }

    private func bytes(_ hex: String) -> Data {
        let digits = Array(hex.utf8)
        return Data(
            stride(from: 0, to: digits.count, by: 2).map { index in
                UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
            })
    }

    @Test("every firmware reads each shared settings.txt as the shared cases say")
    func settings() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        let cases = try #require(try Self.table("settings.json") as? [[String: Any]])
        #expect(cases.count == 27)
        for entry in cases {
            let name = entry["name"] as? String ?? ""
            let hex = try #require(entry["hex"] as? String)
            try bytes(hex).write(to: URL(fileURLWithPath: fox + "/settings.txt"))
            let answer = try program.run("doctor", fox, "--json").json()
            let found = try #require(answer["firmware"] as? [String: NSDictionary])
            let expected = try #require(entry["firmware"] as? [String: NSDictionary])
            #expect(!expected.isEmpty && found.count == 5)
            for (firmware, reading) in expected {
                #expect(found[firmware] == reading, "\(name) under \(firmware)")
            }
        }
    }

    @Test("every WAV in the root gets the shared verdicts, whatever its name and letter case")
    func wavs() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        let table = try #require(try Self.table("wav.json") as? [String: Any])
        let files = try #require(table["files"] as? [[String: Any]])
        #expect(files.count == 19)
        for (index, file) in files.enumerated() {
            let name = try #require(file["name"] as? String)
            try FileManager.default.copyItem(
                atPath: Self.cases + "wav/\(name).wav",
                toPath: fox + "/" + name + (index % 2 == 0 ? ".wav" : ".WAV"))
        }
        let answer = try program.run("doctor", fox, "--json").json()
        let wavs = try #require(answer["wavs"] as? [[String: Any]])
        #expect(wavs.count == 19)
        for (index, file) in files.enumerated() {
            let name = (file["name"] as? String ?? "") + (index % 2 == 0 ? ".wav" : ".WAV")
            let wav = try #require(wavs.first { $0["name"] as? String == name })
            #expect(wav["bytes"] as? Int == file["bytes"] as? Int)
            let verdicts = try #require(wav["firmware"] as? [String: [String: Any]])
            for firmware in ["stock", "stock-r2", "kc9mne", "jf9som"] {
                let verdict = try #require(verdicts[firmware])
                #expect(verdict["samplesSent"] as? Int == file["stockSamplesSent"] as? Int)
                let isMeant = file["stockSendsExactlyTheAudio"] as? Bool
                #expect(verdict["playsAsMeant"] as? Bool == isMeant, "\(name)")
                #expect((verdict["problems"] as? [String])?.isEmpty == isMeant)
                #expect(verdict["played"] as? Bool == false)
            }
            let pacificon = try #require(verdicts["pacificon"])
            #expect((pacificon["samplesSent"] is Int) == (file["pacificonPlays"] as? Bool))
        }
        let stereo = wavs.first { ($0["name"] as? String)?.hasPrefix("rate-44100-stereo") == true }
        let stock = (stereo?["firmware"] as? [String: [String: Any]])?["stock"]
        let factor = try #require(stock?["speedFactor"] as? Double)
        #expect(abs(factor - 5000.0 / 88200) < 1e-12)
        let list = wavs.first { ($0["name"] as? String)?.hasPrefix("list-before") == true }
        let noise = (list?["firmware"] as? [String: [String: Any]])?["stock"]?["noise"]
        #expect(noise as? [[String: Int]] == [["start": 0, "samples": 17]])
        // They are on no fox's way, so that nothing is wrong with the fox.
        #expect(try codes(answer) == ["farnsworth-ignored", "no-callsign", "audio-missing"])
    }

    private func codes(_ answer: [String: Any]) throws -> [String] {
        try #require(answer["findings"] as? [[String: Any]]).compactMap { $0["code"] as? String }
    }

    @Test("what is no plain file is never opened, and what no PicoFox can hold is not read")
    func hostile() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.wav(to: "elsewhere.wav")
        try program.wav(to: "fox/linked.wav")
        for name in ["good.wav", "callsign.wav", ".callsign.wav", "._good.wav"] {
            try program.wav(to: "fox/" + name)
        }
        #expect(
            try program.shell(
                """
                cd '\(fox)' && mkfifo pipe.wav && ln -s ../elsewhere.wav link.wav && mkdir folder.wav &&
                ln linked.wav ../second && truncate -s 65M huge.wav
                """
            ).wait().status == 0)
        let answer = try program.run("doctor", fox, "--json").json()
        let wavs = try #require(answer["wavs"] as? [[String: Any]])
        #expect(wavs.map { $0["name"] as? String } == ["good.wav"])
        let advice = try #require(answer["advice"] as? [String])
        #expect(advice.contains { $0.hasPrefix("huge.wav: not looked into") })
        #expect(advice.contains { $0.hasPrefix("linked.wav: not looked into") })
    }

    private static let fox = "CALLSIGN=K7ABC\nFREQ_MHZ=146.565\nITU_ZONE=2\nMORSE_WPM=15\n"

    @Test(
        "a settings.txt that is not recognised is read all the same",
        arguments: [
            ("NUL bytes", fox + "MORSE_WPM=2\05\n"),
            ("a mark in the middle", fox + "\u{FEFF}DUTY_CYCLE=50\n"),
            ("carriage returns only", fox.replacing("\n", with: "\r")),
            ("wide characters", fox.map { "\($0)\0" }.joined()),
            ("no frequency", fox.replacing("FREQ_MHZ=146.565\n", with: "")), ("nothing", ""),
            ("something else", "volume=7\nnoise\n"),
        ])
    func unrecognised(what: String, text: String) throws {
        let program = try Program()
        try program.write(text, to: "fox/settings.txt")
        try program.wav(to: "fox/audio.wav")
        try program.write("", to: "fox/._audio.wav")
        let outcome = try program.run("doctor", program.folder + "/fox", "--json")
        let answer = try outcome.json()
        let isRecognised = what == "a mark in the middle"
        #expect(outcome.status == (isRecognised ? 0 : 4))
        #expect(answer["recognised"] as? Bool == isRecognised)
        let reason = answer["reason"] as? String ?? ""
        #expect(reason.hasPrefix("not a PicoFox") == !isRecognised)
        #expect((answer["firmware"] as? [String: Any])?.count == 5)
        #expect((answer["wavs"] as? [Any])?.count == 1)
        #expect(answer["litter"] as? [String] == ["._audio.wav"])
        let found = try codes(answer)
        #expect(!found.isEmpty, "\(what)")
        if what == "NUL bytes" { #expect(found.contains("nul-byte")) }
        let spoken = try program.run("doctor", program.folder + "/fox")
        #expect(spoken.out.contains("not a PicoFox") == !isRecognised)
        #expect(spoken.out.contains("DUTY_CYCLE") && spoken.out.contains("audio.wav"))
    }

    @Test("a volume without a settings.txt is a stranger's, and is left alone")
    func stranger() throws {
        let program = try Program()
        try program.wav(to: "stick/music.wav")
        let outcome = try program.run("doctor", program.folder + "/stick", "--json")
        #expect(outcome.status == 4)
        #expect(try outcome.json()["wavs"] as? [[String: String]] == [])
    }

    private static let healthy = Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=K7ABC")
        .replacing("FARNSWORTH_WPM=10", with: "FARNSWORTH_WPM=15")

    @Test("files that a firmware makes itself or does not use are nothing wrong with a fox")
    func healthy() throws {
        let program = try Program()
        let fox = program.folder + "/fox"
        try program.write(Self.healthy + "FOX_NUMBER=1\n", to: "fox/settings.txt")
        try program.wav(to: "fox/audio.wav")
        var answer = try program.run("doctor", fox, "--json").json()
        #expect(answer["guess"] as? String == "jf9som")
        #expect(try codes(answer) == [])
        #expect(try program.run("doctor", fox).out.contains("52 B  not played by it"))

        try program.write(Self.healthy, to: "fox/settings.txt")
        for name in ["audio1.wav", ".callsign.wav"] { try program.wav(to: "fox/" + name) }
        answer = try program.run("doctor", fox, "--json").json()
        #expect(answer["guess"] as? String == "stock")
        #expect(try codes(answer) == [])
        let text = try program.run("doctor", fox).out
        #expect(text.contains("audio1.wav  52 B  not played by it"))
        #expect(text.contains("audio.wav  52 B  plays as meant"))
        #expect(text.contains("not used by it: audio1.wav"))
    }

    @Test("a firmware that minds the letter case would delete a file in capitals")
    func capitals() throws {
        let program = try Program()
        let fox = program.folder + "/fox"
        let old = Self.healthy.replacing("ATTENUATION=0\n", with: "")
        try program.write(old, to: "fox/settings.txt")
        try program.wav(to: "fox/AUDIO.WAV")
        var answer = try program.run("doctor", fox, "--json").json()
        #expect(answer["guess"] as? String == "stock-r2")
        #expect(
            answer["advice"] as? [String] == [
                "AUDIO.WAV is not in small letters: stock-r2 would delete it at the next start"
            ])
        // Which leaves it without audio.
        #expect(try codes(answer) == ["audio-missing"])
        // r3 takes it, but who knows which firmware it is when the settings are lost.
        try FileManager.default.removeItem(atPath: fox + "/settings.txt")
        try program.write(Self.healthy, to: "fox/SETTINGS.TXT")
        answer = try program.run("doctor", fox, "--json").json()
        #expect(answer["guess"] as? String == "stock")
        #expect(try codes(answer) == [])
        #expect(
            answer["advice"] as? [String] == [
                "SETTINGS.TXT is not in small letters: stock-r2 and kc9mne would delete it at the"
                    + " next start"
            ])
    }
}
