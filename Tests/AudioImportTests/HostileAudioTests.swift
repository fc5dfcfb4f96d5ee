// Files that lie, end early or hold what is no sound: an error with the file, the step and the reason.
import CSndfile
import Foundation
import FoxSystem
import Testing

@testable import AudioImport

@Suite("Hostile audio files")
struct HostileAudioTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func expect(
        _ bytes: [UInt8], _ code: AudioImportError.Code, _ step: AudioImportError.Step,
        _ reason: String, _ conversion: AudioConversion? = nil
    ) throws {
        let file = try scratch.write(bytes)
        let failure = scratch.failure(file, conversion)
        #expect(failure == AudioImportError(code, step, file, reason))
        #expect(try scratch.names == ["sound.wav"])
    }

    @Test("an empty file and one without a header are no audio")
    func noHeader() throws {
        for bytes in [[], Array("RIFF".utf8), [UInt8](repeating: 7, count: 5000)] {
            #expect(scratch.failure(try scratch.write(bytes))?.code == .notAudio)
        }
    }

    @Test("a file that is empty, or whose header lacks something, is called what it is")
    func headers() throws {
        let whole = TestSound.wav((0..<800).map { Int16($0) }, rate: 8000)
        try expect([], .notAudio, .opening, "the file is empty")
        let fmt = Array(whole[12..<36])
        let (riff, data) = (Array(whole[..<12]), Array(whole[36...]))
        try expect(riff + data, .damaged, .opening, "it is a WAV file without a 'fmt ' chunk")
        try expect(riff + fmt, .damaged, .opening, "it is a WAV file without a 'data' chunk")
        let short = Array("fmt ".utf8) + TestSound.bytes(UInt32(14)) + fmt[8..<22]
        try expect(
            riff + short + data, .damaged, .opening, "its 'fmt ' chunk has only 14 bytes, not 16")
        for rate in [0, 0xFFFF_FFFF] {
            var bytes = whole
            bytes.replaceSubrange(24..<28, with: TestSound.bytes(UInt32(rate)))
            try expect(
                bytes, .damaged, .opening,
                "a rate of \(rate) Hz makes no sense (100 to 1000000)")
        }
        try expect(
            Array("fLaC".utf8) + [UInt8](repeating: 7, count: 500), .damaged, .opening,
            "it is FLAC, and damaged at its beginning")
    }

    @Test("the audio that the checks find in a WAV is what is imported")
    func sameReading() throws {
        let samples = (0..<8000).map { Int16($0 % 700) }
        let whole = TestSound.wav(samples, rate: 8000)
        let expected = try scratch.convert(try scratch.write(whole))
        let (riff, fmt) = (Array(whole[..<12]), Array(whole[12..<36]))
        let data = Array(whole[36...])
        var killed = whole
        killed.replaceSubrange(4..<8, with: TestSound.bytes(UInt32(36)))
        killed.replaceSubrange(40..<44, with: TestSound.bytes(UInt32(0)))
        for (bytes, what) in [
            (killed, "a recorder that was killed"), (whole + data.prefix(4008), "a second chunk"),
            (riff + data + fmt, "the format behind the audio"),
            (riff + fmt + Array("LIST".utf8) + [4, 0, 0, 0, 73, 78, 70, 79] + data, "a list"),
        ] {
            let audio = try scratch.convert(try scratch.write(bytes))
            #expect(audio.wav == expected.wav && audio.sourceFrames == 8000, "\(what)")
            #expect(audio.shortage == nil, "\(what)")
        }
        #expect(try scratch.names == ["sound.wav"])
    }

    @Test("stock firmware's own audio is whole, whatever its header claims")
    func factoryAudio() throws {
        let samples = (0..<144_000).map { Int16($0 % 700) }
        let file = try scratch.write(TestSound.wav(samples, rate: 5000, claimed: 300_000))
        #expect(try scratch.convert(file).shortage == nil)
        let other = TestSound.wav(samples.dropLast(), rate: 5000, claimed: 300_000)
        #expect(scratch.failure(try scratch.write(other))?.code == .damaged)
    }

    @Test("no frames are no audio")
    func noFrames() throws {
        try expect(TestSound.wav([], rate: 8000), .silent, .reading, "it holds no audio")
    }

    @Test("a thousand channels and a rate that no recording has make no sense")
    func nonsense() throws {
        try expect(
            TestSound.wav([Int16](repeating: 1, count: 4000), rate: 8000, channels: 1000),
            .damaged, .opening, "1000 channels make no sense (at most 64)")
        for rate in [1, 99, 1_000_001, Int(Int32.max)] {
            try expect(
                TestSound.wav([1, 2, 3], rate: rate), .damaged, .opening,
                "a rate of \(rate) Hz makes no sense (100 to 1000000)")
        }
    }

    @Test("what is not a number, or endless, is named with its frame")
    func notNumbers() throws {
        for (bad, name) in [
            (Float.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf"), (1e30, "1e+30"),
        ] {
            var samples = [Float](repeating: 0.1, count: 80_000)
            samples[70_001] = bad
            try expect(
                TestSound.floatWav(samples, rate: 8000, channels: 2), .damaged, .reading,
                "frame 35000 is \(name), which is no sound")
        }
    }

    @Test("a WAV that is cut short is an error, unless what is there is wanted")
    func cutWav() throws {
        let whole = TestSound.wav((0..<8000).map { Int16($0) }, rate: 8000)
        try expect(
            Array(whole.dropLast(1000)), .damaged, .opening,
            "its header promises 16000 bytes of audio, and 15000 are there: it is cut short")
        let file = try scratch.write(Array(whole.dropLast(1000)))
        let audio = try scratch.convert(file, scratch.conversion(partial: true))
        #expect(audio.sourceFrames == 7500)
        #expect(audio.shortage != nil)
    }

    @Test(
        "a length that was left open, as by a pipe, is no damage",
        arguments: [0x7FFF_F000, 0xFFFF_FFFF])
    func openEnd(claimed: Int) throws {
        let file = try scratch.write(
            TestSound.wav((0..<8000).map { Int16($0) }, rate: 8000, claimed: claimed))
        let audio = try scratch.convert(file)
        #expect(audio.sourceFrames == 8000)
        #expect(audio.shortage == nil)
    }

    @Test(
        "a file of any other kind that is cut short is an error",
        arguments: [
            SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_AIFF | SF_FORMAT_PCM_16,
            SF_FORMAT_AU | SF_FORMAT_PCM_16, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
            SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS,
        ])
    func cutOthers(format: Int) throws {
        let files = try SoundFiles()
        let path = scratch.path + "/sound"
        let tone = TestSound.tones([700], amplitude: 0.4, rate: 48000, seconds: 20)
        try #require(
            files.make(path, format: Int32(format), rate: 48000, channels: 1, samples: tone))
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for count in [whole.count / 2, whole.count - 1] {
            let file = try scratch.write(Array(whole.prefix(count)), "cut")
            // The last byte of an MP3 may be padding.
            if count == whole.count - 1, format & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG { continue }
            #expect(scratch.failure(file)?.code == .damaged)
        }
        #expect(scratch.failure(path) == nil)
    }

    @Test("a file that libsndfile refuses stays the caller's to close")
    func descriptor() throws {
        let file = try scratch.write([UInt8](repeating: 7, count: 5000))
        let source = try AudioSource.open(file, spoolFolder: scratch.path)
        do {
            _ = try scratch.conversion().convert(source) { _ in }
            Issue.record("it is taken for audio")
        } catch { #expect(error.code == .notAudio) }
        #expect(try source.file.status().size == 5000)
    }

    @Test("a folder, a device and what is not there are refused by name")
    func noFiles() throws {
        #expect(
            scratch.failure(scratch.path)?.description
                == "\(scratch.path): opening: it is a folder, not a file or a pipe")
        #expect(
            scratch.failure("/dev/zero")?.description
                == "/dev/zero: opening: it is a device, not a file or a pipe")
        let missing = scratch.failure(scratch.path + "/none.wav")
        #expect(missing?.code == .missing)
        #expect(missing?.reason == "ENOENT: No such file or directory")
    }

    @Test("a file that is written to while it is read is refused")
    func changing() throws {
        let file = try scratch.write(
            TestSound.wav([Int16](repeating: 9, count: 100_000), rate: 8000))
        let source = try AudioSource.open(file, spoolFolder: scratch.path)
        let handle = try #require(FileHandle(forWritingAtPath: file))
        #expect {
            _ = try scratch.conversion().convert(source) { _ in
                _ = try? handle.seekToEnd()
                try? handle.write(contentsOf: Data([1, 2]))
            }
        } throws: {
            ($0 as? AudioImportError)?.code == .changed
        }
    }

    @Test("a thousand damaged files are imported or refused by name, and nothing is left of them")
    func damaged() throws {
        var random = SeededRandom(seed: 20)
        let files = try SoundFiles()
        let path = scratch.path + "/whole"
        var seeds: [[UInt8]] = []
        let tone = TestSound.tones([700], amplitude: 0.4, rate: 8000, seconds: 0.2)
        for format in files.formats
        where files.make(path, format: format, rate: 8000, channels: 1, samples: tone) {
            seeds.append([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(seeds.count > 50)
        var refused = 0
        for _ in 0..<1000 {
            var bytes = random.pick(seeds)
            for _ in 0...random.below(4) where bytes.count > 1 {
                switch random.below(4) {
                case 0: bytes[random.below(min(bytes.count, 64))] = UInt8(random.below(256))
                case 1: bytes[random.below(bytes.count)] = UInt8(random.below(256))
                case 2: bytes.removeLast(random.below(bytes.count))
                default: bytes.insert(UInt8(random.below(256)), at: random.below(bytes.count))
                }
            }
            let file = try scratch.write(bytes)
            guard let failure = scratch.failure(file) else { continue }
            refused += 1
            let isNamed = failure.file == file && !failure.reason.isEmpty
            if !isNamed { Issue.record("\(failure)") }
        }
        #expect(refused > 100)
        #expect(try scratch.names == ["sound.wav"])
    }
}
