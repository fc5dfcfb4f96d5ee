// The audio column of an event: the one place where a file becomes a WAV that a fox plays.
internal import AudioImport
internal import FoxSystem
internal import Glibc
internal import PicoFox
internal import SyncEngine

/// Takes audio files into drafts.
enum EventAudio {
    /// Makes a WAV for a firmware of a file.
    ///
    /// A WAV that plays as meant is taken as it is; whatever else libsndfile reads is converted.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - firmware: Who is to play it.
    ///   - context: The surroundings.
    /// - Returns: The WAV.
    /// - Throws: `CLIError` when there is no such file, or it cannot be made one.
    static func wav(
        of path: String, for firmware: Firmware, _ context: Context
    ) throws(CLIError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(Errno) {
            let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
            guard try file.status().kind == .regular else { throw .invalid }
            bytes = try file.readAll(limit: DraftStore.byteLimit)
        } catch {
            throw CLIError(
                error.isMissing ? .notFound : .invalid, "no-audio",
                error == .invalid
                    ? "\(path) is no file"
                    : error == .tooLarge
                        ? "\(path) is larger than a fox's flash" : "\(path): \(error.message)")
        }
        let wav = WavInspection(bytes)
        if wav.shortage == 0, wav.verdict(for: firmware).playsAsMeant { return bytes }
        return try convert(path, for: firmware, context)
    }

    /// Converts a file that does not play as it is.
    private static func convert(
        _ path: String, for firmware: Firmware, _ context: Context
    ) throws(CLIError) -> [UInt8] {
        let settings = EffectiveSettings.read(firmware.factorySettings, as: firmware)
        let spoolFolder = AudioOptions.spoolFolder(context)
        do throws(AudioImportError) {
            let source = try AudioSource.open(path, spoolFolder: spoolFolder)
            return try AudioConversion(
                rate: firmware.sampleRate,
                sampleLimit: FlashRoom(for: "", firmware, settings, others: [:]).samples,
                level: .peak(firmware.modestPeak), spoolFolder: spoolFolder
            ).convert(source).wav
        } catch {
            throw CLIError(.invalid, "no-audio", Array(error.description.utf8).printable)
        }
    }
}
