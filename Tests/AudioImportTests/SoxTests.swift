// sox as a second opinion: the same files through both.
import Foundation
import Testing

@testable import AudioImport

/// The program sox, where it is installed.
enum Sox {
    static let isThere = ["/usr/bin/sox", "/usr/local/bin/sox"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Without its dither, which is another one each time.
        process.arguments = ["sox", "-D"] + arguments
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "sox \(arguments)")
    }
}

@Suite("Beside sox", .enabled(if: Sox.isThere, "sox is not installed"))
struct SoxTests {
    @Test(
        "the spectrum of a sweep is the one that sox makes, within 0.1 dB up to 0.9 of Nyquist",
        arguments: [(44100, 5000), (48000, 5000), (48000, 8000)])
    func sweep(from: Int, to: Int) throws {
        let scratch = try Scratch()
        let sweep = TestSound.sweep(
            from: 20, to: Double(from) / 2, amplitude: 0.9, rate: from, seconds: 8)
        let file = try scratch.write(TestSound.floatWav(sweep, rate: from))
        let ours = try scratch.convert(file, scratch.conversion(rate: to)).samples
        try Sox.run(
            file, "-r", "\(to)", "-e", "signed", "-b", "16", scratch.path + "/sox.wav", "rate", "-v"
        )
        let theirs = try scratch.convert(
            scratch.path + "/sox.wav", scratch.conversion(rate: to)
        ).samples
        #expect(ours.count == theirs.count)
        let (mine, other) = (
            Spectrum(ours, rate: to, windowed: false), Spectrum(theirs, rate: to, windowed: false)
        )
        let band = mine.bin(60)...mine.bin(0.9 * Double(to) / 2)
        for bin in band {
            let difference = Decibel.level(of: mine.amplitudes[bin] / other.amplitudes[bin])
            if abs(difference) > 0.1 {
                Issue.record("\(mine.frequency(bin)) Hz differs by \(difference) dB")
            }
        }
    }

    @Test("stereo becomes the mono that sox makes of it, sample by sample but for the dither")
    func stereo() throws {
        let scratch = try Scratch()
        let left = TestSound.tones([300, 900], amplitude: 0.4, rate: 44100, seconds: 1)
        let right = TestSound.tones([500], amplitude: 0.7, rate: 44100, seconds: 1)
        let file = try scratch.write(
            TestSound.floatWav(zip(left, right).flatMap { [$0, $1] }, rate: 44100, channels: 2))
        let ours = try scratch.convert(file)
        try Sox.run(
            file, "-r", "5000", "-c", "1", "-e", "signed", "-b", "16", scratch.path + "/sox.wav",
            "rate", "-v")
        let theirs = try scratch.convert(scratch.path + "/sox.wav")
        #expect(ours.sampleCount == theirs.sampleCount)
        let offset = ours.offset - theirs.offset
        let worst = zip(ours.samples, theirs.samples).map { abs($0 - $1 + offset) }.max() ?? 1
        #expect(worst * 32768 < 6)
    }
}
