// The sound of what goes on the air: as long as the timeline, and of the timeline's own material.
import Testing

@testable import PicoFox

@Suite("Sound of a cycle")
struct AirRenderingTests {
    private func timeline(
        _ text: String, _ firmware: Firmware = .stock, _ material: AirMaterial = AirMaterial()
    ) -> AirTimeline {
        AirTimeline(
            EffectiveSettings.read([UInt8](text: text), as: firmware), firmware: firmware,
            material: material)
    }

    @Test("the sound is as long as the cycle and holds the file's own samples")
    func ownSamples() {
        let found = timeline(
            "CALLSIGN=K7ABC\nDUTY_CYCLE=50\n", .stock,
            AirMaterial(audio: [AudioClip(name: "audio.wav", seconds: 2)]))
        let audio = [Int16](repeating: 77, count: 10_000)
        let rendering = AirRendering(found, firmware: .stock, audio: ["audio.wav": audio])
        #expect(Array(rendering.samples[..<10_000]) == audio)
        #expect(rendering.samples.count == Int((found.seconds * 5000).rounded()))
        #expect(rendering.standIns == [])
        let second = AirRendering(
            found, firmware: .stock, audio: ["audio.wav": audio], limit: 1)
        #expect(second.samples == [Int16](repeating: 77, count: 5000))
    }

    private static let everything = AirMaterial(
        audio: ["audio.wav"].map { AudioClip(name: $0, seconds: 0.1001) }
            + (1...11).map { AudioClip(name: "audio\($0).wav", seconds: Double($0) / 70) },
        pictures: ["sstv.jpg"],
        songs: [
            [UInt8](text: "one:d=16,o=5,b=200:c,8c#.,p,h6,?"), [UInt8](text: "two:d=7,b=313:a4,,x"),
        ],
        morseMessages: [[UInt8](text: "HELLO FOX"), [UInt8](text: " A  B? "), [UInt8](text: "E")],
        packets: [[UInt8](text: "hello")])

    @Test(
        "whatever the firmware and its settings are, the sound is as long as the timeline",
        arguments: Firmware.all)
    func lengths(firmware: Firmware) {
        var random = SeededRandom(seed: 15)
        for _ in 0..<20 * PropertyTests.scale {
            var text = "CALLSIGN=\(["E", "K7ABC", "W1/E", "K7 ABC"][random.below(4)])\n"
            for (key, values) in [
                ("DUTY_CYCLE", [100, 80, 61]), ("MORSE_WPM", [30, 23, 17]),
                ("MORSE_TONE", [600, 101]),
                ("MORSE_FARNSWORTH_WPM", [7, 29, 200]), ("FOX_NUMBER", [1, 4]),
                ("VOICE_ENABLE", [0, 1]), ("MORSE_MESSAGE_ENABLE", [0, 1]),
                ("APRS_ENABLE", [0, 1]),
                ("SSTV_ENABLE", [0, 0, 0, 0, 0, 1]),
            ] {
                text += "\(key)=\(values[random.below(values.count)])\n"
            }
            if random.below(2) == 0 { text += "AUDIO_MODE=RTTTL\n" }
            let found = timeline(text, firmware, Self.everything)
            let rendering = AirRendering(found, firmware: firmware, audio: [:], limit: 3600)
            let expected = found.seconds * Double(firmware.sampleRate)
            // A sample for the rounding of the sum.
            #expect(abs(Double(rendering.samples.count) - expected) <= 1, "\(text)")
        }
    }

    /// Where it is loud and where it is silent, as the lengths of both in seconds, by turns.
    private func keying(_ samples: some Collection<Int16>, rate: Int) -> [Double] {
        var lengths: [Int] = []
        var last: Bool?
        // A tone has no more than a few samples in a row that are nearly zero.
        var quiet = rate
        for sample in samples {
            quiet = abs(Int(sample)) < 40 ? quiet + 1 : 0
            let isLoud = quiet < rate / 200
            if isLoud != last { lengths.append(0) }
            lengths[lengths.count - 1] += 1
            last = isLoud
        }
        return lengths.map { Double($0) / Double(rate) }
    }

