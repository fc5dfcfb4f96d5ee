// What goes on the air and when: cycles, IDs, duty, Morse, and the sound of it.
import Testing

@testable import PicoFox

@Suite("On the air")
struct AirTimelineTests {
    private func settings(_ text: String, _ firmware: Firmware = .stock) -> EffectiveSettings {
        EffectiveSettings.read([UInt8](text: text), as: firmware)
    }

    private func timeline(
        _ text: String, _ firmware: Firmware = .stock, _ clips: [(String, Double)] = []
    ) -> AirTimeline {
        AirTimeline(
            settings(text, firmware), firmware: firmware,
            audio: clips.map { AudioClip(name: $0.0, seconds: $0.1) })
    }

    private func kinds(_ timeline: AirTimeline) -> [[AirSegment.Kind]] {
        timeline.cycles.map { $0.segments.map(\.kind) }
    }

    private func isClose(_ value: Double?, _ expected: Double) -> Bool {
        value.map { abs($0 - expected) < 1e-9 } ?? false
    }

    @Test("stock sends audio, ID and a silence that makes duty 50 two thirds")
    func stock() {
        let found = timeline(
            "CALLSIGN=E\nDUTY_CYCLE=50\nMORSE_WPM=12\n", .stock, [("audio.wav", 9.3)])
        #expect(kinds(found) == [[.audio, .id, .silence]])
        // Gap 0.3 s, one dit of 0.1 s, gap 0.3 s.
        #expect(isClose(found.keying.seconds, 0.7))
        #expect(isClose(found.seconds, 15))
        #expect(isClose(found.dutyReached, 2 / 3))
        #expect(isClose(found.idInterval, 15))
        #expect(isClose(found.batteryHours, 7.5))
    }

    @Test("duty 100 has no silence, and off the air has nothing")
    func noSilence() {
        let always = timeline("CALLSIGN=K7ABC\n", .stock, [("audio.wav", 10)])
        #expect(kinds(always) == [[.audio, .id]] && always.dutyReached == 1)
        let never = timeline("CALLSIGN=\n", .stock, [("audio.wav", 10)])
        #expect(never.cycles.isEmpty && never.offAirReason != nil)
        #expect(never.idInterval == nil && never.batteryHours == nil)
    }

    @Test("a missing audio file is the factory audio on stock and a tune on pacificon")
    func missingAudio() {
        #expect(timeline("CALLSIGN=K7ABC\n").cycles[0].segments[0].seconds == 28.8)
        let tune = timeline("CALLSIGN=K7ABC\n", .pacificon)
        #expect(tune.cycles[0].segments.map(\.label).contains("built-in tune"))
    }

    @Test("kc9mne takes its eleven files in turn")
    func eleven() {
        let found = timeline("CALLSIGN=K7ABC\n", .kc9mne, [("audio2.wav", 5), ("audio11.wav", 7)])
        let labels = found.cycles.map { $0.segments[0].label }
        #expect(labels.count == 11)
        #expect(labels[1] == "audio2.wav" && labels[10] == "audio11.wav")
        #expect(labels[0] == "factory audio")
        #expect(found.idInterval.map { $0 > 28.8 } == true)
    }

    @Test("pacificon plays up to the first gap, with key-up, gap and exact duty")
    func pacificon() {
        let found = timeline(
            "CALLSIGN=E\nDUTY_CYCLE=25\nMORSE_WPM=12\n", .pacificon,
            [("audio.wav", 8.8), ("audio1.wav", 4.8), ("audio3.wav", 1)])
        #expect(kinds(found).count == 2)
        #expect(kinds(found)[0] == [.carrier, .audio, .carrier, .id, .silence])
        #expect(isClose(found.cycles[0].secondsOnAir, 10))
        #expect(isClose(found.cycles[0].seconds, 40))
        #expect(isClose(found.dutyReached, 0.25))
    }

