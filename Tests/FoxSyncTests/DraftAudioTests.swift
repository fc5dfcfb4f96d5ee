// `draft audio` through the real program: where audio goes, what is refused, what is left behind.
import Foundation
import PicoFox
import Testing

@Suite("draft audio")
struct DraftAudioTests {
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("draft", "new", "fox1").status == 0)
        #expect(try program.run("draft", "set", "fox1", "callsign=K7ABC").status == 0)
    }

    private func verdict(_ file: String, _ firmware: Firmware) throws -> WavVerdict {
        let bytes = [UInt8](try #require(program.staged(file)))
        return WavInspection(bytes).verdict(for: firmware)
    }

    @Test(
        "each firmware gets its first file, at its rate and a level that does not overdeviate",
        arguments: [
            ("stock", "audio.wav"), ("kc9mne", "audio1.wav"), ("pacificon", "audio.wav"),
        ])
    func firmwares(id: String, file: String) throws {
        let firmware = try #require(Firmware.named(id))
        #expect(try program.run("draft", "set", "fox1", "--firmware", firmware.id).status != 2)
        let source = try program.sound(amplitude: 0.9)
        let before = try Data(contentsOf: URL(fileURLWithPath: source))
        let json = try program.run("draft", "audio", "fox1", source, "--json").json()
        #expect(json["file"] as? String == file)
        #expect(json["rate"] as? Int == firmware.sampleRate)
        #expect(json["changed"] as? Bool == true)
        #expect((json["audio"] as? [String: Any])?["peakDeviationHz"] as? Int == 4500)
        #expect((json["source"] as? [String: Any])?["channels"] as? Int == 2)
        let verdict = try verdict(file, firmware)
        #expect(verdict.playsAsMeant)
        #expect(verdict.seconds == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: source)) == before)
    }

    @Test("another name must be one that the firmware plays; one that plays nothing is told")
    func names() throws {
        let source = try program.sound()
        let wrong = try program.run("draft", "audio", "fox1", source, "--as", "audio2.wav")
        #expect(wrong.status == 5)
        #expect(wrong.err.contains("does not play 'audio2.wav'; it plays audio.wav"))
        _ = try program.run("draft", "set", "fox1", "--firmware", "pacificon")
        let second = try program.run(
            "draft", "audio", "fox1", source, "--as", "audio2.wav", "--json")
        #expect(second.status == 0)
        #expect(
            try second.json()["warnings"] as? [String] == [
                "'audio2.wav' is never sent: a file before it in the sequence is missing"
            ])
        _ = try program.run("draft", "set", "fox1", "--firmware", "jf9som")
        let none = try program.run("draft", "audio", "fox1", source)
        #expect(none.status == 5)
        #expect(none.err.contains("plays no audio file"))
    }

    @Test("the version before comes back with undo, and the same again changes nothing")
    func undo() throws {
        let source = try program.sound()
        #expect(try program.run("draft", "audio", "fox1", source, "--gain=-3").status == 0)
        let first = program.staged()
        #expect(try program.run("draft", "audio", "fox1", source).status == 0)
        #expect(program.staged() != first)
        let names = try program.names()
        let again = try program.run("draft", "audio", "fox1", source)
        #expect(again.out.contains("as it was already"))
        #expect(try program.names() == names)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(program.staged() == first)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(program.staged() == nil)
    }

    @Test("a dry run shows all and writes nothing")
    func dryRun() throws {
        let names = try program.names()
        let outcome = try program.run("draft", "audio", "fox1", try program.sound(), "-n")
        #expect(outcome.status == 0)
        #expect(outcome.out.contains("nothing was written"))
        #expect(outcome.out.contains("1.0 s, peak -6.9 dBFS (4.5 kHz deviation)"))
        #expect(program.staged() == nil)
        #expect(try program.names() == names)
    }

    @Test("a file in the draft itself is converted in place")
    func inPlace() throws {
        try program.sound("home/drafts/fox1/audio.wav")
        let path = program.folder + "/home/drafts/fox1/audio.wav"
        let show = try program.run("draft", "show", "fox1")
        #expect(show.status == 5)
        let cure = "fox-sync draft audio fox1 \(path) --as audio.wav"
        #expect(show.out.contains("next: \(cure)"))
        let check = try program.run("draft", "check", "fox1")
        #expect(check.status == 5)
        #expect(check.out.contains("next: \(cure)"))
        #expect(
            try program.run(cure.split(separator: " ").dropFirst().map(String.init)).status == 0)
        #expect(try verdict("audio.wav", .stock).playsAsMeant)
        #expect(try program.run("draft", "show", "fox1").status == 0)
    }

    /// What `draft check` offers for the draft.
    private func offers() throws -> [String] {
        let check = try program.run("draft", "check", "fox1", "--json").json()
        let drafts = try #require(check["drafts"] as? [[String: Any]])
        return drafts.first?["next"] as? [String] ?? []
    }

    @Test("the command that the check offers works, whatever is wrong with the WAV")
    func advice() throws {
        let sound = try Data(contentsOf: URL(fileURLWithPath: try program.sound(channels: 1)))
        let (riff, fmt, data) = (sound[..<12], sound[12..<36], sound[36...])
        let killed = sound[..<40] + [0, 0, 0, 0] + sound[44...]
        for (bytes, what) in [
            (sound, "another rate"), (sound.prefix(50_001), "cut"), (killed, "size 0"),
            (sound + data, "two chunks of audio"), (riff + data + fmt, "the format at the end"),
            (killed.prefix(40) + [255, 255, 255, 255] + sound[44...], "streamed"),
        ] {
            try program.put(bytes, to: "home/drafts/fox1/audio.wav")
            let next = try #require(try offers().first, "\(what)")
            let outcome = try program.shell(next.replacing("fox-sync ", with: "$FOX ")).wait()
            #expect(outcome.status == 0, "\(what): \(next): \(outcome.err)")
            #expect(try program.run("draft", "check", "fox1").status == 0, "\(what)")
            #expect(try verdict("audio.wav", .stock).playsAsMeant, "\(what)")
        }
        // Where there is nothing to convert, nothing is offered.
        for (bytes, what) in [
            (Data(), "empty"), (sound.prefix(44), "no samples"), (riff + data, "no format"),
            (Data("not audio".utf8), "text"),
        ] {
            try program.put(bytes, to: "home/drafts/fox1/audio.wav")
            #expect(try offers() == [], "\(what)")
        }
    }

    @Test("a WAV that is cut is no draft to push, by hand neither")
    func cutDraft() throws {
        let sound = try program.sound(rate: 5000, channels: 1, seconds: 4)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: sound))
        try program.put(bytes.prefix(20_011), to: "home/drafts/fox1/audio.wav")
        let fox = try program.factoryFox()
        let outcome = try program.run("sync", "--volume", fox)
        #expect(outcome.status == 5)
        #expect(outcome.out.contains("still being copied, or cut short"))
        #expect(!FileManager.default.fileExists(atPath: fox + "/audio.wav"))
        let doctor = try program.run("doctor", program.folder + "/home/drafts/fox1").out
        #expect(doctor.contains("cut short: plays as far as it goes"))
        #expect(doctor.contains("[wav-short]"))
        try program.put(bytes, to: "home/drafts/fox1/audio.wav")
        #expect(try program.run("sync", "--volume", fox).status == 0)
    }

    @Test("without ffmpeg, the message has the command that goes on")
    func withoutFFmpeg() throws {
        let memo = Data([0, 0, 0, 28] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 90))
        for name in ["fox memo.m4a", "-fox.m4a"] {
            let file = try program.put(memo, to: name)
            let outcome = try program.shell(
                "cd \(program.folder); PATH=\(program.folder) $FOX draft audio --json fox1 -- '\(name)'"
            ).wait()
            #expect(outcome.status == 1)
            let error = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.err.utf8)) as? [String: Any])
            #expect(error["error"] as? String == "needs-ffmpeg")
            #expect((error["message"] as? String)?.contains("it is MPEG-4 (m4a, mp4, 3gp)") == true)
            let shown = name.hasPrefix("-") ? "file:-fox.m4a" : "'fox memo.m4a'"
            #expect(
                error["next"] as? String
                    == "ffmpeg -i \(shown) -f wav - | fox-sync draft audio fox1 -", "\(file)")
        }
    }

    @Test("what libraries print never reaches standard error: that is one object of JSON")
    func quiet() throws {
        let fmt: [UInt8] =
            Array("fmt ".utf8) + [30, 0, 0, 0, 0x55, 0, 1, 0, 0x44, 0xac, 0, 0, 0x80, 0x3e, 0, 0]
            + [1, 0, 0, 0, 12, 0, 1, 0, 2, 0, 0, 0, 0xa1, 1, 1, 0, 0x71, 5]
        // Frames of MP3 whose content makes no sense, and what is none.
        let frame = [0xff, 0xfb, 0x90, 0x64] + (0..<413).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let broken = frame + frame + frame + [UInt8](repeating: 0x6a, count: 3600)
        let size: [UInt8] = [0, 0x10, 0, 0]
        for body in [broken, [UInt8](repeating: 0, count: 100_000), frame + frame] {
            let wav = Array("RIFF".utf8) + size + Array("WAVE".utf8) + fmt + Array("data".utf8)
            let count = withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) }
            try program.put(Data(wav + count + body), to: "mp3.wav")
            try program.put(Data(body), to: "sound.mp3")
            for name in ["mp3.wav", "sound.mp3"] {
                let outcome = try program.run(
                    "draft", "audio", "fox1", program.folder + "/" + name, "-n", "--json")
                if outcome.status == 0 {
                    #expect(outcome.err == "")
                } else {
                    let error = try JSONSerialization.jsonObject(with: Data(outcome.err.utf8))
                    let message = (error as? [String: Any])?["message"] as? String
                    #expect(message?.contains("libsndfile") == false, "\(outcome.err)")
                }
            }
        }
    }

    @Test("audio of another kind is offered for conversion, as long as there is a place for it")
    func offered() throws {
        let song = try program.sound("home/drafts/fox1/my song.flac")
        let next = try #require(
            try program.run("draft", "show", "fox1", "--json").json()["next"] as? [String])
        #expect(next == ["fox-sync draft audio fox1 '\(song)' --as audio.wav"])
        #expect(try program.run("draft", "audio", "fox1", song).status == 0)
        #expect(try program.run("draft", "show", "fox1", "--json").json()["next"] == nil)
    }

    @Test("a pipe and standard input give what the file gives")
    func pipes() throws {
        let source = try program.sound()
        #expect(try program.run("draft", "audio", "fox1", source).status == 0)
        let expected = program.staged()
        for line in [
            "cat \(source) | $FOX draft audio fox1 -",
            "$FOX draft audio fox1 - <\(source)",
            "mkfifo pipe && { cat \(source) >pipe & $FOX draft audio fox1 pipe; }",
        ] {
            #expect(try program.run("draft", "undo", "fox1").status == 0)
            #expect(program.staged() == nil)
            let outcome = try program.shell("cd \(program.folder) && " + line).wait()
            #expect(outcome.status == 0, "\(outcome.err)")
            #expect(program.staged() == expected)
        }
    }

    @Test("Ctrl-C while a pipe is read leaves nothing behind")
    func interrupted() throws {
        let names = try program.names()
        // The signal comes when the program has opened the pipe: only then does the shell go on.
        let outcome = try program.shell(
            """
            cd \(program.folder) && mkfifo pipe || exit 9
            $FOX draft audio fox1 pipe & fox=$!
            exec 3>pipe && printf RIFF >&3 && kill -TERM $fox; wait $fox
            """
        ).wait()
        #expect(outcome.status == 128 + 15)
        #expect(try program.names() == names)
    }

    @Test("the audio of an event is converted, each for its fox's firmware")
    func event() throws {
        let source = try program.sound(channels: 2)
        let table = try program.write(
            """
            name,callsign,frequency,firmware,audio
            moe,K7ABC,145.3,stock,\(source)
            pax,K7ABC,145.4,pacificon,\(source)
            """, to: "hunt.csv")
        let outcome = try program.run("event", "import", table)
        #expect(outcome.status == 0, "\(outcome.err)")
        for (draft, firmware) in [("moe", Firmware.stock), ("pax", .pacificon)] {
            let bytes = [UInt8](try #require(program.staged(of: draft)))
            let verdict = WavInspection(bytes).verdict(for: firmware)
            #expect(verdict.playsAsMeant)
            #expect(verdict.seconds == 1)
        }
    }

    @Test("what does not fit on a fox is refused with the seconds that do")
    func tooLong() throws {
        let source = try program.sound(rate: 5000, channels: 1, seconds: 0.1)
        let handle = try #require(FileHandle(forWritingAtPath: source))
        // A hole: half an hour more than there is room for.
        try handle.truncate(atOffset: 44 + 36_000_000)
        try handle.seek(toOffset: 40)
        try handle.write(contentsOf: Data([0x00, 0x51, 0x25, 0x02]))
        let outcome = try program.run("draft", "audio", "fox1", source, "--json")
        #expect(outcome.status == 1)
        #expect(outcome.err.contains("\"error\":\"too-long\""))
        #expect(outcome.err.contains("a fox has room for 1"))
        #expect(outcome.err.contains("and it is 3600.0 s long"))
        let trimmed = try program.run("draft", "audio", "fox1", source, "--trim")
        #expect(trimmed.status == 0, "\(trimmed.err)")
    }

    @Test("an error names the file and the step, and the command that goes on")
    func errors() throws {
        let source = try program.sound(claimed: 1_000_000)
        let cut = try program.run("draft", "audio", "fox1", source)
        #expect(cut.status == 1)
        #expect(cut.err.contains("\(source): opening: its header promises 1000000 bytes"))
        #expect(cut.err.contains("try: fox-sync draft audio fox1 \(source) --partial"))
        #expect(try program.run("draft", "audio", "fox1", source, "--partial").status == 0)
        let missing = try program.run("draft", "audio", "fox1", "none.wav")
        #expect(missing.status == 4)
        #expect(missing.err.contains("none.wav: opening: ENOENT"))
        #expect(try program.run("draft", "audio", "fox9", source).status == 4)
        for options in [
            ["--gain=x"], ["--normalize=3"], ["--gain=1", "--normalize"], ["--trim=0"],
        ] {
            #expect(try program.run(["draft", "audio", "fox1", source] + options).status == 2)
        }
    }

    @Test("show draws each WAV and tells its level, in ASCII where there is no terminal")
    func show() throws {
        #expect(
            try program.run("draft", "audio", "fox1", try program.sound(seconds: 3)).status == 0)
        let outcome = try program.run("draft", "show", "fox1")
        #expect(outcome.out.utf8.allSatisfy { $0 < 128 })
        #expect(outcome.out.contains("||||||||||||||||||||"))
        #expect(outcome.out.contains("3.0 s, peak -6.9 dBFS (4.5 kHz deviation), RMS -9.6 dBFS"))
        #expect(outcome.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
        let files =
            try program.run("draft", "show", "fox1", "--json").json()["files"] as? [[String: Any]]
        let audio =
            files?.first { $0["name"] as? String == "audio.wav" }?["audio"] as? [String: Any]
        #expect(audio?["seconds"] as? Double == 3)
        #expect(audio?["peakDBFS"] as? Double == -6.94)
    }
}
