// Which WAV files a firmware plays, and in which order.

/// The audio files of a firmware.
package struct AudioSequence: Sendable, Hashable {
    /// How the next file is chosen.
    package enum Order: Sendable, Hashable {
        /// The first file in every cycle.
        case first
        /// Every file in turn; a missing one is filled with the factory audio at boot (kc9mne).
        case everyOne
        /// Every file in turn up to the first that is missing, then from the start (pacificon).
        case upToFirstGap
        /// No audio file is played at all (jf9som).
        case none
    }

    /// The names in playing order, as the firmware spells them.
    package let names: [String]
    /// How the next file is chosen.
    package let order: Order
}
