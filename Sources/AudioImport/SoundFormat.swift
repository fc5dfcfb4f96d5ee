// What an audio file says of itself.

/// The format of an audio file, as libsndfile tells it.
package struct SoundFormat: Sendable, Equatable {
    /// For people, as in `FLAC, 16-bit` (libsndfile's own words).
    package let name: String
    /// Frames a second.
    package let rate: Int
    /// Channels, interleaved.
    package let channels: Int
    /// Frames that its header promises, or nil when it leaves that open.
    package let frames: Int?
}
