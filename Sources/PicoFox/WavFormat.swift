// The `fmt ` chunk of a WAV file.

/// How the samples of a WAV file are encoded, as its `fmt ` chunk says.
package struct WavFormat: Sendable, Hashable {
    /// The format tag: 1 PCM, 3 float, 6 A-law, 7 µ-law, 0xFFFE extensible.
    package let tag: Int
    /// Channels, interleaved.
    package let channels: Int
    /// Frames a second.
    package let sampleRate: Int
    /// Bits of one sample.
    package let bitsPerSample: Int
    /// The tag that says what the samples are: that of the sub-format behind an extensible one.
    private let encoding: Int

    /// Whether the samples are what the firmwares send: 16-bit PCM.
    ///
    /// An extensible header counts by its sub-format: what it says about the samples is true, even
    /// though its length puts noise in front of them.
    package var isPCM16: Bool { encoding == 1 && bitsPerSample == 16 }

    /// The bytes of one second as the chunk's other numbers have it; 0 when one of them is 0.
    package var bytesPerSecond: Double {
        Double(sampleRate) * Double(channels) * Double(bitsPerSample) / 8
    }

    /// Reads the chunk's body; nil when it is shorter than 16 bytes.
    ///
    /// - Parameter body: The bytes behind the chunk's size.
    init?(_ body: ArraySlice<UInt8>) {
        guard let tag = LittleEndian.word(body, at: 0),
            let channels = LittleEndian.word(body, at: 2),
            let rate = LittleEndian.long(body, at: 4),
            let bits = LittleEndian.word(body, at: 14)
        else { return nil }
        self.tag = tag
        self.channels = channels
        sampleRate = rate
        bitsPerSample = bits
        encoding = (tag == 0xFFFE ? LittleEndian.word(body, at: 24) : nil) ?? tag
    }

    /// The encoding for people, such as `8-bit PCM` or `32-bit float`.
    package var name: String {
        let kind =
            switch encoding {
            case 1: "PCM"
            case 2, 17: "ADPCM"
            case 3: "float"
            case 6: "A-law"
            case 7: "mu-law"
            case 85: "MP3"
            case 0xFFFE: "extensible"
            default: "format \(encoding)"
            }
        // A compressed kind leaves it open how many bits a sample has.
        return bitsPerSample == 0 ? kind : "\(bitsPerSample)-bit \(kind)"
    }
}
