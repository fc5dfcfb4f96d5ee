// What one firmware sends of one WAV file. The firmwares do not read chunks: everything from byte 44
// to the end of the file is a sample, whatever it is.

/// What a firmware makes of a WAV file.
package struct WavVerdict: Sendable, Hashable {
    /// Whether the audio, the whole audio and nothing but the audio is heard, at its own speed.
    package let playsAsMeant: Bool
    /// How many samples are sent, nil when the firmware skips the file.
    package let samplesSent: Int?
    /// What is wrong, the gravest first.
    package let problems: [WavProblem]
    /// The samples that are noise, counted from the first that is sent.
    package let noise: [Range<Int>]
    /// How much faster than meant the audio plays: 1 is right, 0.5 half as fast; nil when nothing is
    /// sent or the header does not tell.
    package let speedFactor: Double?
    /// The largest sample that is sent, 0 … 32768; 0 when none is.
    package let peak: Int
    /// How long sending takes, in seconds.
    package let seconds: Double

    /// Judges a file.
    ///
    /// - Parameters:
    ///   - wav: The file.
    ///   - firmware: Who would play it.
    package init(_ wav: WavInspection, for firmware: Firmware) {
        if let problem = WavVerdict.refusal(of: wav, by: firmware) {
            self.init(skippedFor: problem)
            return
        }
        let samples = (wav.byteCount - WavInspection.headerSize) / 2
        var problems: [WavProblem] = []
        var noise: [Range<Int>] = []
        var speed: Double?
        if let format = wav.format {
            let meant = format.bytesPerSecond
            // Two bytes are a sample to the firmware, whatever they are to the file.
            speed = meant > 0 ? Double(firmware.sampleRate * 2) / meant : nil
            if !format.isPCM16 {
                problems.append(.encoding(format.name))
                noise = [0..<samples]
            }
            let isOtherRate = WavVerdict.isHeard(format.sampleRate, insteadOf: firmware.sampleRate)
            if isOtherRate {
                problems.append(
                    .wrongRate(
                        found: format.sampleRate, needed: firmware.sampleRate, factor: speed))
            }
            if format.channels != 1 {
                problems.append(.channels(format.channels, factor: isOtherRate ? nil : speed))
            }
        } else {
            problems.append(.noFormat(bytes: wav.layout.formatBody?.count))
        }
        if let audio = wav.audio {
            WavVerdict.findNoise(round: audio, in: wav, samples: samples, &problems, &noise)
        } else {
            problems.append(.noAudio)
            noise = [0..<samples]
        }
        if samples == 0 { problems.append(.empty) }
        self.init(
            playsAsMeant: problems.isEmpty, samplesSent: samples, problems: problems,
            noise: noise.filter { !$0.isEmpty }, speedFactor: speed, peak: wav.peak,
            seconds: Double(samples) / Double(firmware.sampleRate))
    }

    private init(skippedFor problem: WavProblem) {
        self.init(
            playsAsMeant: false, samplesSent: nil, problems: [problem], noise: [], speedFactor: nil,
            peak: 0, seconds: 0)
    }

    private init(
        playsAsMeant: Bool, samplesSent: Int?, problems: [WavProblem], noise: [Range<Int>],
        speedFactor: Double?, peak: Int, seconds: Double
    ) {
        self.playsAsMeant = playsAsMeant
        self.samplesSent = samplesSent
        self.problems = problems
        self.noise = noise
        self.speedFactor = speedFactor
        self.peak = peak
        self.seconds = seconds
    }

    /// Whether another rate can be heard: a hundredth is a sixth of a semitone, and no watch of a
    /// hunter's tells 30 s from 30.3 s.
    private static func isHeard(_ found: Int, insteadOf needed: Int) -> Bool {
        abs(found - needed) * 100 > needed
    }

    private static func refusal(of wav: WavInspection, by firmware: Firmware) -> WavProblem? {
        if wav.byteCount < WavInspection.headerSize { return .tooShort(bytes: wav.byteCount) }
        if !wav.isRIFFWave { return .notRIFF }
        guard firmware.checksWavFormat else { return nil }
        if let reason = wav.fixedHeaderProblem { return .headerRefused(reason: reason) }
        guard wav.fixedHeaderRate != firmware.sampleRate else { return nil }
        return .headerRefused(
            reason: "the rate is \(wav.fixedHeaderRate ?? 0) Hz, not \(firmware.sampleRate)")
    }

    private static func findNoise(
        round audio: Range<Int>, in wav: WavInspection, samples: Int,
        _ problems: inout [WavProblem], _ noise: inout [Range<Int>]
    ) {
        let ahead = audio.lowerBound - WavInspection.headerSize
        if ahead % 2 != 0 {
            problems.append(.misaligned)
            noise = [0..<samples]
            return
        }
        if ahead < 0 { problems.append(.startCut(samples: -ahead / 2)) }
        if ahead > 0 {
            let names = wav.chunks.prefix { $0.name != "data" }.map(\.name)
            problems.append(.noiseAtStart(samples: ahead / 2, chunks: names))
        }
        // A byte too many is no sample: the firmware drops it, and so does anybody else.
        let behind = (wav.byteCount - audio.upperBound + audio.count % 2) / 2
        if behind > 0 {
            problems.append(.noiseAtEnd(samples: behind, chunks: wav.chunksAfterAudio))
        }
        if noise.isEmpty {
            noise = [0..<min(samples, max(0, ahead / 2)), max(0, samples - behind)..<samples]
        }
    }
}

extension WavVerdict: Encodable {
    private enum Field: String, CodingKey {
        case playsAsMeant, samplesSent, problems, speedFactor, noise
    }

    /// A stretch of noise, in samples.
    private struct Stretch: Encodable {
        let start: Int
        let samples: Int
    }

    /// Writes the verdict as `doctor --json` shows it; the problems as sentences.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(playsAsMeant, forKey: .playsAsMeant)
        try fields.encode(samplesSent, forKey: .samplesSent)
        try fields.encode(problems.map(\.description), forKey: .problems)
        try fields.encodeIfPresent(speedFactor, forKey: .speedFactor)
        try fields.encode(
            noise.map { Stretch(start: $0.lowerBound, samples: $0.count) }, forKey: .noise)
    }
}

extension WavInspection {
    /// What a firmware makes of the file.
    ///
    /// - Parameter firmware: Who would play it.
    /// - Returns: The verdict.
    package func verdict(for firmware: Firmware) -> WavVerdict {
        WavVerdict(self, for: firmware)
    }
}
