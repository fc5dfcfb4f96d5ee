// Whatever libsndfile reads can be imported.
import CSndfile
import Foundation
import Testing

@testable import AudioImport

@Suite("Formats of audio files")
struct FormatTests {
    @Test("every format that libsndfile can write here is imported, at its level and length")
    func all() throws {
        let scratch = try Scratch()
        let files = try SoundFiles()
        var imported = 0
        var kinds: Set<Int32> = []
        let shapes = [(48000, 2), (48000, 1), (8000, 1)].map { rate, channels in
            let tone = TestSound.tones([1000], amplitude: 0.5, rate: rate, seconds: 1)
            return (
                rate, channels, tone.flatMap { [Float](repeating: $0, count: channels) }
            )
        }
        for format in files.formats {
            for (rate, channels, samples) in shapes {
                let path = scratch.path + "/\(String(format, radix: 16))-\(channels)"
                guard
                    files.make(
                        path, format: format, rate: rate, channels: channels, samples: samples)
                else { continue }
                // Sound Designer II keeps its header in a second file, which only a name leads to.
                if format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_SD2) { continue }
                try check(scratch, path, rate: rate, channels: channels)
                imported += 1
                kinds.insert(format & Int32(SF_FORMAT_TYPEMASK))
            }
            for name in try scratch.names {
                try FileManager.default.removeItem(atPath: scratch.path + "/" + name)
            }
        }
        #expect(imported > 100)
        #expect(kinds.count > 15)
        for kind in [SF_FORMAT_WAV, SF_FORMAT_FLAC, SF_FORMAT_OGG, SF_FORMAT_AIFF, SF_FORMAT_MPEG] {
            #expect(kinds.contains(Int32(kind)))
        }
    }

    private func check(_ scratch: Scratch, _ path: String, rate: Int, channels: Int) throws {
        let audio: ImportedAudio
        // Room for the overshoot of old codecs.
        do { audio = try scratch.convert(path, scratch.conversion(level: .gain(-6))) } catch {
            Issue.record("\(path): \(error)")
            return
        }
        // The rate of some old formats is fixed, or written in a coarse way.
        let tempo = Double(audio.source.rate) / Double(rate)
        #expect(abs(audio.seconds * tempo - 1) < 0.1, "\(path): \(audio.source)")
        guard (0.1...2).contains(tempo) else { return }
        let spectrum = Spectrum(audio.samples, rate: 5000)
        let level = Decibel.level(of: spectrum.tone(1000 * tempo) / 0.25)
        #expect(abs(level) < 1.5, "\(path): \(audio.source): \(level) dB")
    }

    @Test("an error says which file and which step, and no library's words")
    func noAudio() throws {
        let scratch = try Scratch()
        let file = try scratch.write(Array("CALLSIGN=K1FOX\nFREQ_MHZ=146.565\n".utf8), "song.mp3")
        let failure = scratch.failure(file)
        #expect(failure?.code == .notAudio)
        #expect(failure?.description.hasPrefix("\(file): opening: ") == true)
        #expect(failure?.reason == "it is no audio, or of a kind that is not known here")
    }
}
