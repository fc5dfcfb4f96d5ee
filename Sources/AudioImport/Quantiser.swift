// From samples to whole numbers, with triangular dither of two steps' width: rounding errors become
// an even hiss at -90 dBFS instead of distortion that follows the sound (Lipshitz, Wannamaker and
// Vanderkooy, 'Quantization and Dither', 1992).

/// Makes 16-bit samples.
struct Quantiser {
    // The same audio gives the same file each time, so that importing it again changes nothing.
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    private let offset: Double
    private let factor: Double
    /// The largest magnitude so far, 0 … 32767.
    private(set) var peak = 0
    private var squares = 0.0
    private var count = 0

    /// The root of the mean square so far, in parts of full scale.
    var rms: Double { count == 0 ? 0 : (squares / Double(count)).squareRoot() / 32768 }

    /// Prepares a pass.
    ///
    /// - Parameters:
    ///   - offset: What is taken away from each sample.
    ///   - gain: The factor that follows.
    init(offset: Double, gain: Double) {
        self.offset = offset
        factor = gain * 32768
    }

    /// Appends the bytes of samples, little-endian.
    mutating func append(_ samples: UnsafeBufferPointer<Float>, to bytes: inout [UInt8]) {
        var index = 0
        while index < samples.count {
            let exact = (Double(samples[index]) - offset) * factor + dither()
            let whole = min(max(exact.rounded(), -32767), 32767)
            let magnitude = Int(whole.magnitude)
            if magnitude > peak { peak = magnitude }
            squares += whole * whole
            let bits = UInt16(bitPattern: Int16(whole))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            index += 1
        }
        count += samples.count
    }

    /// The difference of two even random numbers of 0 … 1.
    private mutating func dither() -> Double { next() - next() }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return Double(bits >> 11) / Double(1 << 53)
    }
}
