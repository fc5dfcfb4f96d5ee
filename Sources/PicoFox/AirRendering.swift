// What a receiver on the fox's frequency would hear, as samples: audio as it is sent (noise, wrong
// speed and all), Morse with the firmware's edges, tunes, and silence while the transmitter is off.

/// Renders a timeline to 16-bit audio.
package struct AirRendering: Sendable {
    /// The rate of the samples in Hz: that of the firmware, so that WAV samples stay as they are.
    package let sampleRate: Int
    /// The samples of the cycles, one after the other: mono, at `sampleRate`.
    ///
    /// They are as long as the timeline, to a sample; a part of it ends within a sample of where the
    /// timeline has its end.
    package let samples: [Int16]
    /// The labels of what only the firmware can make, each once, in the order of their coming: two soft
    /// alternating tones stand in for it.
    package let standIns: [String]

    /// Renders the cycles.
    ///
    /// - Parameters:
    ///   - timeline: The cycles.
    ///   - firmware: The firmware that sends them.
    ///   - audio: The samples of the audio files by name, as `WavFile.samplesSent` gives them; what is
    ///     not among them gets a stand-in.
    ///   - limit: The length in seconds after which to stop; long sequences are cut there.
    package init(
        _ timeline: AirTimeline, firmware: Firmware, audio: [String: [Int16]],
        limit: Double = 600
    ) {
        let rate = firmware.sampleRate
        let most = AirRendering.count(limit, rate)
        var samples: [Int16] = []
        var standIns: [String] = []
        var known: Set<String> = []
        var end = 0.0
        for segment in timeline.cycles.flatMap(\.segments) where samples.count < most {
            end += segment.seconds
            // The firmware cuts each tone to whole samples, which must not add up.
            let wanted = max(0, min(most, AirRendering.count(end, rate)) - samples.count)
            var part: ArraySlice<Int16> = []
            switch segment.sound {
            case .none: break
            case .morse(let keying): part = keying.samples(sampleRate: rate, limit: wanted)[...]
            case .tune(let tune): part = tune.samples(sampleRate: rate, limit: wanted)[...]
            case .file(let name) where audio[name] != nil: part = audio[name, default: []][...]
            case .file, .firmwareMade:
                if wanted > 0, known.insert(segment.label).inserted {
                    standIns.append(segment.label)
                }
                part = AirRendering.standIn(wanted, rate)[...]
            }
            samples += part.prefix(wanted)
            samples += repeatElement(0, count: max(0, wanted - part.count))
        }
        sampleRate = rate
        self.samples = samples
        self.standIns = standIns
    }

    /// Seconds as samples; a day at most, whatever a hostile tune claims.
    private static func count(_ seconds: Double, _ rate: Int) -> Int {
        Int((max(0, min(seconds, 86_400)) * Double(rate)).rounded())
    }

    private static func standIn(_ count: Int, _ rate: Int) -> [Int16] {
        (0..<count).map { index in
            let time = Double(index) / Double(rate)
            let tone = Int(time * 2) % 2 == 0 ? 500.0 : 700.0
            return Int16(4000 * Sine.ofTurns(tone * time))
        }
    }
}

extension RingTone {
    /// The level of tunes, in parts of full scale; how loud the firmware plays them is not known.
    private static let level = 0.25
    /// How long a note rises and falls in seconds, so that equal ones are heard one by one.
    private static let edge = 0.005

    /// The samples of the tune.
    ///
    /// - Parameters:
    ///   - sampleRate: The rate in Hz.
    ///   - limit: The number of samples after which to stop.
    /// - Returns: Mono samples.
    func samples(sampleRate: Int, limit: Int) -> [Int16] {
        var samples: [Int16] = []
        var end = 0.0
        let edge = RingTone.edge * Double(sampleRate)
        for note in notes where samples.count < limit {
            end += note.seconds * Double(sampleRate)
            let count = max(0, Int(min(end.rounded(), Double(limit))) - samples.count)
            guard let hertz = note.hertz else {
                samples += repeatElement(0, count: count)
                continue
            }
            samples.appendTone(
                count, turnsASample: hertz / Double(sampleRate),
                amplitude: 32767 * RingTone.level, edge: edge)
        }
        return samples
    }
}

extension MorseKeying {
    /// The samples of the Morse, as the firmware computes them.
    ///
    /// Each tone rises and falls in a straight line over a third of a dit, which keeps clicks out of
    /// the neighbouring channels; each begins at phase zero; lengths are cut to whole samples.
    ///
    /// - Parameters:
    ///   - sampleRate: The rate in Hz.
    ///   - limit: The number of samples after which to stop: a long text at the slowest speed lasts
    ///     for days.
    /// - Returns: Mono samples.
    package func samples(sampleRate: Int, limit: Int = .max) -> [Int16] {
        let edge = dit * Double(sampleRate) / 3
        let amplitude = Double(min(100, max(0, volume)) * 32767 / 100)
        let turnsASample = Double(tone) / Double(sampleRate)
        var samples: [Int16] = []
        for element in elements where samples.count < limit {
            let count = Int(element.seconds * Double(sampleRate))
            guard element.isTone else {
                samples += [Int16](repeating: 0, count: count)
                continue
            }
            samples.appendTone(
                count, turnsASample: turnsASample, amplitude: amplitude, edge: edge)
        }
        return samples
    }
}

extension [Int16] {
    /// Adds a tone that begins at phase zero, and rises and falls in a straight line.
    ///
    /// - Parameters:
    ///   - count: Its length in samples.
    ///   - turnsASample: Its pitch, in turns of the wave for each sample.
    ///   - amplitude: Its level, in steps of a sample.
    ///   - edge: How long it rises, and how long it falls, in samples.
    fileprivate mutating func appendTone(
        _ count: Int, turnsASample: Double, amplitude: Double, edge: Double
    ) {
        for index in 0..<count {
            let envelope = Swift.min(1, Double(index) / edge, Double(count - index) / edge)
            append(Int16(amplitude * envelope * Sine.ofTurns(turnsASample * Double(index))))
        }
    }
}
