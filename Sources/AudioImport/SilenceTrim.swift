// Finding where the sound begins and ends.

/// Where to cut silence off at both ends.
///
/// A block of 10 ms is silent when its level is that far below the loudest block's: the level of a
/// block and not single samples, so that a click in a quiet room is not taken for sound. A tenth of a
/// second is left at each end, since words begin and fade more quietly than they go on.
struct SilenceTrim {
    /// How far below the loudest block silence begins, in dB; more than 0.
    let depth: Double
    /// Samples a second.
    let rate: Int

    private var block: Int { max(1, rate / 100) }
    private var margin: Int { rate / 10 }

    /// The range that holds the sound.
    ///
    /// - Parameters:
    ///   - spool: The samples.
    ///   - offset: Their mean, which does not count.
    /// - Returns: The range; all of it when there is no loudest block.
    /// - Throws: `AudioImportError`.
    func range(
        of spool: borrowing SampleSpool, offset: Double
    ) throws(AudioImportError) -> Range<Int> {
        var loudest = 0.0
        try forEachBlock(of: spool, offset) { _, power in loudest = max(loudest, power) }
        let ratio = Decibel.amplitude(of: -depth)
        let threshold = loudest * ratio * ratio
        var sound: Range<Int>?
        try forEachBlock(of: spool, offset) { block, power in
            guard power > threshold else { return }
            sound = (sound?.lowerBound ?? block.lowerBound)..<block.upperBound
        }
        guard let sound else { return 0..<spool.count }
        return max(0, sound.lowerBound - margin)..<min(spool.count, sound.upperBound + margin)
    }

    /// Calls with each block's range and the mean of its squares.
    private func forEachBlock(
        of spool: borrowing SampleSpool, _ offset: Double, _ body: (Range<Int>, Double) -> Void
    ) throws(AudioImportError) {
        var start = 0
        var filled = 0
        var squares = 0.0
        let length = block
        try spool.forEach(in: 0..<spool.count, .measuring) { samples in
            var index = 0
            while index < samples.count {
                let sample = Double(samples[index]) - offset
                squares += sample * sample
                filled += 1
                index += 1
                if filled == length {
                    body(start..<start + filled, squares / Double(filled))
                    start += filled
                    filled = 0
                    squares = 0
                }
            }
        }
        if filled > 0 { body(start..<start + filled, squares / Double(filled)) }
    }
}
