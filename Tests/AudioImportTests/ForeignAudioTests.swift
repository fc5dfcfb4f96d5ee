// What phones and messengers record: libsndfile does not read it, ffmpeg does.
import Foundation
import Testing

@testable import AudioImport

@Suite(
    "Audio that ffmpeg reads", .timeLimit(.minutes(10)),
    .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed"))
struct ForeignAudioTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Makes a second of a tone of 500 Hz; nil when this ffmpeg has no such encoder.
    private func sound(_ name: String, _ options: [String]) throws -> String? {
        let path = scratch.path + "/" + name
        let source = ["-f", "lavfi", "-i", "sine=500:sample_rate=16000:duration=1"]
        return try FFmpeg.run(source + options + [path]) == 0 ? path : nil
    }

    @Test(
        "what a phone records is imported, at its length, whatever its name is",
        arguments: [
            ("memo.m4a", ["-c:a", "aac"], "MPEG-4 (m4a, mp4, 3gp), by ffmpeg"),
            ("lossless.m4a", ["-c:a", "alac"], "MPEG-4 (m4a, mp4, 3gp), by ffmpeg"),
            (
                "fast.m4a", ["-c:a", "aac", "-movflags", "faststart"],
                "MPEG-4 (m4a, mp4, 3gp), by ffmpeg"
            ),
            ("phone.3gp", ["-c:a", "aac", "-f", "3gp"], "MPEG-4 (m4a, mp4, 3gp), by ffmpeg"),
            ("memo.wav", ["-c:a", "aac", "-f", "mp4"], "MPEG-4 (m4a, mp4, 3gp), by ffmpeg"),
            ("talk.mka", ["-c:a", "aac"], "Matroska (mka, webm), by ffmpeg"),
            ("call.webm", ["-c:a", "libopus"], "Matroska (mka, webm), by ffmpeg"),
            ("old.wma", ["-c:a", "wmav2"], "Windows Media (wma), by ffmpeg"),
            ("raw.aac", ["-c:a", "aac", "-f", "adts"], "AAC, by ffmpeg"),
            ("talk.spx", ["-c:a", "libspeex"], "Speex in Ogg, by ffmpeg"),
            ("call.amr", ["-c:a", "libopencore_amrnb", "-ar", "8000"], "AMR, by ffmpeg"),
        ])
    func phones(name: String, options: [String], format: String) throws {
        guard let file = try sound(name, options) else {
            try Test.cancel("this ffmpeg cannot make \(name)")
        }
        let audio = try scratch.convert(file)
        #expect(audio.source.name == format)
        #expect(abs(audio.seconds - 1) < 0.15, "\(audio.seconds)")
        #expect(audio.peak > 0.05)
        #expect(try scratch.names == [name])
    }

    @Test("one that was cut short is an error, unless what is there is wanted")
    func cut() throws {
        let file = try #require(
            try sound("whole.m4a", ["-c:a", "aac", "-movflags", "faststart"]))
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let cut = try scratch.write(Array(whole.prefix(whole.count / 2)), "cut.m4a")
        let failure = scratch.failure(cut)
        #expect(failure?.code == .damaged)
        #expect(failure?.reason == "ffmpeg cannot decode all of it: it is damaged or cut short")
        let audio = try scratch.convert(cut, scratch.conversion(partial: true))
        #expect(audio.seconds > 0.1 && audio.seconds < 0.9)
        let none = scratch.failure(try scratch.write(Array(whole.prefix(40)), "none.m4a"))
        #expect(
            none?.reason == "it is MPEG-4 (m4a, mp4, 3gp), and ffmpeg finds no sound in it")
    }

    @Test(
        "a file that leads elsewhere is not followed, and its name is never an option or an address"
    )
    func hostile() throws {
        let tone = TestSound.wav((0..<8000).map { Int16($0 % 700) }, rate: 8000)
        let secret = try scratch.write(tone, "secret.wav")
        let lists = [
            "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:\(secret)\n#EXT-X-ENDLIST\n",
            "ffconcat version 1.0\nfile '\(secret)'\n", "#!AMR\nfile:\(secret)\n",
        ]
        for list in lists {
            let failure = scratch.failure(try scratch.write(Array(list.utf8), "list.m4a"))
            #expect(failure?.code == (list.hasPrefix("#!") ? .damaged : .notAudio))
        }
        let memo = try #require(try sound("memo.m4a", ["-c:a", "aac"]))
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: memo)))
        for name in ["-version", "http:..x", "concat:a|b", "a b;c"] {
            let file = try scratch.write(bytes, name)
            #expect(scratch.failure(file) == nil)
        }
    }

    @Test("a hundred damaged files are imported or refused by name, and nothing is left of them")
    func damaged() throws {
        var random = SeededRandom(seed: 11)
        let memo = try #require(try sound("memo.m4a", ["-c:a", "aac"]))
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: memo)))
        for _ in 0..<100 {
            var bytes = whole
            for _ in 0...random.below(20) {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            if random.below(3) == 0 { bytes.removeLast(random.below(bytes.count)) }
            let file = try scratch.write(bytes, "bad.m4a")
            guard let failure = scratch.failure(file) else { continue }
            let isNamed = failure.file == file && !failure.reason.isEmpty
            if !isNamed { Issue.record("\(failure)") }
        }
        #expect(try scratch.names == ["bad.m4a", "memo.m4a"])
    }
}
