// From any audio file to the one WAV that a firmware plays. Two passes:
// 1. decode, mix to one channel, resample, into a spool, measuring on the way;
// 2. from the spool: take the offset away, set the level, dither, 16 bits.
// Between them, where it was asked for, silence is found. Memory holds a few buffers and the result,
// which is never larger than a fox's flash.
internal import FoxSystem
internal import PicoFox

/// What an import shall make.
package struct AudioConversion: Sendable {
    /// The rate that the firmware plays, in Hz.
    package let rate: Int
    /// The most samples that there is room for.
    package let sampleLimit: Int
    /// How loud it shall be.
    package let level: AudioLevel
    /// How far below the loudest 10 ms silence begins that is cut off at both ends, in dB; nil to
    /// keep it.
    package let silenceDepth: Double?
    /// Whether a file that is shorter than its header says is taken as it is.
    package let acceptsShortFiles: Bool
    /// The folder whose filesystem has room for the spool: 4 bytes a sample at `rate`.
    package let spoolFolder: String

    /// A peak below this is silence: less than half a step of 16 bits.
    private static let silence = 0.5 / 32768

    /// Describes an import.
    package init(
        rate: Int, sampleLimit: Int, level: AudioLevel, silenceDepth: Double? = nil,
        acceptsShortFiles: Bool = false, spoolFolder: String
    ) {
        self.rate = rate
        self.sampleLimit = sampleLimit
        self.level = level
        self.silenceDepth = silenceDepth
        self.acceptsShortFiles = acceptsShortFiles
        self.spoolFolder = spoolFolder
    }

    /// Imports a source.
    ///
    /// - Parameters:
    ///   - source: The audio.
    ///   - onProgress: Told how far it has come, a few times a second of work.
    /// - Returns: The WAV and its figures.
    /// - Throws: `AudioImportError`; nothing is left behind then.
    package func convert(
        _ source: borrowing AudioSource, onProgress: (AudioProgress) -> Void = { _ in }
    ) throws(AudioImportError) -> ImportedAudio {
        let title = source.title
        let claimed = try Self.shortage(of: source)
        if let claimed, !acceptsShortFiles { throw Self.short(.opening, title, claimed) }
        var reader = try SoundReader.open(
            source, spoolFolder: spoolFolder, acceptsDamage: acceptsShortFiles)
        if let frames = reader.format.frames, silenceDepth == nil {
            try checkLength(expected(frames, reader.format.rate), .opening, title)
        }
        var spool = try SampleSpool(in: spoolFolder, title: title)
        var measure = try fill(&spool, from: &reader, title, onProgress)
        let lacking = reader.shortage
        if let lacking, !acceptsShortFiles { throw Self.short(.reading, title, lacking) }
        try source.checkUnchanged()
        if spool.count == 0 {
            throw AudioImportError(.silent, .reading, title, "it holds no audio")
        }
        onProgress(.measuring)
        var range = 0..<spool.count
        if let silenceDepth, measure.peak >= Self.silence {
            range = try SilenceTrim(depth: silenceDepth, rate: rate)
                .range(of: spool, offset: measure.offset)
            measure = SoundMeasure()
            try spool.forEach(in: range, .measuring) { measure.add($0) }
        }
        try checkLength(range.count, .measuring, title)
        let gain = try gain(for: measure.peak, title)
        onProgress(.levelling)
        var quantiser = Quantiser(offset: measure.offset, gain: gain)
        var wav = WavFile.header(sampleCount: range.count, sampleRate: rate)
        wav.reserveCapacity(wav.count + 2 * range.count)
        try spool.forEach(in: range, .levelling) { quantiser.append($0, to: &wav) }
        return ImportedAudio(
            wav: wav, source: reader.format, sourceFrames: reader.position, rate: rate,
            sampleCount: range.count, peak: Double(quantiser.peak) / 32768, rms: quantiser.rms,
            gain: Decibel.level(of: gain), offset: measure.offset, trimmedStart: range.lowerBound,
            trimmedEnd: spool.count - range.upperBound, shortage: claimed ?? lacking)
    }

    private func fill(
        _ spool: inout SampleSpool, from reader: inout SoundReader, _ title: String,
        _ onProgress: (AudioProgress) -> Void
    ) throws(AudioImportError) -> SoundMeasure {
        var measure = SoundMeasure()
        let format = reader.format
        var resampler: Resampler? =
            format.rate == rate
            ? nil : try Resampler(from: format.rate, to: rate, title: title)
        var ready: [Float] = []
        while true {
            let mono = try reader.read()
            ready.removeAll(keepingCapacity: true)
            if resampler == nil {
                ready = mono
            } else {
                try resampler?.process(mono, into: &ready)
            }
            ready.withUnsafeBufferPointer { measure.add($0) }
            try spool.append(ready)
            onProgress(.converted(frames: reader.position, of: format.frames))
            if mono.isEmpty { return measure }
            // Without a length in its header, a stream shows only here that it is too long.
            if silenceDepth == nil, spool.count > sampleLimit {
                throw tooLong(.reading, title, "it is longer than that")
            }
        }
    }

    /// The factor that brings the peak to the wanted level.
    private func gain(for peak: Double, _ title: String) throws(AudioImportError) -> Double {
        switch level {
        case .peak(let wanted):
            if peak < Self.silence {
                throw AudioImportError(.silent, .measuring, title, "there is only silence in it")
            }
            return wanted / peak
        case .gain(let decibels):
            let factor = Decibel.amplitude(of: decibels)
            // A source at full scale is brought to 16 bits without a word.
            guard peak * factor > 1.0001 else { return factor }
            let most = -Decibel.level(of: peak)
            throw AudioImportError(
                .clips, .levelling, title,
                "a gain of \(Self.tenths(decibels)) dB would clip by"
                    + " \(Self.tenths(decibels - most)) dB; at most"
                    + " \(Self.tenths((most * 10).rounded(.down) / 10)) dB does not")
        }
    }

    private func expected(_ frames: Int, _ sourceRate: Int) -> Int {
        // A header may claim any number of frames.
        Int(min(Double(frames) * Double(rate) / Double(sourceRate), 1e15).rounded(.down))
    }

    private func checkLength(
        _ count: Int, _ step: AudioImportError.Step, _ title: String
    ) throws(AudioImportError) {
        guard count > sampleLimit else { return }
        throw tooLong(step, title, "it is \(seconds(count)) s long")
    }

    private func tooLong(
        _ step: AudioImportError.Step, _ title: String, _ length: String
    ) -> AudioImportError {
        AudioImportError(
            .tooLong, step, title,
            "a fox has room for \(seconds(max(0, sampleLimit))) s at \(rate) Hz beside the draft's"
                + " other files, and \(length)")
    }

    private func seconds(_ count: Int) -> String {
        Self.tenths(Double(count / (rate / 10)) / 10)
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((min(max(value, -1e15), 1e15) * 10).rounded())
        return (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }

    private static func shortage(
        of source: borrowing AudioSource
    ) throws(AudioImportError) -> String? {
        guard source.raw == nil else { return nil }
        do throws(Errno) {
            let size = try source.file.status().size
            if try OggEnd.isMissing(source.file, size: size) { return "its last page is missing" }
            guard let claim = try ContainerClaim(source.file, size: size), claim.isShort else {
                return nil
            }
            return "its header promises \(Counted.text(claim.promised, "byte")) of audio, and"
                + " \(claim.present) are there"
        } catch { throw AudioImportError(.opening, source.title, error) }
    }

    private static func short(
        _ step: AudioImportError.Step, _ title: String, _ what: String
    ) -> AudioImportError {
        AudioImportError(.damaged, step, title, "\(what): it is cut short")
    }
}
