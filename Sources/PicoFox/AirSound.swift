// What is heard during a stretch of a cycle, so that it can be rendered without guessing from a label.

/// Where the sound of a stretch on the air comes from.
package enum AirSound: Sendable, Hashable {
    /// Nothing is heard: a bare carrier, or the transmitter is off.
    case none
    /// Keyed Morse.
    case morse(MorseKeying)
    /// The samples of an audio file.
    case file(String)
    /// A tune of songs.txt.
    case tune(RingTone)
    /// What only the firmware can make: its own audio and tune, pictures and packets.
    case firmwareMade
}
