// A WAV file, read chunk by chunk: what it means, independent of who plays it. The firmwares do not
// read chunks; WavVerdict says what they make of it.

/// What is in a WAV file.
///
/// Any bytes can be inspected.
package struct WavInspection: Sendable, Hashable {
    /// The length of the header that the firmwares skip, in bytes.
    package static let headerSize = 44

    /// The size of the file in bytes.
    package let byteCount: Int
    /// Where its chunks are.
    package let layout: WavLayout
    /// How many bytes of audio the header claims more than there are; 0 for a whole file, for one whose
    /// length was left open, and for the firmware's own factory audio.
    package let shortage: Int
    /// The largest sample as a firmware sends them, from byte 44 to the end: 0 … 32768.
    package let peak: Int
    /// Why the Pacificon firmware's fixed-place header check fails, nil when it passes.
    let fixedHeaderProblem: String?
    /// The rate that stands at the fixed place of the canonical header.
    let fixedHeaderRate: Int?

    /// Reads a file.
    ///
    /// - Parameter bytes: All its bytes.
    package init(_ bytes: [UInt8]) {
        byteCount = bytes.count
        layout = WavLayout(byteCount: bytes.count) { offset, count in
            Array(bytes.dropFirst(offset).prefix(count))
        }
        shortage = WavFile.isFactory(bytes) ? 0 : layout.shortage
        peak = WavInspection.peak(bytes)
        fixedHeaderRate = LittleEndian.long(bytes[...], at: 24)
        fixedHeaderProblem = WavInspection.fixedHeaderProblem(bytes)
    }

    /// Whether the file begins with `RIFF` and `WAVE`, all that stock firmware looks at.
    package var isRIFFWave: Bool { layout.isRIFFWave }
    /// The first chunks.
    package var chunks: [WavLayout.Chunk] { layout.chunks }
    /// The `fmt ` chunk, nil when there is none that can be read.
    package var format: WavFormat? { layout.format }
    /// The bytes of the audio that the file means, cut to what is there; nil without `data`.
    package var audio: Range<Int>? { layout.audio }
    /// The names of the chunks behind the audio.
    package var chunksAfterAudio: [String] { layout.chunksAfterAudio }

    private static func tag(_ bytes: [UInt8], _ offset: Int) -> String {
        offset + 4 <= bytes.count
            ? String(decoding: bytes[offset..<offset + 4], as: UTF8.self) : ""
    }

    private static func peak(_ bytes: [UInt8]) -> Int {
        // Without bounds checks the compiler takes many samples at a time; a draft has millions.
        bytes.withUnsafeBufferPointer { buffer in
            var peak: UInt16 = 0
            for index in 0..<max(0, buffer.count - headerSize) / 2 {
                let offset = headerSize + 2 * index
                let bits = UInt16(buffer[offset]) | UInt16(buffer[offset + 1]) << 8
                peak = max(peak, Int16(bitPattern: bits).magnitude)
            }
            return Int(peak)
        }
    }

    private static func fixedHeaderProblem(_ bytes: [UInt8]) -> String? {
        if tag(bytes, 12) != "fmt " { return "'fmt ' is not the first chunk" }
        if LittleEndian.word(bytes[...], at: 20) != 1 { return "the format is not PCM" }
        switch LittleEndian.word(bytes[...], at: 22) {
        case 1: break
        case .some(let channels) where channels > 1:
            return "there are \(channels) channels, not one"
        default: return "there is no channel"
        }
        if LittleEndian.word(bytes[...], at: 34) != 16 { return "the samples are not 16 bits" }
        return nil
    }
}