    @Test("pacificon takes turns between voice and pictures")
    func pictures() {
        let found = AirTimeline(
            settings("CALLSIGN=K7ABC\nDUTY_CYCLE=50\nSSTV_ENABLE=1\n", .pacificon),
            firmware: .pacificon, audio: [AudioClip(name: "audio.wav", seconds: 3)],
            pictures: ["sstv.jpg", "sstv1.jpg", "sstv3.jpg"])
        #expect(
            found.cycles.map { $0.segments.contains { $0.kind == .picture } }
                == [false, true, false, true])
    }

    @Test(
        "jf9som keeps to its slot of a minute",
        arguments: [(1, 0.0, 48.0), (3, 24.0, 24.0), (5, 48.0, 0.0)])
    func slots(number: Int, before: Double, after: Double) {
        let found = timeline("CALLSIGN=JA1XXX\nFOX_NUMBER=\(number)\n", .jf9som)
        #expect(isClose(found.seconds, 60))
        #expect(isClose(found.dutyReached, 0.2))
        #expect(isClose(found.idInterval, 60))
        let silences = found.cycles[0].segments.filter { $0.kind == .silence }.map(\.seconds)
        #expect(isClose(silences.reduce(0, +), before + after))
        #expect(found.keying.heard == ["MOEJA1XXX", "", "MOSJA1XXX", "", "MO5JA1XXX"][number - 1])
    }

    @Test(
        "letters and digits have their signs",
        arguments: [
            ("A", ".-"), ("Z", "--.."), ("0", "-----"), ("1", ".----"), ("3", "...--"),
            ("5", "....."), ("6", "-...."), ("9", "----."),
        ])
    func morse(character: String, signs: String) {
        #expect(MorseCode.signs(for: Array(character.utf8)[0], in: .gapsBetween) == signs)
    }

    @Test("a slash is keyed by pacificon only; silent characters leave a gap on stock")
    func silentCharacters() {
        let text = "CALLSIGN=E/E\nMORSE_WPM=12\n"
        let stock = MorseKeying(settings(text), for: .stock)
        let pacificon = MorseKeying(settings(text, .pacificon), for: .pacificon)
        #expect(stock.heard == "EE" && pacificon.heard == "E/E")
        // Stock: four gaps of 0.3 s and two dits. Pacificon: E, -..-., E with two gaps of 0.3 s.
        #expect(isClose(stock.seconds, 1.4))
        #expect(isClose(pacificon.seconds, 0.1 + 0.3 + 1.3 + 0.3 + 0.1))
    }

    @Test("Farnsworth spacing faster than the speed shortens the gaps")
    func farnsworth() {
        let text = "CALLSIGN=EE\nMORSE_WPM=12\nMORSE_FARNSWORTH_WPM=24\n"
        #expect(isClose(MorseKeying(settings(text), for: .stock).seconds, 0.45 + 0.2))
    }

    @Test("the ID sounds at its pitch and level, with edges and no click")
    func idSamples() {
        let keying = MorseKeying(
            settings("CALLSIGN=T\nMORSE_WPM=12\nMORSE_TONE=500\nMORSE_TONE_VOL=50\n"), for: .stock)
        let samples = keying.samples(sampleRate: 5000)
        #expect(samples.count == 1500 + 1500 + 1500)
        #expect(samples[..<1500].allSatisfy { $0 == 0 })
        let tone = samples[1500..<3000]
        let peak = tone.map { abs(Int($0)) }.max() ?? 0
        #expect((15_300...16_383).contains(peak))
        // Ten samples a period: 150 periods cross zero upwards 150 times, the first from rest.
        let crossings = zip(tone, tone.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        #expect((148...151).contains(crossings))
        #expect(tone.prefix(20).allSatisfy { abs(Int($0)) < 2000 })
        #expect(tone.suffix(20).allSatisfy { abs(Int($0)) < 2000 })
    }

    @Test("a text that lasts for days is keyed up to a limit only")
    func limited() {
        let id = MorseKeying(settings("CALLSIGN=E\nMORSE_WPM=1\n", .pacificon), for: .pacificon)
        let whole = id.keying(text: [UInt8](repeating: UInt8(ascii: "0"), count: 20))
        let all = whole.samples(sampleRate: 100)
        let some = whole.samples(sampleRate: 100, limit: 1000)
        let longest = Int((whole.elements.map(\.seconds).max() ?? 0) * 100)
        #expect((1000...1000 + longest).contains(some.count) && some.count < all.count)
        #expect(all.starts(with: some))
    }

    @Test("pacificon keys a message before the ID, plays tunes, and sends packets in turn")
    func messagesAndTunes() {
        let text = "CALLSIGN=E\nMORSE_WPM=12\nMORSE_MESSAGE_ENABLE=1\n"
        let material = AirMaterial(
            songs: [[UInt8](text: "Fox:d=4,o=4,b=120:g,b,8g.,p")],
            morseMessages: [[UInt8](text: "T E")], packets: [[UInt8](text: "hello")])
        let keyed = AirTimeline(
            settings(text + "VOICE_ENABLE=0\n", .pacificon), firmware: .pacificon,
            material: material)
        #expect(kinds(keyed) == [[.carrier, .message, .carrier, .id]])
        // T 0.3 s, a blank of 0.7 s, E 0.1 s; then 0.7 s and the ID.
        #expect(isClose(keyed.cycles[0].seconds, 0.1 + 1.1 + 0.7 + 0.1))
        let tunes = AirTimeline(
            settings(text + "AUDIO_MODE=RTTTL\nAPRS_ENABLE=1\n", .pacificon),
            firmware: .pacificon, material: material)
        #expect(kinds(tunes).map { $0.contains(.packet) } == [false, true])
        #expect(isClose(tunes.cycles[0].segments.first { $0.kind == .audio }?.seconds, 1.875))
        #expect(tunes.carrierOffsets.max() == 5000)
    }

    @Test("a tune's length counts its notes, dots and defaults; a line without notes has none")
    func tunes() {
        #expect(isClose(RingTone([UInt8](text: "x:d=4,o=5,b=60:c,8c,4c.,2p"))?.seconds, 5))
        #expect(RingTone([UInt8](text: "hello")) == nil)
        #expect(RingTone([UInt8](text: "x:b=0,d=0:c"))?.seconds == 240)
    }

    @Test("the sine is right to twelve digits")
    func sine() {
        #expect(abs(Sine.ofTurns(0.25) - 1) < 1e-12)
        #expect(abs(Sine.ofTurns(-0.25) + 1) < 1e-12)
        #expect(abs(Sine.ofTurns(1.0 / 12) - 0.5) < 1e-12)
        #expect(abs(Sine.ofTurns(1000.125) - 0.5.squareRoot()) < 1e-10)
        #expect(abs(Sine.ofTurns(0.5)) < 1e-12)
    }

    @Test("the drawing fits its width, in ASCII too, and shows every part")
    func drawing() {
        let found = timeline(
            "CALLSIGN=E\nDUTY_CYCLE=50\nMORSE_WPM=12\n", .stock, [("audio.wav", 299.3)])
        let lines = CycleDrawing(width: 40, isPlain: true).lines(found)
        #expect(
            lines == [
                "|#####################=...........| 7:30",
                "  #  0:00  audio     299.3 s  audio.wav",
                "  =  4:59  ID          0.7 s  E",
                "  .  5:00  silence   150.0 s",
            ])
        #expect(CycleDrawing(width: 5, isPlain: false).lines(found)[0].hasPrefix("│"))
        let silent = CycleDrawing(width: 40, isPlain: true).lines(timeline("CALLSIGN=\n"))
        #expect(silent == ["off the air: there is no callsign"])
        #expect(CycleDrawing.clock(3725) == "1:02:05")
    }
}
