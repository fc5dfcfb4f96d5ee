// A WAV file reduced to as many columns as a picture of it has, for terminals and documents alike.

/// The shape of a WAV file's sound: what a picture of it shows, and its level.
///
/// The samples are those that a firmware sends (`WavFile.samplesSent`): everything from byte 44 to
/// the end, whatever the header says. Values are parts of full scale, so 1 is 0 dBFS.
package struct Waveform: Sendable, Equatable {
    /// What one column of the picture stands for.
    package struct Column: Sendable, Equatable {
        /// The smallest sample, −1 … 1.
        package let minimum: Double
        /// The largest sample, −1 … 1.
        package let maximum: Double
        /// The root of the mean square, 0 … 1.
        package let rms: Double

        /// The larger of the two extremes' magnitudes, 0 … 1.
        package var peak: Double { max(minimum.magnitude, maximum.magnitude) }
    }

    /// The columns, from the start of the sound to its end, all equally wide to one sample.
    package let columns: [Column]
    /// How many samples there are.
    package let sampleCount: Int
    /// The largest magnitude of all samples, 0 … 1.
    package let peak: Double
    /// The root of the mean square of all samples, 0 … 1.
    ///
    /// A sine of full scale has 0.707, 3 dB below full scale, as `sox stats` counts too.
    package let rms: Double

    /// Reduces a file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of a WAV file; without samples, every column is 0.
    ///   - columns: How many columns to make. Where there are fewer samples than columns, a sample
    ///     stands in several columns, so that the picture has no gaps.
    package init(wav bytes: [UInt8], columns: Int) {
        let count = max(0, bytes.count - WavInspection.headerSize) / 2
        let wanted = max(0, columns)
        var made: [Column] = []
        made.reserveCapacity(wanted)
        var peak = 0
        var squares = 0.0
        var measured = 0
        for column in 0..<wanted where count > 0 {
            let start = WavFile.share(of: count, column, in: wanted)
            let end = WavFile.share(of: count, column + 1, in: wanted)
            let extent = Extent(bytes, start..<max(end, start + 1))
            made.append(extent.column)
            // A sample that stands in several columns counts once.
            if end > start {
                peak = max(peak, extent.peak)
                squares += extent.squares
                measured = end
            }
        }
        if measured < count {
            let rest = Extent(bytes, measured..<count)
            peak = max(peak, rest.peak)
            squares += rest.squares
        }
        if count == 0 {
            made = [Column](
                repeating: Column(minimum: 0, maximum: 0, rms: 0), count: wanted)
        }
        self.columns = made
        sampleCount = count
        self.peak = Double(peak) / 32768
        rms = count == 0 ? 0 : (squares / Double(count)).squareRoot() / 32768
    }

    /// How long a firmware sends the file, in seconds.
    ///
    /// - Parameter firmware: Who plays it.
    /// - Returns: The length at that firmware's rate.
    package func seconds(for firmware: Firmware) -> Double {
        Double(sampleCount) / Double(firmware.sampleRate)
    }

    /// The smallest, the largest and the sum of squares of a range of samples.
    private struct Extent {
        private var low = Int(Int16.max)
        private var high = Int(Int16.min)
        private(set) var squares = 0.0
        private let count: Int

        init(_ bytes: [UInt8], _ range: Range<Int>) {
            count = range.count
            // Whole numbers do not round, and 2^33 squares of 16 bits fit.
            var sum: UInt64 = 0
            var offset = WavInspection.headerSize + range.lowerBound * 2
            let end = WavInspection.headerSize + range.upperBound * 2
            while offset < end {
                let bits = UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
                let sample = Int(Int16(bitPattern: bits))
                if sample < low { low = sample }
                if sample > high { high = sample }
                sum &+= UInt64(sample.magnitude * sample.magnitude)
                offset += 2
            }
            squares = Double(sum)
        }

        var peak: Int { max(Int(low.magnitude), Int(high.magnitude)) }

        var column: Column {
            Column(
                minimum: Double(low) / 32768, maximum: Double(high) / 32768,
                rms: (squares / Double(count)).squareRoot() / 32768)
        }
    }
}

extension WavFile {
    /// Where a column begins when samples are shared out evenly.
    fileprivate static func share(of count: Int, _ column: Int, in columns: Int) -> Int {
        let (high, low) = count.multipliedFullWidth(by: column)
        return columns.dividingFullWidth((high, low)).quotient
    }
}
