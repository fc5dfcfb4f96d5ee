// The sound that stock firmware makes where audio.wav is missing: a fox that was reset, not edited.

extension WavFile {
    /// How many bytes of samples the factory audio has: 28.8 s at 5,000 Hz.
    static let factoryBytes = 288_000
    /// How many its header claims (AI6YM r2 and r3).
    static let factoryClaim = 300_000

    /// Whether a file is stock firmware's factory audio, told by its header and its size.
    ///
    /// No recorder writes a header that claims 12,000 bytes more than there are, in a file of
    /// exactly this size. What the samples are is the firmware's own and not known here.
    ///
    /// - Parameter bytes: All bytes of an audio.wav.
    /// - Returns: True when the firmware has made it.
    package static func isFactory(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == WavInspection.headerSize + factoryBytes else { return false }
        let own = header(sampleCount: factoryClaim / 2, sampleRate: Firmware.stock.sampleRate)
        // The size of the whole file at byte 4 may be the true one.
        return bytes[..<4] == own[..<4] && bytes[8..<own.count] == own[8...]
    }
}
