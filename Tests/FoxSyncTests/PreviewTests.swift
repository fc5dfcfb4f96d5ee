// `preview`: what is not heard as it will be is said.
import Foundation
import Testing

@Suite("Preview")
struct PreviewTests {
    @Test("what is wrong with a file that is sent is said, as the check says it")
    func findings() throws {
        let program = try Program()
        try program.draft()
        #expect(try program.run("preview", "fox1", "--json").json()["findings"] as? [String] == [])
        let bad = Repository.path + "/Tests/PicoFoxTests/Cases/wav/bext-first.wav"
        let draft = program.folder + "/home/drafts/fox1/audio.wav"
        #expect(try program.shell("cp '\(bad)' '\(draft)'").wait().status == 0)
        let answer = try program.run("preview", "fox1", "--json").json()
        let findings = try #require(answer["findings"] as? [[String: Any]])
        #expect(findings.map { $0["code"] as? String } == ["wav-noise"])
        #expect(findings.map { $0["file"] as? String } == ["audio.wav"])
        #expect(try program.run("preview", "fox1").out.contains("305 samples of noise"))
        // One that has to be renamed is not missing.
        try FileManager.default.moveItem(
            atPath: draft, toPath: program.folder + "/home/drafts/fox1/Audio.wav")
        let renamed = try program.run("preview", "fox1", "--json").json()
        let said = try #require(renamed["findings"] as? [[String: Any]])
        #expect(said.map { $0["code"] as? String } == ["file-name"])
    }

    @Test("a Morse tone that deviates by more than receivers take is noted, and is no finding")
    func tone() throws {
        let program = try Program()
        try program.draft()
        let wide = try program.run("preview", "fox1")
        #expect(wide.status == 0)
        #expect(wide.out.contains("note: the Morse tone deviates by 7.0 kHz"))
        let json = try program.run("preview", "fox1", "--json").json()
        #expect(json["toneDeviationHz"] as? Int == 7000)
        #expect(json["findings"] as? [String] == [])
        try program.run("draft", "set", "fox1", "MORSE_TONE_VOL=50")
        #expect(try !program.run("preview", "fox1").out.contains("note:"))
    }

    @Test(
        "the picture of a cycle is as wide as the terminal, and no wider",
        .enabled(if: Terminal.isPossible, "needs Python"), arguments: [60, 80, 100, 120])
    func width(columns: Int) throws {
        let program = try Program()
        try program.draft()
        let command =
            "stty columns \(columns); exec '\(Program.path)' preview fox1"
        let outcome = try Terminal.run(
            program, shell: command, environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm"])
        let lines = outcome.out.split(whereSeparator: \.isNewline)
        let bars = lines.filter { $0.contains("│") }
        #expect(!bars.isEmpty)
        #expect(bars.allSatisfy { $0.count == columns }, "\(outcome.out)")
    }

    @Test("a setting that makes no sense is said, also where the fox sends something all the same")
    func senseless() throws {
        let program = try Program()
        try program.draft()
        let settings = Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=K7ABC")
            .replacing("146.565000", with: "145 500")
        try program.write(settings, to: "home/drafts/fox1/settings.txt")
        let outcome = try program.run("preview", "fox1")
        #expect(outcome.out.contains("on 145.000 MHz") && outcome.out.contains("makes no sense"))
    }

    @Test("the sound names what two tones stand in for, and plays tunes and messages itself")
    func standIns() throws {
        let program = try Program()
        let sound = program.folder + "/sound.wav"
        #expect(try program.run("draft", "new", "fox1").status == 0)
        #expect(try program.run("draft", "set", "fox1", "callsign=K7ABC").status == 0)
        func written() throws -> [String: Any] {
            let outcome = try program.run("preview", "fox1", "--wav", sound, "--force", "--json")
            return try #require(try outcome.json()["sound"] as? [String: Any], "\(outcome.err)")
        }
        #expect(try written()["standIns"] as? [String] == ["factory audio"])
        let text = try program.run("preview", "fox1", "--wav", sound, "--force").out
        #expect(text.contains("two tones stand in for factory audio"))

        #expect(
            try program.run("draft", "new", "fox1", "--force", "--firmware", "pacificon").status
                == 0)
        #expect(
            try program.run(
                "draft", "set", "fox1", "callsign=K7ABC", "audio_mode=RTTTL",
                "morse_message_enable=1"
            ).status == 0)
        try program.write("tune:d=4,o=5,b=120:c,e,g\n", to: "home/drafts/fox1/songs.txt")
        try program.write("HELLO FOX\n", to: "home/drafts/fox1/morse.txt")
        let all = try program.run("preview", "fox1", "--wav", sound, "--force", "--json").json()
        let made = try #require(all["sound"] as? [String: Any])
        #expect(made["standIns"] as? [String] == [])
        let seconds = try #require(all["cycleSeconds"] as? Double)
        #expect(abs(try #require(made["seconds"] as? Double) - seconds) < 0.001)
    }
}
