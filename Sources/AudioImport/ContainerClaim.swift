// How much audio a file's header promises. libsndfile quietly takes what is there instead, so that a
// download that was cut short would go on the air with its end missing.
internal import FoxSystem
internal import PicoFox

/// The bytes of audio that a WAV, AIFF or AU header promises.
///
/// Facts: the chunk layouts of RIFF (Microsoft, 1991), AIFF (Apple, 1989) and AU (Sun, `audio(4)`).
struct ContainerClaim: Equatable {
    /// What the header promises, in bytes.
    let promised: Int
    /// What the file has from there on, in bytes.
    let present: Int

    /// Whether audio is missing.
    var isShort: Bool { promised > present }

    /// Streams whose length was not known when their header was written say about 2 or 4 GiB.
    private static let openEnd = 0x7FFF_0000
    /// So many chunks are looked at; files have a handful.
    private static let chunkLimit = 1000

    /// Reads a header; nil for other formats, for a length that was left open, and without a chunk
    /// of audio: those are left to libsndfile.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - size: Its size in bytes.
    /// - Throws: `Errno` when the file cannot be read.
    init?(_ file: borrowing FileDescriptor, size: Int) throws(Errno) {
        let head = try file.read(at: 0, count: 12)
        guard head.count == 12 else { return nil }
        let tag = Self.text(head, 0)
        let form = Self.text(head, 8)
        switch (tag, form) {
        case ("RIFF", "WAVE"):
            // Stock firmware's own audio is whole, whatever its header claims.
            let head = try file.read(at: 0, count: WavInspection.headerSize)
            let layout = try WavLayout(of: file, size: size)
            guard layout.shortage > 0, !WavFile.isFactory(header: head, byteCount: size) else {
                return nil
            }
            self.init(
                promised: layout.claimedAudio, present: layout.claimedAudio - layout.shortage)
        case ("FORM", "AIFF"), ("FORM", "AIFC"):
            try self.init(file, size, chunk: "SSND", skip: 8)
        case (".snd", _):
            self.init(promised: Self.number(head, 8), at: Self.number(head, 4), of: size)
        default: return nil
        }
    }

    private init?(
        _ file: borrowing FileDescriptor, _ size: Int, chunk wanted: String, skip: Int
    ) throws(Errno) {
        var offset = 12
        for _ in 0..<Self.chunkLimit {
            let head = try file.read(at: offset, count: 8)
            guard head.count == 8 else { return nil }
            let length = Self.number(head, 4)
            if Self.text(head, 0) == wanted {
                // The chunk of an AIFF file begins with an offset and a block size.
                self.init(promised: length - skip, at: offset + 8 + skip, of: size)
                return
            }
            offset += 8 + length + length % 2
        }
        return nil
    }

    private init(promised: Int, present: Int) {
        self.promised = promised
        self.present = present
    }

    private init?(promised: Int, at start: Int, of size: Int) {
        guard promised > 0, promised < Self.openEnd else { return nil }
        self.promised = promised
        present = max(0, size - start)
    }

    private static func text(_ bytes: [UInt8], _ offset: Int) -> String {
        String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    /// A big-endian number.
    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
