// What is wrong with a WAV file in the hands of a firmware, one kind of trouble a case.

/// A way in which a firmware does not play a WAV file as meant.
package enum WavProblem: Sendable, Hashable {
    /// The file is shorter than the header that the firmware skips.
    case tooShort(bytes: Int)
    /// The file does not begin with `RIFF` and `WAVE`.
    case notRIFF
    /// The firmware checks the header and skips the file.
    case headerRefused(reason: String)
    /// There is no `fmt ` chunk, or one of too few bytes, so that what the samples are is not known.
    case noFormat(bytes: Int?)
    /// There is no `data` chunk.
    case noAudio
    /// The samples are encoded in another way than 16-bit PCM.
    case encoding(String)
    /// Chunks or a long header in front of the audio are sent as noise.
    case noiseAtStart(samples: Int, chunks: [String])
    /// Whatever follows the audio is sent as noise.
    case noiseAtEnd(samples: Int, chunks: [String])
    /// The audio begins before byte 44, and its start is not sent.
    case startCut(samples: Int)
    /// The audio begins at an odd byte, so that the halves of the samples are mixed up.
    case misaligned
    /// The rate is not the firmware's; the factor is that of the whole file, nil when its header does
    /// not tell its speed.
    case wrongRate(found: Int, needed: Int, factor: Double?)
    /// Another number of channels than one is sent as if it were one; the factor is nil when another
    /// problem tells it, or when the header does not tell the file's speed.
    case channels(Int, factor: Double?)

    /// There is not a single sample.
    case empty

    /// Whether the firmware sends nothing of the file.
    package var isSilent: Bool {
        switch self {
        case .tooShort, .notRIFF, .headerRefused: true
        default: false
        }
    }

    /// Whether the file plays at another speed than meant.
    package var changesSpeed: Bool {
        switch self {
        case .wrongRate, .channels: true
        default: false
        }
    }
}

extension WavProblem: CustomStringConvertible {
    /// What is heard instead, as a sentence without a full stop.
    package var description: String {
        switch self {
        case .tooShort(0): "the file is empty: nothing is sent"
        case .tooShort(let bytes):
            "the file has only \(Counted.text(bytes, "byte")), less than a WAV header: nothing is sent"
        case .notRIFF: "the file is no RIFF WAVE file: nothing is sent"
        case .headerRefused(let reason): "the firmware skips the file, since \(reason)"
        case .noFormat(nil): "there is no 'fmt ' chunk: what is sent may be noise"
        case .noFormat(let bytes?):
            "the 'fmt ' chunk has only \(Counted.text(bytes, "byte")), not 16: what is sent may be noise"
        case .noAudio: "there is no 'data' chunk: all that is sent is noise"
        case .encoding(let name): "\(name) samples are sent as if they were 16-bit PCM: noise"
        case .noiseAtStart(let samples, let chunks):
            "\(Self.noise(samples)) sent at the start\(WavProblem.list(chunks))"
        case .noiseAtEnd(let samples, let chunks):
            "\(Self.noise(samples)) sent at the end\(WavProblem.list(chunks))"
        case .startCut(1): "the first sample is not sent"
        case .startCut(let samples): "the first \(samples) samples are not sent"
        case .misaligned: "the audio begins at an odd byte: all that is sent is noise"
        case .wrongRate(let found, let needed, let factor):
            "\(found) Hz audio is played at \(needed) Hz"
                + (factor.map { ", at \(WavProblem.times($0)) its speed and pitch" }
                    ?? ", at the wrong speed and pitch")
        case .channels(0, _): "the header says that there is no channel: what is sent may be noise"
        case .channels(let count, let factor):
            "\(count) channels are played as one"
                + (factor.map { ", at \(WavProblem.times($0)) their speed and pitch" } ?? "")
        case .empty: "the file holds no audio"
        }
    }

    private static func noise(_ samples: Int) -> String {
        "\(Counted.text(samples, "sample")) of noise \(samples == 1 ? "is" : "are")"
    }

    /// A factor with two digits that count, such as `0.11 times` or `8.8 times`; close to 1, what
    /// tells it from 1 counts.
    private static func times(_ factor: Double) -> String {
        if factor < 0.001 { return "less than 0.001 times" }
        if factor >= 9.95 { return "\(Int(min(factor, 1e15).rounded())) times" }
        let isCloseToOne = (1..<1.1).contains(factor)
        var scale = isCloseToOne ? 100.0 : 10
        var scaled = factor * scale
        while scaled < 9.95 {
            scaled *= 10
            scale *= 10
        }
        let text = "\(scaled.rounded() / scale)"
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " times"
    }

    private static func list(_ chunks: [String]) -> String {
        chunks.isEmpty
            ? "" : " (" + chunks.prefix(4).map { "'\($0)'" }.joined(separator: ", ") + ")"
    }
}
