// What several foxes come to on the air together.
import PicoFox
import Testing

@Suite("Checks of a hunt")
struct HuntCheckTests {
    /// A fox with so many seconds of audio.
    private func fox(
        _ name: String, _ lines: String, _ firmware: Firmware = .stock, audio seconds: Int = 30
    ) -> HuntChecks.Fox {
        let text = "CALLSIGN=K7ABC\nITU_ZONE=2\n" + lines + "\n"
        let samples = [Int16](repeating: 1, count: seconds * firmware.sampleRate)
        let wav = WavFile.canonical(samples: samples, sampleRate: firmware.sampleRate)
        return HuntChecks.Fox(
            name: name, firmware: firmware,
            settings: EffectiveSettings.read([UInt8](text: text), as: firmware),
            files: firmware.audio.names.first.map { [StagedFile(name: $0, bytes: wav)] } ?? [])
    }

    private func collisions(_ foxes: HuntChecks.Fox...) -> [String] {
        HuntChecks(foxes).findings.filter { $0.code == "channel-collision" }.map(\.message)
    }

    @Test(
        "two foxes that never stop disturb each other all the time, and a third one elsewhere not")
    func always() {
        #expect(
            collisions(
                fox("fox10", "FREQ_MHZ=146.52"), fox("fox2", "FREQ_MHZ=146.52"),
                fox("fox3", "FREQ_MHZ=146.535"))
                == ["fox2 and fox10 both transmit on 146.520 MHz: all the time"])
    }

    @Test("less than 15 kHz is one channel, also where the carrier only moves there")
    func spacing() {
        let near = collisions(fox("a", "FREQ_MHZ=146.52"), fox("b", "FREQ_MHZ=146.534999"))
        #expect(near.count == 1)
        #expect(near.first?.contains("146.520 and 146.534999 MHz, closer than 15 kHz") == true)
        #expect(collisions(fox("a", "FREQ_MHZ=146.52"), fox("b", "FREQ_MHZ=146.535")).isEmpty)
        let moving = { (lines: String) in
            collisions(
                fox("a", "FREQ_MHZ=146.52"), fox("b", "FREQ_MHZ=146.535\n" + lines, .pacificon))
        }
        #expect(moving("FREQUENCY_SHIFTING=1").count == 1)
        #expect(moving("FREQUENCY_SHIFTING=0").isEmpty)
    }

    @Test("the slots of one minute disturb each other when their numbers are the same")
    func slots() {
        let fox = { (name: String, number: Int) in
            self.fox(name, "FREQ_MHZ=145.66\nFOX_NUMBER=\(number)\nMORSE_WPM=15", .jf9som)
        }
        #expect(collisions(fox("moe", 1), fox("moi", 2), fox("mo5", 5)).isEmpty)
        #expect(
            collisions(fox("moe", 1), fox("again", 1))
                == ["again and moe both transmit on 145.660 MHz: 12 s of each 60 s"])
    }

    @Test("a slot and a fox that keeps to no clock can meet")
    func slotAndOther() {
        let slot = fox("moe", "FREQ_MHZ=146.52\nFOX_NUMBER=1\nMORSE_WPM=15", .jf9som)
        #expect(
            collisions(slot, fox("hunt", "FREQ_MHZ=146.52\nDUTY_CYCLE=50"))
                == ["hunt and moe can both transmit on 146.520 MHz: up to 12 s of each 60 s"])
    }

    @Test("of two foxes that keep to no clock the worst case is told, in the longer cycle")
    func worstCase() throws {
        let (one, other) = (
            fox("a", "FREQ_MHZ=146.52\nDUTY_CYCLE=20", audio: 10),
            fox("b", "FREQ_MHZ=146.52\nDUTY_CYCLE=0", audio: 10)
        )
        #expect(collisions(one, other).isEmpty)
        let long = fox("b", "FREQ_MHZ=146.52\nDUTY_CYCLE=20", audio: 100)
        let overlap = try #require(
            ChannelOverlap(one.timeline, long.timeline, areTogether: false))
        // What a slow clock finds that tries a thousand phases.
        let onAir = { (fox: HuntChecks.Fox, time: Double) -> Bool in
            let cycle = fox.timeline.cycles[0]
            return time.truncatingRemainder(dividingBy: cycle.seconds) < cycle.secondsOnAir
        }
        let step = 0.05
        let ticks = Int(long.timeline.seconds / step)
        let tried = (0..<600).map { phase in
            (0..<ticks).filter {
                onAir(long, Double($0) * step) && onAir(one, Double($0 + phase) * step)
            }.count
        }
        let worst = Double(tried.max() ?? 0) * step
        #expect(abs(overlap.seconds - worst) < 0.5, "\(overlap.seconds), tried \(worst)")
        #expect(overlap.cycleSeconds == long.timeline.seconds)
        #expect(!overlap.isCertain)
    }

    @Test("a hundred sequences of a hundred files are compared at once")
    func many() throws {
        let material = AirMaterial(
            audio: (0..<200).map {
                AudioClip(name: $0 == 0 ? "audio.wav" : "audio\($0).wav", seconds: 5)
            })
        let settings = EffectiveSettings.read(
            [UInt8](text: "CALLSIGN=K7ABC\nFREQ_MHZ=146.52\nDUTY_CYCLE=50\n"), as: .pacificon)
        let timeline = AirTimeline(settings, firmware: .pacificon, material: material)
        #expect(timeline.cycles.count == 200)
        let overlap = try #require(ChannelOverlap(timeline, timeline, areTogether: false))
        #expect(abs(overlap.seconds / overlap.cycleSeconds - 0.5) < 0.01)
    }

    @Test("one ID on several frequencies is one note, however many foxes send it")
    func sameID() {
        let foxes = (1...10).map { fox("fox\($0)", "FREQ_MHZ=\(145 + Double($0) / 20)") }
        let findings = HuntChecks(foxes.reversed()).findings
        #expect(findings.map(\.code) == ["same-id-elsewhere"])
        #expect(findings.first?.severity == .note)
        #expect(findings.first?.message.contains("K7ABC (fox1, fox2, fox3 and 7 more)") == true)
        #expect(HuntChecks([fox("a", "FREQ_MHZ=146.52")]).findings.isEmpty)
    }

    @Test("a fox off the air disturbs none and is told apart from all")
    func silent() {
        let silent = fox("b", "FREQ_MHZ=146.52\nCALLSIGN=")
        #expect(HuntChecks([fox("a", "FREQ_MHZ=146.52"), silent]).findings.isEmpty)
    }
}
