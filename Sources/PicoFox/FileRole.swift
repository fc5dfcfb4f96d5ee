// What a file in the root of a PicoFox is for: decides what is staged, compared, backed up, ignored.

/// The part that a file plays for a firmware.
package enum FileRole: Sendable, Hashable {
    /// settings.txt.
    case settings
    /// A WAV file that is played, with its place in the playing order from 0.
    case audio(order: Int)
    /// A picture that is sent.
    case picture
    /// A text file that is read, besides settings.txt.
    case text
    /// Made by a firmware for itself: never staged, compared, backed up or written.
    case firmwareOwned
    /// Left by a computer: never staged or compared.
    case hostLitter
    /// Anything else.
    case foreign
}
