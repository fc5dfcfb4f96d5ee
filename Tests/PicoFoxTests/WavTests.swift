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
        #expect(abs(verdict("rate-44100-stereo").speedFactor - 5000 / 88200) < 1e-12)
        #expect(verdict("canonical").speedFactor == 1)
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
