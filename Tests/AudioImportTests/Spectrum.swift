// What is in a signal, by frequency: a Fourier transform of the tests' own.
import Foundation

/// The spectrum of a stretch of samples.
struct Spectrum {
    /// The amplitude of a sine at each frequency, from 0 to half the rate.
    let amplitudes: [Double]
    private let rate: Double

    /// Transforms samples.
    ///
    /// - Parameters:
    ///   - samples: At least 2 samples.
    ///   - rate: Their rate in Hz.
    ///   - windowed: For steady tones, the largest power of two of samples in the middle under the
    ///     window of Blackman and Harris (four terms: side lobes at -92 dB); else all of them.
    init(_ samples: [Double], rate: Int, windowed: Bool = true) {
        var count = 1
        while count * 2 <= samples.count { count *= 2 }
        let start = windowed ? (samples.count - count) / 2 : 0
        if !windowed { count *= 2 }
        var real = Array(samples.dropFirst(start).prefix(count))
        real += [Double](repeating: 0, count: count - real.count)
        var weight = Double(samples.count)
        if windowed {
            weight = 0
            let terms = [0.35875, -0.48829, 0.14128, -0.01168]
            for index in 0..<count {
                let angle = 2 * Double.pi * Double(index) / Double(count)
                let window = terms.enumerated().reduce(0) {
                    $0 + $1.element * cos(angle * Double($1.offset))
                }
                real[index] *= window
                weight += window
            }
        }
        var imaginary = [Double](repeating: 0, count: count)
        Self.transform(&real, &imaginary)
        amplitudes = (0...count / 2).map {
            2 * (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]).squareRoot() / weight
        }
        self.rate = Double(rate)
    }

    /// The frequency of a bin.
    func frequency(_ bin: Int) -> Double { Double(bin) * rate / Double(2 * amplitudes.count - 2) }

    /// The bin of a frequency.
    func bin(_ frequency: Double) -> Int {
        Int((frequency * Double(2 * amplitudes.count - 2) / rate).rounded())
    }

    /// The amplitude of a sine near a frequency, from the energy of the window's main lobe.
    func tone(_ frequency: Double) -> Double {
        let middle = bin(frequency)
        let lobe = max(0, middle - 5)...min(amplitudes.count - 1, middle + 5)
        let energy = lobe.reduce(0) { $0 + amplitudes[$1] * amplitudes[$1] }
        // The window spreads the energy of a sine over 2.0044 bins.
        return (energy / 2.0044).squareRoot()
    }

    /// A transform in place by halves (Cooley and Tukey).
    private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        let count = real.count
        var swapped = 0
        for index in 1..<count {
            var bit = count >> 1
            while swapped & bit != 0 {
                swapped ^= bit
                bit >>= 1
            }
            swapped |= bit
            if index < swapped {
                real.swapAt(index, swapped)
                imaginary.swapAt(index, swapped)
            }
        }
        var size = 2
        while size <= count {
            let half = size / 2
            for offset in 0..<half {
                let angle = -2 * Double.pi * Double(offset) / Double(size)
                let (cosine, sine) = (cos(angle), sin(angle))
                var upper = offset
                while upper < count {
                    let lower = upper + half
                    let x = real[lower] * cosine - imaginary[lower] * sine
                    let y = real[lower] * sine + imaginary[lower] * cosine
                    real[lower] = real[upper] - x
                    imaginary[lower] = imaginary[upper] - y
                    real[upper] += x
                    imaginary[upper] += y
                    upper += size
                }
            }
            size *= 2
        }
    }
}
