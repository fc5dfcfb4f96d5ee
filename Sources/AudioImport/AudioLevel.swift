// How loud imported audio shall be.

/// The level of imported audio.
package enum AudioLevel: Sendable, Equatable {
    /// The largest sample is brought to this part of full scale.
    case peak(Double)
    /// The audio is made louder or softer by so many dB.
    case gain(Double)
}
