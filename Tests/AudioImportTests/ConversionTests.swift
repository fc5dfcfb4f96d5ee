// What an import makes of a sound: the form, the level, the offset, the ends.
import Foundation
import PicoFox
import Testing

@testable import AudioImport

@Suite("Imported audio")
struct ConversionTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func file(_ samples: [Float], rate: Int = 8000, channels: Int = 1) throws -> String {
        try scratch.write(TestSound.floatWav(samples, rate: rate, channels: channels))
    }

    @Test(
        "every firmware that plays audio plays it as meant, with not a sample more or less",
        arguments: Firmware.all.filter { $0.audio.order != .none }, [8000, 44100, 48000])
    func plays(firmware: Firmware, rate: Int) throws {
        let sound = TestSound.tones([440], amplitude: 0.3, rate: rate, seconds: 2)
        let stereo = try file(sound.flatMap { [$0, -0.5 * $0] }, rate: rate, channels: 2)
        let audio = try scratch.convert(stereo, scratch.conversion(rate: firmware.sampleRate))
        let inspection = WavInspection(audio.wav)
        #expect(inspection.verdict(for: firmware).playsAsMeant)
        #expect(audio.wav.count == 44 + 2 * 2 * firmware.sampleRate)
        #expect(audio.seconds == 2)
        #expect(inspection.audio == 44..<audio.wav.count)
    }

    @Test("the same file gives the same bytes each time")
    func repeatable() throws {
        let file = try file(TestSound.tones([440], amplitude: 0.3, rate: 8000, seconds: 1))
        #expect(try scratch.convert(file).wav == scratch.convert(file).wav)
    }

    @Test("channels at full scale are mixed without clipping", arguments: [1, 2, 6, 64])
    func mixing(channels: Int) throws {
        let sound = TestSound.tones([100], amplitude: 1, rate: 5000, seconds: 1)
        let file = try file(
            sound.flatMap { [Float](repeating: $0, count: channels) }, rate: 5000,
            channels: channels)
        let audio = try scratch.convert(file)
        let worst = zip(audio.samples, sound).map { abs($0 - Double($1)) }.max() ?? 1
        #expect(worst * 32768 < 2.1)
    }

    @Test("the peak is the one that was asked for", arguments: [1.0, 0.45, 0.9, 0.01])
    func peak(wanted: Double) throws {
        for amplitude in [0.001, 0.5, 30] {
            let file = try file(
                TestSound.tones([440], amplitude: amplitude, rate: 8000, seconds: 1))
            let audio = try scratch.convert(file, scratch.conversion(level: .peak(wanted)))
            #expect(abs(audio.peak - wanted) * 32768 < 3)
            let gain = Decibel.level(of: wanted / amplitude)
            #expect(abs(audio.gain - gain) < 0.1)
        }
    }

    @Test("a gain that would clip is refused with the gain that does not")
    func clipping() throws {
        let file = try file(TestSound.tones([440], amplitude: 0.5, rate: 5000, seconds: 1))
        let failure = scratch.failure(file, scratch.conversion(level: .gain(9)))
        #expect(failure?.code == .clips)
        #expect(failure?.step == .levelling)
        #expect(
            failure?.reason
                == "a gain of 9.0 dB would clip by 3.0 dB; at most 6.0 dB does not")
        #expect(abs(try scratch.convert(file, scratch.conversion(level: .gain(6))).peak - 1) < 0.01)
    }

    @Test("an offset is taken away, and does not eat the level")
    func offset() throws {
        let sound = TestSound.tones([250], amplitude: 0.2, rate: 5000, seconds: 2)
        let audio = try scratch.convert(
            try file(sound.map { $0 + 0.7 }, rate: 5000), scratch.conversion(level: .peak(0.45)))
        let mean = audio.samples.reduce(0, +) / Double(audio.sampleCount)
        #expect(abs(mean) < 1e-5)
        #expect(abs(audio.offset - 0.7) < 1e-4)
        #expect(abs(audio.peak - 0.45) < 1e-3)
        #expect(abs(Decibel.level(of: audio.rms / 0.45) + 3.01) < 0.05)
    }

    @Test("rounding is dithered: a tone below the last bit is still there, without overtones")
    func dither() throws {
        let tone = TestSound.tones([500], amplitude: 0.4 / 32768, rate: 5000, seconds: 30)
        let spectrum = Spectrum(try scratch.convert(try file(tone, rate: 5000)).samples, rate: 5000)
        #expect(abs(Decibel.level(of: spectrum.tone(500) * 32768 / 0.4)) < 1)
        for overtone in [1000.0, 1500, 2000] {
            #expect(spectrum.tone(overtone) < spectrum.tone(500) / 10)
        }
    }

    @Test("silence is cut off at both ends, the sound and a breath round it are kept")
    func trim() throws {
        let rate = 5000
        let noise: [Float] = (0..<2 * rate).map { Float(($0 * 7919) % 13 - 6) * 1e-4 }
        var sound = noise + TestSound.tones([440], amplitude: 0.4, rate: rate, seconds: 1) + noise
        // A click in the silence is no sound.
        sound[300] = 0.02
        let file = try file(sound, rate: rate)
        let audio = try scratch.convert(file, scratch.conversion(trim: 40))
        #expect(audio.trimmedStart == 2 * rate - rate / 10)
        #expect(audio.trimmedEnd == 2 * rate - rate / 10)
        #expect(audio.sampleCount == rate + rate / 5)
        #expect(try scratch.convert(file).sampleCount == 5 * rate)
    }

    @Test("silence alone has no level to set, but may be kept as it is")
    func silence() throws {
        let file = try file([Float](repeating: 0.25, count: 5000), rate: 5000)
        let failure = scratch.failure(file, scratch.conversion(level: .peak(0.5), trim: 40))
        #expect(failure?.code == .silent)
        #expect(failure?.description == "\(file): measuring: there is only silence in it")
        #expect(try scratch.convert(file, scratch.conversion(trim: 40)).sampleCount == 5000)
    }

    @Test("what does not fit is refused before it is decoded, with the length that fits")
    func tooLong() throws {
        let file = try scratch.write(
            TestSound.header(format: 1, bits: 16, rate: 48000, channels: 2, size: 1 << 30)
                + [UInt8](repeating: 0, count: 4096))
        let failure = scratch.failure(file, scratch.conversion(limit: 50_000, partial: true))
        // What is there counts, not what the header promises.
        #expect(failure == nil)
        let sound = try self.file([Float](repeating: 0.1, count: 88_000), rate: 8000)
        let long = scratch.failure(sound, scratch.conversion(limit: 50_000))
        #expect(long?.code == .tooLong)
        #expect(long?.step == .opening)
        #expect(
            long?.reason
                == "a fox has room for 10.0 s at 5000 Hz beside the draft's other files, and it is"
                + " 11.0 s long")
    }

    @Test("silence that is cut off needs no room")
    func trimmedFits() throws {
        let silence = [Float](repeating: 0, count: 50_000)
        let sound = TestSound.tones([440], amplitude: 0.4, rate: 5000, seconds: 1)
        let file = try file(silence + sound + silence, rate: 5000)
        #expect(scratch.failure(file, scratch.conversion(limit: 10_000))?.code == .tooLong)
        let audio = try scratch.convert(file, scratch.conversion(limit: 10_000, trim: 40))
        #expect(audio.sampleCount == 6000)
    }

    @Test("nothing but the source is in the folder afterwards, and it is as it was")
    func leavesNothing() throws {
        let file = try file(TestSound.tones([440], amplitude: 0.3, rate: 8000, seconds: 1))
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        _ = try scratch.convert(file)
        #expect(try scratch.names == ["sound.wav"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }

    @Test("progress counts the frames and names the passes")
    func progress() throws {
        let file = try file([Float](repeating: 0.1, count: 100_000), rate: 8000)
        var seen: [AudioProgress] = []
        let source = try AudioSource.open(file, spoolFolder: scratch.path)
        _ = try scratch.conversion().convert(source) { seen.append($0) }
        #expect(seen.suffix(2) == [.measuring, .levelling])
        let frames = seen.dropLast(2).compactMap { step -> Int? in
            guard case .converted(let frames, let total) = step, total == 100_000 else {
                return nil
            }
            return frames
        }
        #expect(frames.count > 3)
        #expect(frames.last == 100_000)
        #expect(frames == frames.sorted())
    }
}
