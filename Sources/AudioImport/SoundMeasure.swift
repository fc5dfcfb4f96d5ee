// The figures of a stretch of audio: its offset, its extremes, its level.

/// What a pass over samples finds.
struct SoundMeasure: Equatable {
    private var count = 0
    private var sum = 0.0
    private var low = Float.infinity
    private var high = -Float.infinity

    /// A measure of nothing.
    init() {}

    /// Adds samples.
    mutating func add(_ samples: UnsafeBufferPointer<Float>) {
        var index = 0
        while index < samples.count {
            let sample = samples[index]
            sum += Double(sample)
            if sample < low { low = sample }
            if sample > high { high = sample }
            index += 1
        }
        count += samples.count
    }

    /// The mean: what would shift the carrier all the time.
    var offset: Double { count == 0 ? 0 : sum / Double(count) }

    /// The largest magnitude once the offset is taken away, in parts of full scale.
    var peak: Double {
        count == 0 ? 0 : max(Double(high) - offset, offset - Double(low))
    }
}
