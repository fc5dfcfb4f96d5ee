// Where the chunks of a WAV file are: the one reading that the checks and the import go by. It takes
// bytes where they are, since a source of an import may have gigabytes.

/// The chunks of a WAV file.
package struct WavLayout: Sendable, Hashable {
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

    /// How many chunks are remembered; a file of more is read all the same.
    private static let rememberedChunks = 64
    /// From here on a size of audio was not known when it was written: pipes leave about 2 or 4 GiB.
    private static let openEnd = 0x7FFF_0000

    /// Whether the file begins with `RIFF` and `WAVE`.
    package let isRIFFWave: Bool
    /// The first chunks.
    package private(set) var chunks: [Chunk] = []
    /// The `fmt ` chunk, nil when there is none that can be read.
    package private(set) var format: WavFormat?
    /// The bytes of that chunk's body, nil when there is none at all.
    package private(set) var formatBody: Range<Int>?
    /// The bytes of the audio that the file means, cut to what is there; nil without `data`.
    package private(set) var audio: Range<Int>?
    /// The size that the header of the audio claims, in bytes, true or not; 0 without `data`.
    package private(set) var claimedAudio = 0
    /// The names of the chunks behind the audio.
    package private(set) var chunksAfterAudio: [String] = []
    /// How many bytes of audio the header claims more than there are; 0 when it leaves the length open.
    package private(set) var shortage = 0

    /// Reads the headers of the chunks.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file in bytes.
    ///   - chunkLimit: So many chunks are looked at.
    ///   - read: Gives the bytes at an offset, fewer than asked for at the end of the file.
    /// - Throws: What `read` throws.
    package init<Failure: Error>(
        byteCount: Int, chunkLimit: Int = .max,
        read: (_ offset: Int, _ count: Int) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        let head = try read(0, 12)
        isRIFFWave = head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8) == [87, 65, 86, 69]
        guard isRIFFWave else { return }
        let total = LittleEndian.long(head[...], at: 4)
        let isUnfinished = total == 0 || total == 0xFFFF_FFFF
        var offset = 12
        for _ in 0..<chunkLimit {
            let header = try read(offset, 8)
            guard header.count == 8, let claimed = LittleEndian.long(header[...], at: 4) else {
                return
            }
            let start = offset + 8
            let id = Array(header[..<4])
            let isAudio = id == Array("data".utf8)
            var isOpen = claimed == 0xFFFF_FFFF || isAudio && claimed >= Self.openEnd
            if claimed == 0, isAudio {
                // Who streams does not know the size yet and writes 0 before the audio; who is cut
                // off never comes back to put it right. An audio chunk that is really empty ends the
                // file, or another chunk follows.
                let next = try read(start, 8)
                isOpen = isUnfinished || !Self.isChunk(next)
            }
            let end = min(byteCount, isOpen ? byteCount : start + claimed)
            let chunk = Chunk(
                id: id, offset: offset, body: min(start, end)..<end, claimedSize: claimed)
            if chunks.count < Self.rememberedChunks { chunks.append(chunk) }
            if audio == nil, isAudio {
                audio = chunk.body
                claimedAudio = claimed
                shortage = isOpen ? 0 : max(0, start + claimed - byteCount)
            } else if audio != nil, chunksAfterAudio.count < Self.rememberedChunks {
                chunksAfterAudio.append(chunk.name)
            }
            if formatBody == nil, chunk.name == "fmt " {
                formatBody = chunk.body
                let body = try read(chunk.body.lowerBound, min(chunk.body.count, 64))
                format = WavFormat(body[...])
            }
            if isOpen { return }
            offset = start + claimed + claimed % 2
        }
    }

    /// Whether bytes begin a chunk: there is a header, and its name can be read.
    private static func isChunk(_ header: [UInt8]) -> Bool {
        header.count == 8 && header[..<4].allSatisfy { (32..<127).contains($0) }
    }
}
