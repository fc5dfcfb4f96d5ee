// The atoms of Morse: tone on, tone off.

/// A piece of keyed Morse.
package struct MorseElement: Sendable, Hashable {
    /// Whether the tone sounds; between tones the carrier stays on, silent.
    package let isTone: Bool
    /// How long, in seconds.
    package let seconds: Double
}
