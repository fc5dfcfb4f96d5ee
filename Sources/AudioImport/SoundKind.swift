// What an audio file is by its first bytes: for words about those that cannot be read, and for ffmpeg,
// which is told what to read and never left to guess.

/// The kind of an audio file.
package struct SoundKind: Sendable, Equatable {
    /// Its name in a sentence, such as `MPEG-4 (m4a, mp4, 3gp)`.
    package let name: String
    /// ffmpeg's demuxer for what libsndfile does not read; nil for what is libsndfile's.
    let demuxer: String?

    /// So many bytes tell the kind.
    package static let headSize = 36

    /// Tells the kind of a file; nil when it is none that is known here.
    ///
    /// Facts: the magic numbers of RIFF, AIFF, FLAC (RFC 9639), Ogg (RFC 3533, Speex in it at byte 28),
    /// MPEG-4 (ISO/IEC 14496-12), Matroska (RFC 8794), ASF, AMR (RFC 4867), ADTS (ISO/IEC 13818-7).
    ///
    /// - Parameter head: The first `headSize` bytes, or all of a shorter file.
    package init?(_ head: some Collection<UInt8>) {
        let head = Array(head.prefix(Self.headSize))
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: bytes)
        }
        func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }
        let known: (name: String, demuxer: String?)? =
            if ["ftyp", "moov", "mdat", "wide"].contains(where: { has($0, at: 4) }) {
                ("MPEG-4 (m4a, mp4, 3gp)", "mov")
            } else if has([0x1a, 0x45, 0xdf, 0xa3]) {
                ("Matroska (mka, webm)", "matroska")
            } else if has([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]) {
                ("Windows Media (wma)", "asf")
            } else if has("#!AMR") {
                ("AMR", "amr")
            } else if has("OggS"), has("Speex", at: 28) {
                ("Speex in Ogg", "ogg")
            } else if has("wvpk") {
                ("WavPack", "wv")
            } else if has("MAC ") {
                ("Monkey's Audio (ape)", "ape")
            } else if head.count > 1, head[0] == 0xff, head[1] & 0xf6 == 0xf0 {
                ("AAC", "aac")
            } else if has("RIFF"), has("WAVE", at: 8) {
                ("a WAV file", nil)
            } else if has("RIFX") || has("RF64") || has("riff") {
                ("a kind of WAV file", nil)
            } else if has("FORM"), has("AIF", at: 8) {
                ("AIFF", nil)
            } else if has("fLaC") {
                ("FLAC", nil)
            } else if has("OggS") {
                ("Ogg", nil)
            } else if has("ID3") || head.count > 1 && head[0] == 0xff && head[1] & 0xe6 == 0xe2 {
                ("MP3", nil)
            } else if has(".snd") {
                ("AU", nil)
            } else if has("caff") {
                ("CAF", nil)
            } else if has("Creative Voice File") {
                ("VOC", nil)
            } else {
                nil
            }
        guard let known else { return nil }
        (name, demuxer) = known
    }

    private init(name: String, demuxer: String) {
        self.name = name
        self.demuxer = demuxer
    }

    /// A WAV file whose samples are encoded in a way that libsndfile does not know.
    static func wav(_ encoding: String) -> SoundKind {
        SoundKind(name: "\(encoding) in a WAV file", demuxer: "wav")
    }
}
