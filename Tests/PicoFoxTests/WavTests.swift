// WAV files in the hands of each firmware: the shared cases, and what any bytes do.
import Foundation
import Testing

@testable import PicoFox

@Suite("WAV files")
struct WavTests {
    static let audio: [Int16] = [0, 1000, 0, -1000]

    @Test("19 shared files get the shared verdicts", arguments: CaseFiles.wavs)
    func sharedCases(entry: WavCase) {
        let wav = WavInspection(entry.fileBytes)
        for firmware in [Firmware.stock, .stockR2, .kc9mne, .jf9som] {
            let verdict = wav.verdict(for: firmware)
            #expect(verdict.samplesSent == entry.stockSamplesSent)
            #expect(verdict.playsAsMeant == entry.stockSendsExactlyTheAudio)
            #expect(verdict.problems.isEmpty == verdict.playsAsMeant)
            if let samples = entry.stockSamplesSent {
                let sent = WavFile.samplesSent(of: entry.fileBytes)
                #expect(sent.count == samples)
                if entry.stockSendsExactlyTheAudio { #expect(sent == WavTests.audio) }
            }
        }
        let pacificon = wav.verdict(for: .pacificon)
        #expect((pacificon.samplesSent != nil) == entry.pacificonPlays)
        #expect(pacificon.playsAsMeant == entry.pacificonPlays)
    }

    @Test("all of wav.json is there")
    func caseCount() {
        #expect(CaseFiles.wavs.count == 19)
    }

    private func verdict(_ name: String, _ firmware: Firmware = .stock) -> WavVerdict {
        WavInspection([UInt8](CaseFiles.data("wav/\(name).wav"))).verdict(for: firmware)
    }

    @Test("noise is located: before the audio, behind it, or all of it")
    func noiseSpans() {
        #expect(verdict("list-before-data").noise == [0..<17])
        #expect(verdict("list-after-data").noise == [4..<21])
        #expect(verdict("bext-first").noise == [0..<305])
        #expect(verdict("odd-chunk").noise == [0..<6])
        #expect(verdict("extensible").noise == [0..<12])
        #expect(verdict("bits-8").noise == [0..<2])
        #expect(verdict("float32").noise == [0..<4])
        #expect(verdict("canonical").noise.isEmpty)
        let sentence = verdict("list-before-data").problems.first?.description
        #expect(sentence == "17 samples of noise are sent at the start ('fmt ', 'LIST')")
    }

    @Test("a wrong rate and stereo change the speed by a factor")
    func speed() {
        #expect(verdict("rate-8000").speedFactor == 0.625)
        #expect(verdict("rate-44100-stereo").speedFactor == 5000.0 / 88200)
        #expect(verdict("canonical").speedFactor == 1)
        #expect(verdict("bits-8").speedFactor == 2 && verdict("float32").speedFactor == 0.5)
        #expect(verdict("not-riff").speedFactor == nil)
    }

    private func header(rate: Int, channels: Int, bits: Int = 16) -> [UInt8] {
        var bytes = WavFile.canonical(samples: WavTests.audio, sampleRate: rate)
        bytes[22] = UInt8(channels)
        bytes[34] = UInt8(bits)
        return bytes
    }

    @Test(
        "the factor of a wrong speed is told once, and counts rate and channels",
        arguments: [
            (44100, 1, ["44100 Hz audio is played at 5000 Hz, at 0.11 times its speed and pitch"]),
            (8000, 1, ["8000 Hz audio is played at 5000 Hz, at 0.63 times its speed and pitch"]),
            (570, 1, ["570 Hz audio is played at 5000 Hz, at 8.8 times its speed and pitch"]),
            (2500, 1, ["2500 Hz audio is played at 5000 Hz, at 2 times its speed and pitch"]),
            (99, 1, ["99 Hz audio is played at 5000 Hz, at 51 times its speed and pitch"]),
            (5000, 2, ["2 channels are played as one, at 0.5 times their speed and pitch"]),
            (5000, 100, ["100 channels are played as one, at 0.01 times their speed and pitch"]),
            (
                44100, 2,
                [
                    "44100 Hz audio is played at 5000 Hz, at 0.057 times its speed and pitch",
                    "2 channels are played as one",
                ]
            ),
            (
                400_000_000, 255,
                [
                    "400000000 Hz audio is played at 5000 Hz, at less than 0.001 times its speed"
                        + " and pitch", "255 channels are played as one",
                ]
            ),
            (5000, 0, ["the header says that there is no channel: what is sent may be noise"]),
            (0, 1, ["0 Hz audio is played at 5000 Hz, at the wrong speed and pitch"]),
        ])
    func factor(rate: Int, channels: Int, sentences: [String]) {
        let verdict = WavInspection(header(rate: rate, channels: channels)).verdict(for: .stock)
        #expect(verdict.problems.map(\.description) == sentences)
        #expect((verdict.speedFactor == nil) == (rate * channels == 0))
    }

    @Test("an extensible header is called after what it contains")
    func extensible() {
        var bytes = [UInt8](CaseFiles.data("wav/extensible.wav"))
        bytes[44] = 3
        bytes[34] = 32
        let problems = WavInspection(bytes).verdict(for: .stock).problems.map(\.description)
        #expect(problems.first?.hasPrefix("32-bit float samples are sent") == true)
    }

    private func chunk(_ id: String, size: Int, _ body: [UInt8] = []) -> [UInt8] {
        Array(id.utf8) + LittleEndian.bytes(of: size, count: 4) + body
    }

    @Test("an empty chunk of an unfinished stream is not the rest of the file")
    func emptyChunk() {
        let canonical = WavFile.canonical(samples: WavTests.audio, sampleRate: 5000)
        let bytes =
            chunk("RIFF", size: 0xFFFF_FFFF) + Array("WAVE".utf8) + chunk("JUNK", size: 0)
            + canonical[12...]
        let wav = WavInspection(bytes)
        #expect(wav.format?.sampleRate == 5000 && wav.audio == 52..<60)
        let problems = wav.verdict(for: .stock).problems
        #expect(problems == [.noiseAtStart(samples: 4, chunks: ["JUNK", "fmt "])])
    }

    @Test("the samples behind the header of a recording that was cut off are its audio")
    func cutRecording() {
        var bytes = WavFile.canonical(samples: [], sampleRate: 5000)
        for count in [1, 2, 3, 4, 1000] {
            let samples = WavFile.canonical(
                samples: (0..<count).map { Int16($0 % 100 - 50) }, sampleRate: 5000)
            let verdict = WavInspection(bytes + samples[44...]).verdict(for: .stock)
            #expect(verdict.playsAsMeant && verdict.samplesSent == count)
        }
        let one = WavInspection(bytes + [1, 2, 3, 4, 5, 6]).layout
        #expect(one.audio == 44..<50 && one.shortage == 0)
        // Audio that is really empty, and a chunk behind it: that chunk is noise.
        bytes += chunk("LIST", size: 4, [1, 2, 3, 4])
        let verdict = WavInspection(bytes).verdict(for: .stock)
        #expect(verdict.problems == [.noiseAtEnd(samples: 6, chunks: ["LIST"])])
    }

    @Test("a header that claims more than there is tells by how much, unless it left that open")
    func shortage() {
        let whole = WavFile.canonical(samples: WavTests.audio, sampleRate: 5000)
        for count in 44..<whole.count {
            let wav = WavInspection(Array(whole.prefix(count)))
            #expect(wav.shortage == whole.count - count)
        }
        #expect(WavInspection(whole).shortage == 0)
        for claimed in [0, 0x7FFF_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
            let header = Array(whole[..<40]) + LittleEndian.bytes(of: claimed, count: 4)
            let wav = WavInspection(header + whole[44...])
            #expect(wav.shortage == 0 && wav.audio == 44..<52, "\(claimed)")
        }
        // What is sent is right all the same: the firmware plays to the end.
        #expect(WavInspection(Array(whole.dropLast(2))).verdict(for: .stock).playsAsMeant)
    }

    @Test("a header of which only the size of the file is another is told from the factory's")
    func factory() {
        let header = WavFile.header(sampleCount: 150_000, sampleRate: 5000)
        let made = header + [UInt8](repeating: 7, count: 288_000)
        #expect(WavFile.isFactory(made) && WavInspection(made).shortage == 0)
        var other = made
        other.replaceSubrange(4..<8, with: LittleEndian.bytes(of: 288_036, count: 4))
        #expect(WavFile.isFactory(other) && WavInspection(other).shortage == 0)
        // As long, and as short of its claim, but nothing that a firmware wrote.
        for place in [8, 12, 16, 20, 22, 24, 28, 32, 34, 36, 40] {
            other = made
            other[place] ^= 2
            #expect(!WavFile.isFactory(other), "byte \(place)")
        }
        for count in [made.count - 1, made.count + 1, made.count - 4096] {
            #expect(!WavFile.isFactory(Array((made + [7]).prefix(count))))
            #expect(WavInspection(Array((made + [7]).prefix(count))).shortage > 0)
        }
    }

    @Test("a 'fmt ' chunk behind the audio counts, and one that is too short is called that")
    func formats() {
        let canonical = WavFile.canonical(samples: WavTests.audio, sampleRate: 5000)
        let fmt = Array(canonical[12..<36])
        let data = chunk("data", size: 28, [UInt8](repeating: 1, count: 28))
        let behind = WavInspection(Array(canonical[..<12]) + data + fmt)
        #expect(behind.format?.sampleRate == 5000)
        let problems = behind.verdict(for: .stock).problems
        #expect(problems == [.startCut(samples: 12), .noiseAtEnd(samples: 12, chunks: ["fmt "])])
        var short = Array(canonical[..<12]) + chunk("fmt ", size: 14, Array(fmt[8..<22])) + data
        let sentence = "the 'fmt ' chunk has only 14 bytes, not 16: what is sent may be noise"
        #expect(
            WavInspection(short).verdict(for: .stock).problems.first?.description == sentence)
        short.removeSubrange(12..<34)
        #expect(
            WavInspection(short).verdict(for: .stock).problems.first?.description
                == "there is no 'fmt ' chunk: what is sent may be noise")
    }

    @Test(
        "a rate that is off by less than a hundredth is none that is heard, and one sample is one")
    func words() {
        for rate in [4950, 4999, 5001, 5050] {
            #expect(
                WavInspection(header(rate: rate, channels: 1)).verdict(for: .stock).playsAsMeant)
        }
        func sentence(_ rate: Int) -> String? {
            WavInspection(header(rate: rate, channels: 1)).verdict(for: .stock).problems.first?
                .description
        }
        #expect(sentence(4949)?.hasSuffix("at 1.01 times its speed and pitch") == true)
        #expect(sentence(5051)?.hasSuffix("at 0.99 times its speed and pitch") == true)
        var bytes = header(rate: 8000, channels: 0)
        func refusal() -> String? {
            WavInspection(bytes).verdict(for: .pacificon).problems.first?.description
        }
        #expect(refusal() == "the firmware skips the file, since there is no channel")
        bytes[22] = 2
        #expect(refusal() == "the firmware skips the file, since there are 2 channels, not one")
        #expect(
            WavProblem.noiseAtEnd(samples: 1, chunks: []).description
                == "1 sample of noise is sent at the end")
        #expect(WavProblem.startCut(samples: 1).description == "the first sample is not sent")
        #expect(WavProblem.tooShort(bytes: 1).description.contains("only 1 byte,"))
        #expect(WavProblem.tooShort(bytes: 0).description == "the file is empty: nothing is sent")
    }

    @Test("the peak is that of the samples sent")
    func peak() {
        #expect(verdict("canonical").peak == 1000)
        let loud = WavInspection(WavFile.canonical(samples: [5, Int16.min], sampleRate: 5000))
        #expect(loud.peak == 32768)
    }

    @Test("what WavFile writes plays as meant, and is the canonical case byte for byte")
    func writer() {
        let bytes = WavFile.canonical(samples: WavTests.audio, sampleRate: 5000)
        #expect(bytes == [UInt8](CaseFiles.data("wav/canonical.wav")))
        let other = WavFile.canonical(samples: WavTests.audio, sampleRate: 8000)
        #expect(WavInspection(other).verdict(for: .pacificon).playsAsMeant)
        #expect(WavFile.samplesSent(of: other) == WavTests.audio)
        let none = WavInspection(WavFile.canonical(samples: [], sampleRate: 5000))
        #expect(none.verdict(for: .stock).samplesSent == 0)
        #expect(none.verdict(for: .stock).problems == [.empty])
    }

    @Test("5,000 damaged files are inspected without a crash, and noise lies within what is sent")
    func damaged() {
        var random = SeededRandom(seed: 3)
        let seeds = CaseFiles.wavs.map(\.fileBytes)
        for _ in 0..<5000 * PropertyTests.scale {
            var bytes = seeds[random.below(seeds.count)]
            for _ in 0...random.below(6) where !bytes.isEmpty {
                switch random.below(3) {
                case 0: bytes[random.below(bytes.count)] = UInt8(random.below(256))
                case 1: bytes.removeLast(random.below(bytes.count))
                default: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count))
                }
            }
            let wav = WavInspection(bytes)
            for firmware in Firmware.all {
                let verdict = wav.verdict(for: firmware)
                let samples = verdict.samplesSent ?? 0
                let holds =
                    verdict.noise.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= samples }
                    && (!verdict.playsAsMeant || verdict.noise.isEmpty)
                    && (verdict.samplesSent == nil || samples == (bytes.count - 44) / 2)
                if !holds { Issue.record("\(bytes) under \(firmware.id)") }
            }
        }
    }
}
