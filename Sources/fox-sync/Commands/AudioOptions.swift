// The options that `draft audio` and `draft record` share: how loud, and what is cut off.
internal import AudioImport
internal import PicoFox
internal import SyncEngine

/// The options of an import.
enum AudioOptions {
    static let all = [
        Option(
            "as", value: "AUDIO.WAV", "the name in the draft (default: the first that is played)"),
        Option(
            "normalize", value: "DB", isOptional: true,
            "bring the peak to DB below full scale (default: 4.5 kHz deviation)"),
        Option("gain", value: "DB", "make it louder or softer by DB instead; 0 keeps the level"),
        Option(
            "trim", value: "DB", isOptional: true,
            "cut silence off at both ends: DB below the loudest moment (default 40)"),
    ]

    /// What the options ask for.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - target: What the audio is for.
    ///   - context: The surroundings.
    /// - Returns: The conversion.
    /// - Throws: `CLIError` for values that make no sense.
    static func conversion(
        _ call: Invocation, for target: AudioTarget, _ context: Context
    ) throws(CLIError) -> AudioConversion {
        if call.has("gain"), call.has("normalize") {
            throw .usage("--gain and --normalize do not go together")
        }
        let gain = try call.decibels("gain", in: -100...100)
        let peak = try call.decibels("normalize", in: -60...0)
        let depth = try call.decibels("trim", in: 1...100) ?? 40
        let level =
            gain.map { AudioLevel.gain($0) }
            ?? .peak(peak.map { Decibel.amplitude(of: $0) } ?? target.firmware.modestPeak)
        return AudioConversion(
            rate: target.firmware.sampleRate, sampleLimit: target.room.samples, level: level,
            silenceDepth: call.has("trim") ? depth : nil, acceptsShortFiles: call.has("partial"),
            spoolFolder: spoolFolder(context))
    }

    /// Where temporary files without a name go: TMPDIR, else beside the drafts, since /tmp may be
    /// memory.
    static func spoolFolder(_ context: Context) -> String {
        if let folder = context.environment["TMPDIR"], folder.hasPrefix("/") { return folder }
        return context.places.drafts
    }
}
