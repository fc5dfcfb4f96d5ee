// The change of rate, measured: what is kept, what is kept out, and sox on the same sound.
import Foundation
import Testing

@testable import AudioImport

@Suite("Resampling")
struct ResamplerTests {
    static let pairs = [
        (44100, 5000), (48000, 5000), (48000, 8000), (44100, 8000), (8000, 5000), (5000, 8000),
        (96000, 5000), (11025, 5000), (22050, 8000), (192_000, 8000),
    ]

    private func resample(_ samples: [Float], from: Int, to: Int) throws -> [Double] {
        var resampler = try Resampler(from: from, to: to, title: "test")
        var output: [Float] = []
        var place = 0
        while place < samples.count {
            let end = min(samples.count, place + 10_007)
            try resampler.process(Array(samples[place..<end]), into: &output)
            place = end
        }
        try resampler.process([], into: &output)
        return output.map(Double.init)
    }

    @Test(
        "tones up to 0.9 of the Nyquist frequency keep their level within 0.1 dB", arguments: pairs)
    func passBand(from: Int, to: Int) throws {
        let nyquist = Double(min(from, to)) / 2
        let tones = [0.02, 0.1, 0.25, 0.5, 0.75, 0.85, 0.9].map { $0 * nyquist }
        let sound = TestSound.tones(tones, amplitude: 0.1, rate: from, seconds: 4)
        let spectrum = Spectrum(try resample(sound, from: from, to: to), rate: to)
        for tone in tones {
            let change = Decibel.level(of: spectrum.tone(tone) / 0.1)
            #expect(abs(change) < 0.1, "\(tone) Hz changes by \(change) dB")
        }
    }

    @Test("what the new rate cannot hold stays below -90 dB", arguments: pairs.filter { $0 > $1 })
    func aliasing(from: Int, to: Int) throws {
        let (low, high) = (Double(to) / 2 * 1.01, Double(from) / 2 * 0.99)
        let sound = TestSound.sweep(from: low, to: high, amplitude: 1, rate: from, seconds: 3)
        let output = try resample(sound, from: from, to: to)
        // How the sweep begins is itself sound that the new rate can hold.
        let loudest = output.dropFirst(to / 2).map(\.magnitude).max() ?? 1
        #expect(Decibel.level(of: loudest) < -90)
        for tone in [low, (low + high) / 2, high] {
            let steady = TestSound.tones([tone], amplitude: 1, rate: from, seconds: 1)
            let inner = try resample(steady, from: from, to: to).dropFirst(to / 4).dropLast(to / 4)
            #expect(Decibel.level(of: inner.map(\.magnitude).max() ?? 1) < -90)
        }
    }

    @Test("the images of a higher rate stay below -90 dB")
    func images() throws {
        let sound = TestSound.tones([1000], amplitude: 1, rate: 5000, seconds: 4)
        let spectrum = Spectrum(try resample(sound, from: 5000, to: 8000), rate: 8000)
        #expect(abs(Decibel.level(of: spectrum.tone(1000))) < 0.01)
        #expect(Decibel.level(of: spectrum.tone(4000)) < -90)
    }

    @Test("the length is that of the sound, and nothing is shifted")
    func length() throws {
        let sound = TestSound.tones([100], amplitude: 0.5, rate: 48000, seconds: 1)
        let output = try resample(sound, from: 48000, to: 5000)
        #expect(output.count == 5000)
        let expected = TestSound.tones([100], amplitude: 0.5, rate: 5000, seconds: 1)
        let middle = 1000..<4000
        let error = middle.map { abs(output[$0] - Double(expected[$0])) }.max() ?? 1
        #expect(Decibel.level(of: error) < -90)
    }
}
