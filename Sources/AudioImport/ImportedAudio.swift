// What an import comes to.

/// A WAV that a firmware plays, and how it came about.
package struct ImportedAudio: Sendable, Equatable {
    /// The file: a header of 44 bytes and mono samples of 16 bits.
    package let wav: [UInt8]
    /// What the source said of itself.
    package let source: SoundFormat
    /// Frames that were read of the source.
    package let sourceFrames: Int
    /// Samples a second.
    package let rate: Int
    /// How many samples there are.
    package let sampleCount: Int
    /// The largest sample, part of full scale.
    package let peak: Double
    /// The root of the mean square, part of full scale.
    package let rms: Double
    /// By how much the audio was made louder, in dB.
    package let gain: Double
    /// The offset that was taken away, part of the source's full scale.
    package let offset: Double
    /// Samples cut off at the start, at `rate`.
    package let trimmedStart: Int
    /// Samples cut off at the end, at `rate`.
    package let trimmedEnd: Int
    /// What the source lacks of what its header promises, when that was accepted.
    package let shortage: String?

    /// Its length.
    package var seconds: Double { Double(sampleCount) / Double(rate) }
}
