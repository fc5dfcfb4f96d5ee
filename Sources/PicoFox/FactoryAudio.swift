// The sound that stock firmware makes where audio.wav is missing: a fox that was reset, not edited.

extension WavFile {
    /// How many bytes of samples the factory audio has: 28.8 s at 5,000 Hz.
    static let factoryBytes = 288_000
    /// How many its header claims (AI6YM r2 and r3).
    static let factoryClaim = 300_000

    /// Whether a file is stock firmware's factory audio, told by its header and its size.
    ///
    /// All 44 bytes of the header count but for the size of the whole file, which may be the true one:
    /// no other chunk, 5,000 Hz, mono, 16 bits, a claim of exactly 300,000 bytes, and exactly 288,000
    /// behind it. The samples are the firmware's own, under its licence: no copy of them and no digest
    /// is here. What is known is enough. A recording of somebody's with that claim, 30 s to the
    /// sample, would have to be cut at just this byte; copiers stop at whole blocks, which 288,044 is
    /// not.
    ///
    /// - Parameter bytes: All bytes of an audio.wav.
    /// - Returns: True when the firmware has made it.
    package static func isFactory(_ bytes: [UInt8]) -> Bool {
        isFactory(header: bytes.prefix(WavInspection.headerSize), byteCount: bytes.count)
    }

    /// Whether a file is stock firmware's factory audio, without its samples.
    ///
    /// - Parameters:
    ///   - header: The first 44 bytes of the file.
    ///   - byteCount: The size of the file in bytes.
    /// - Returns: True when the firmware has made it.
    package static func isFactory(header: some Collection<UInt8>, byteCount: Int) -> Bool {
        guard byteCount == WavInspection.headerSize + factoryBytes else { return false }
        let own = WavFile.header(
            sampleCount: factoryClaim / 2, sampleRate: Firmware.stock.sampleRate)
        return header.prefix(4).elementsEqual(own[..<4])
            && header.dropFirst(8).prefix(own.count - 8).elementsEqual(own[8...])
    }
}
