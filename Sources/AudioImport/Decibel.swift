// Levels in dB, as people and libraries want them.
internal import Glibc

/// Conversions between parts of full scale and dB.
package enum Decibel {
    /// The level of an amplitude.
    ///
    /// - Parameter amplitude: Part of full scale, 0 or more.
    /// - Returns: dB below full scale; minus infinity for 0.
    package static func level(of amplitude: Double) -> Double { 20 * log10(amplitude) }

    /// The amplitude of a level.
    ///
    /// - Parameter level: dB below full scale, or a gain in dB.
    /// - Returns: Part of full scale, or a factor.
    package static func amplitude(of level: Double) -> Double { pow(10, level / 20) }
}
