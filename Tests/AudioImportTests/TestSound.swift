// Sounds whose content is known, as WAV files of any shape.
import Foundation

/// Samples of known content.
enum TestSound {
    /// The sum of sines, each of the same amplitude.
    static func tones(
        _ frequencies: [Double], amplitude: Double, rate: Int, seconds: Double
    ) -> [Float] {
        (0..<Int(Double(rate) * seconds)).map { index in
            let time = Double(index) / Double(rate)
            // Phases that do not add up to a pulse.
            return Float(
                frequencies.enumerated().reduce(0) { sum, tone in
                    sum + amplitude
                        * sin(2 * .pi * tone.element * time + Double(tone.offset * tone.offset))
                })
        }
    }

    /// A sine whose frequency runs evenly from one to another.
    static func sweep(
        from low: Double, to high: Double, amplitude: Double, rate: Int, seconds: Double
    ) -> [Float] {
        (0..<Int(Double(rate) * seconds)).map { index in
            let time = Double(index) / Double(rate)
            let phase = low * time + (high - low) * time * time / (2 * seconds)
            // A soft start and end: a sudden one has every frequency in it.
            let edge = min(1, min(time, seconds - time) / 0.05)
            return Float(amplitude * edge * edge * (3 - 2 * edge) * sin(2 * .pi * phase))
        }
    }

    /// A WAV file of 32-bit floats.
    static func floatWav(_ interleaved: [Float], rate: Int, channels: Int = 1) -> [UInt8] {
        let body = interleaved.flatMap { bytes($0.bitPattern) }
        return header(format: 3, bits: 32, rate: rate, channels: channels, size: body.count) + body
    }

    /// A WAV file of 16-bit samples.
    static func wav(
        _ interleaved: [Int16], rate: Int, channels: Int = 1, claimed: Int? = nil
    ) -> [UInt8] {
        let body = interleaved.flatMap { bytes(UInt16(bitPattern: $0)) }
        return header(
            format: 1, bits: 16, rate: rate, channels: channels, size: claimed ?? body.count) + body
    }

    /// The header of a WAV file, whatever it claims.
    static func header(
        format: Int, bits: Int, rate: Int, channels: Int, size: Int
    ) -> [UInt8] {
        let frame = channels * bits / 8
        return Array("RIFF".utf8) + bytes(UInt32(truncatingIfNeeded: size + 36))
            + Array("WAVEfmt ".utf8) + bytes(UInt32(16)) + bytes(UInt16(format))
            + bytes(UInt16(channels)) + bytes(UInt32(rate))
            + bytes(UInt32(truncatingIfNeeded: rate * frame))
            + bytes(UInt16(truncatingIfNeeded: frame)) + bytes(UInt16(bits))
            + Array("data".utf8) + bytes(UInt32(truncatingIfNeeded: size))
    }

    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