    @Test("the gap between two words of a message is longer than that between two letters")
    func words() throws {
        let found = timeline(
            "CALLSIGN=E\nMORSE_WPM=12\nVOICE_ENABLE=0\nMORSE_MESSAGE_ENABLE=1\n", .pacificon,
            AirMaterial(morseMessages: [[UInt8](text: "TT T")]))
        let message = try #require(found.cycles[0].segments.first { $0.kind == .message })
        #expect(message.label == "TT T")
        let rendering = AirRendering(found, firmware: .pacificon, audio: [:])
        let lengths = keying(rendering.samples, rate: 8000)
        // Key-up, T, 3 dits, T, 7 dits, T, 7 dits, the ID; a dit is 0.1 s.
        let expected = [0.1, 0.3, 0.3, 0.3, 0.7, 0.3, 0.7, 0.1]
        try #require(lengths.count == expected.count, "\(lengths)")
        #expect(zip(lengths, expected).allSatisfy { abs($0 - $1) < 0.02 }, "\(lengths)")
    }

    @Test("the notes of a tune have their pitch: letter, sharp, octave, default and pause")
    func pitches() throws {
        let tune = try #require(RingTone([UInt8](text: "x:d=4,o=5,b=60: 8A4 ,a,4c#6.,p,H4,g.,z")))
        let notes = Array(tune.notes)
        let hertz: [Double?] = [440, 880, 1108.73, nil, 493.88, 783.99, nil]
        try #require(notes.count == hertz.count)
        for (note, expected) in zip(notes, hertz) {
            #expect((note.hertz == nil) == (expected == nil))
            #expect(abs((note.hertz ?? 0) - (expected ?? 0)) < 0.01)
        }
        #expect(notes.map(\.seconds) == [0.5, 1, 1.5, 1, 1, 1.5, 1])
        #expect(tune.name == "x" && tune.seconds == 7.5)
    }

    @Test("a tune of songs.txt is heard, note by note")
    func tune() throws {
        let found = timeline(
            "CALLSIGN=E\nAUDIO_MODE=RTTTL\n", .pacificon,
            AirMaterial(songs: [[UInt8](text: "audio.wav:d=4,o=4,b=60:a,a5,p,2a")]))
        // A song may be called like a file.
        let rendering = AirRendering(
            found, firmware: .pacificon, audio: ["audio.wav": [Int16](repeating: 1, count: 9)])
        #expect(rendering.standIns == [])
        func crossings(_ start: Double, _ seconds: Double) -> Int {
            let part = rendering.samples.dropFirst(Int((start + 0.1) * 8000))
                .prefix(Int(seconds * 8000))
            return zip(part, part.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        }
        #expect((437...441).contains(crossings(0, 1)))
        #expect((877...881).contains(crossings(1, 1)))
        #expect(crossings(2, 1) == 0)
        #expect((877...881).contains(crossings(3, 2)))
    }

    @Test("what only the firmware can make is marked by two tones and named, each once")
    func standIns() {
        #expect(
            AirRendering(
                timeline("CALLSIGN=E\n", .kc9mne), firmware: .kc9mne, audio: [:], limit: 60
            )
            .standIns == ["factory audio"])
        let found = timeline(
            "CALLSIGN=E\nSSTV_ENABLE=1\nAPRS_ENABLE=1\nDUTY_CYCLE=70\n", .pacificon,
            AirMaterial(pictures: ["sstv.jpg"], packets: [[UInt8](text: "hello")]))
        let rendering = AirRendering(found, firmware: .pacificon, audio: [:])
        #expect(rendering.standIns == ["built-in tune", "sstv.jpg", "hello"])
        // What lies behind the limit is not heard.
        let start = AirRendering(found, firmware: .pacificon, audio: [:], limit: 10)
        #expect(start.standIns == ["built-in tune"])
        #expect(start.samples.contains { $0 > 3900 })
    }
}
