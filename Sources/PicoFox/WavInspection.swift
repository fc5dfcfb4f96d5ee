// A WAV file, read chunk by chunk: what it means, independent of who plays it. The firmwares do not
// read chunks; WavVerdict says what they make of it.

/// What is in a WAV file.
///
/// Any bytes can be inspected.
package struct WavInspection: Sendable, Hashable {
    /// One chunk.
    package struct Chunk: Sendable, Hashable {
        /// The four bytes of its name.
        package let id: [UInt8]
        /// Where its header begins, in bytes from the start of the file.
        package let offset: Int
        /// The bytes of its body that the file really has.
        package let body: Range<Int>
        /// The size that its header claims, in bytes.
        package let claimedSize: Int

        /// The name as text.
        package var name: String {
            String(decoding: id.map { (32..<127).contains($0) ? $0 : 63 }, as: UTF8.self)
        }
    }

    /// The length of the header that the firmwares skip, in bytes.
    package static let headerSize = 44
    /// How many chunks are remembered; a file of more is read all the same.
    private static let rememberedChunks = 64

    /// The size of the file in bytes.
    package let byteCount: Int
    /// Whether the file begins with `RIFF` and `WAVE`, all that stock firmware looks at.
    package let isRIFFWave: Bool
    /// The first chunks.
    package let chunks: [Chunk]
    /// The `fmt ` chunk, nil when there is none.
    package let format: WavFormat?
    /// The bytes of the audio that the file means, cut to what is there; nil without `data`.
    package let audio: Range<Int>?
    /// The names of the chunks behind the audio.
    package let chunksAfterAudio: [String]
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
        isRIFFWave = bytes.starts(with: Array("RIFF".utf8)) && WavInspection.tag(bytes, 8) == "WAVE"
        let scan = WavInspection.scan(bytes, isRIFFWave)
        chunks = scan.chunks
        format = scan.format
        audio = scan.audio
        chunksAfterAudio = scan.after
        peak = WavInspection.peak(bytes)
        fixedHeaderRate = LittleEndian.long(bytes[...], at: 24)
        fixedHeaderProblem = WavInspection.fixedHeaderProblem(bytes)
    }

    private static func tag(_ bytes: [UInt8], _ offset: Int) -> String {
        offset + 4 <= bytes.count
            ? String(decoding: bytes[offset..<offset + 4], as: UTF8.self) : ""
    }

    private struct Scan {
        var chunks: [Chunk] = []
        var format: WavFormat?
        var audio: Range<Int>?
        var after: [String] = []
    }

    private static func scan(_ bytes: [UInt8], _ isRIFFWave: Bool) -> Scan {
        var scan = Scan()
        var offset = isRIFFWave ? 12 : bytes.count
        while let claimed = LittleEndian.long(bytes[...], at: offset + 4) {
            let start = offset + 8
            let id = Array(bytes[offset..<offset + 4])
            let isOpen = isOpen(id, claimed, bytes, start)
            let end = min(bytes.count, isOpen ? bytes.count : start + claimed)
            let chunk = Chunk(
                id: id, offset: offset, body: start..<end, claimedSize: claimed)
            if scan.chunks.count < rememberedChunks { scan.chunks.append(chunk) }
            if scan.audio != nil {
                if scan.after.count < rememberedChunks { scan.after.append(chunk.name) }
            } else if chunk.name == "data" {
                scan.audio = chunk.body
            } else if chunk.name == "fmt ", scan.format == nil {
                scan.format = WavFormat(bytes[chunk.body])
            }
            offset = start + claimed + claimed % 2
            if isOpen { break }
        }
        return scan
    }

    /// Whether a chunk means 'the rest', whatever its size says.
    ///
    /// Who streams does not know the size yet and writes 0xFFFFFFFF, or 0 before the audio; who is cut
    /// off never comes back to put it right. An audio chunk that is really empty ends the file, or
    /// another chunk follows.
    private static func isOpen(
        _ id: [UInt8], _ claimed: Int, _ bytes: [UInt8], _ start: Int
    ) -> Bool {
        if claimed == 0xFFFF_FFFF { return true }
        guard claimed == 0, id == Array("data".utf8) else { return false }
        return isUnfinished(bytes) || !isChunk(bytes, start)
    }

    /// Whether a chunk may begin somewhere: there is a header, and its name can be read.
    private static func isChunk(_ bytes: [UInt8], _ offset: Int) -> Bool {
        offset + 8 <= bytes.count
            && bytes[offset..<offset + 4].allSatisfy { (32..<127).contains($0) }
    }

    /// Whether the size in the file's own header says that a stream was never finished.
    private static func isUnfinished(_ bytes: [UInt8]) -> Bool {
        let size = LittleEndian.long(bytes[...], at: 4)
        return size == 0 || size == 0xFFFF_FFFF
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
        if LittleEndian.word(bytes[...], at: 22) != 1 { return "there is more than one channel" }
        if LittleEndian.word(bytes[...], at: 34) != 16 { return "the samples are not 16 bits" }
        return nil
    }
}
