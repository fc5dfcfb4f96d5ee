// What a receiver on the fox's frequency would hear, as samples: audio as it is sent (noise, wrong
// speed and all), the Morse ID with the firmware's edges, and silence while the transmitter is off.

/// Renders a timeline to 16-bit audio.
package struct AirRendering: Sendable {
    /// The rate of the samples in Hz: that of the firmware, so that WAV samples stay as they are.
    package let sampleRate: Int
    private let timeline: AirTimeline
    private let audio: [String: [Int16]]

    /// - Parameters:
    ///   - timeline: The cycles.
    ///   - firmware: The firmware that sends them.
    ///   - audio: The samples of the audio files by name, as `WavFile.samplesSent` gives them. A clip
    ///     without samples (the factory audio, a tune) is marked by two soft alternating tones.
    package init(_ timeline: AirTimeline, firmware: Firmware, audio: [String: [Int16]]) {
        self.timeline = timeline
        self.audio = audio
        sampleRate = firmware.sampleRate
    }

    /// The samples of the cycles, one after the other.
    ///
    /// - Parameter limit: The length in seconds after which to stop; long sequences are cut there.
    /// - Returns: Mono samples at `sampleRate`.
    package func samples(limit: Double = 600) -> [Int16] {
        let most = Int(max(0, min(limit, 86_400)) * Double(sampleRate))
        var samples: [Int16] = []
        for segment in timeline.cycles.flatMap(\.segments) where samples.count < most {
            samples += rendered(segment).prefix(most - samples.count)
        }
        return samples
    }

    private func rendered(_ segment: AirSegment) -> [Int16] {
        switch segment.kind {
        case .silence, .carrier:
            return [Int16](repeating: 0, count: count(segment.seconds))
        case .id:
            return timeline.keying.samples(sampleRate: sampleRate)
        case .audio:
            return audio[segment.label] ?? placeholder(segment.seconds)
        case .message:
            return timeline.keying.keying(text: Array(segment.label.utf8))
                .samples(sampleRate: sampleRate)
        case .picture, .packet:
            return placeholder(segment.seconds)
        }
    }

    private func count(_ seconds: Double) -> Int {
        Int((max(0, min(seconds, 86_400)) * Double(sampleRate)).rounded())
    }

    private func placeholder(_ seconds: Double) -> [Int16] {
        (0..<count(seconds)).map { index in
            let time = Double(index) / Double(sampleRate)
            let tone = Int(time * 2) % 2 == 0 ? 500.0 : 700.0
            return Int16(4000 * Sine.ofTurns(tone * time))
        }
    }
}

extension MorseKeying {
    /// The samples of the ID, as the firmware computes them.
    ///
    /// Each tone rises and falls in a straight line over a third of a dit, which keeps clicks out of
    /// the neighbouring channels; each begins at phase zero; lengths are cut to whole samples.
    ///
    /// - Parameter sampleRate: The rate in Hz.
    /// - Returns: Mono samples.
    package func samples(sampleRate: Int) -> [Int16] {
        let edge = dit * Double(sampleRate) / 3
        let amplitude = Double(min(100, max(0, volume)) * 32767 / 100)
        let turnsASample = Double(tone) / Double(sampleRate)
        var samples: [Int16] = []
        for element in elements {
            let count = Int(element.seconds * Double(sampleRate))
            guard element.isTone else {
                samples += [Int16](repeating: 0, count: count)
                continue
            }
            for index in 0..<count {
                let envelope = min(1, Double(index) / edge, Double(count - index) / edge)
                samples.append(
                    Int16(amplitude * envelope * Sine.ofTurns(turnsASample * Double(index))))
            }
        }
        return samples
    }
}
