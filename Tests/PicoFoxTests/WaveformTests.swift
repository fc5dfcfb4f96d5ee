// The reduction of WAV files to columns: extremes, level, and what becomes of too few samples.
import Testing

@testable import PicoFox

@Suite("Waveforms")
struct WaveformTests {
    private func wav(_ samples: [Int16]) -> [UInt8] {
        WavFile.canonical(samples: samples, sampleRate: 5000)
    }

    @Test("each column has the extremes and the level of its share of the samples")
    func columns() {
        let wave = Waveform(wav: wav([0, 16384, -16384, -32768, 8192, 8192]), columns: 3)
        #expect(wave.columns.map(\.minimum) == [0, -1, 0.25])
        #expect(wave.columns.map(\.maximum) == [0.5, -0.5, 0.25])
        #expect(wave.columns.map(\.peak) == [0.5, 1, 0.25])
        #expect(wave.columns[2].rms == 0.25)
        #expect(abs(wave.columns[0].rms - (0.125).squareRoot()) < 1e-12)
        #expect(wave.sampleCount == 6)
        #expect(wave.peak == 1)
    }

    @Test("the level of a sine is 3 dB below its peak, however many columns are made")
    func level() {
        let sine = (0..<5000).map { Int16(32767 * Sine.ofTurns(Double($0) / 10)) }
        for columns in [0, 1, 7, 80, 5000, 9999] {
            let wave = Waveform(wav: wav(sine), columns: columns)
            #expect(wave.columns.count == columns)
            #expect(abs(wave.rms - (0.5).squareRoot()) < 1e-3)
            #expect(wave.peak > 0.95)
            #expect(wave.seconds(for: .stock) == 1)
            #expect(wave.seconds(for: .pacificon) == 0.625)
        }
    }

    @Test("the peak and the level of the whole do not depend on the number of columns")
    func whole() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<100 {
            let samples = (0..<random.below(60)).map { _ in
                Int16(truncatingIfNeeded: random.below(65536))
            }
            let one = Waveform(wav: wav(samples), columns: 1)
            let expected = samples.map { Double($0) * Double($0) }.reduce(0, +)
            let rms =
                samples.isEmpty ? 0 : (expected / Double(samples.count)).squareRoot() / 32768
            #expect(abs(one.rms - rms) < 1e-12)
            let peak = samples.map { Double($0.magnitude) / 32768 }.max() ?? 0
            for columns in [0, 2, 59, 100] {
                let other = Waveform(wav: wav(samples), columns: columns)
                #expect(other.peak == peak)
                #expect(abs(other.rms - one.rms) < 1e-12)
                #expect((other.columns.map(\.peak).max() ?? peak) == peak)
            }
        }
    }

    @Test("fewer samples than columns leave no gap")
    func fewSamples() {
        let wave = Waveform(wav: wav([8192, -16384]), columns: 5)
        #expect(wave.columns.map(\.peak) == [0.25, 0.25, 0.25, 0.5, 0.5])
        #expect(abs(wave.rms - (0.15625).squareRoot()) < 1e-12)
    }

    @Test("no samples are silence, and half a sample is none")
    func nothing() {
        for bytes in [[], [UInt8](repeating: 7, count: 43), wav([]), wav([]) + [1]] {
            let wave = Waveform(wav: bytes, columns: 4)
            #expect(wave.columns.map(\.peak) == [0, 0, 0, 0])
            #expect(wave.sampleCount == 0)
            #expect(wave.rms == 0)
        }
        #expect(Waveform(wav: wav([1]), columns: -1).columns.isEmpty)
    }

    @Test("whatever is behind byte 44 counts, as it is what is sent")
    func header() {
        let bytes = [UInt8](repeating: 0, count: 44) + [0, 64]
        #expect(Waveform(wav: bytes, columns: 1).peak == 0.5)
    }
}
