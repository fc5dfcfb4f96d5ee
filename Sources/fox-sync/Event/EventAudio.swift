// The audio column of an event: the one place where a file becomes a WAV that a fox plays.
internal import FoxSystem
internal import Glibc
internal import PicoFox
internal import SyncEngine

/// Takes audio files into drafts.
enum EventAudio {
    /// Makes a WAV for a firmware of a file.
    ///
    /// A WAV that plays as meant is taken as it is.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - firmware: Who is to play it.
    /// - Returns: The WAV.
    /// - Throws: `CLIError` when there is no such file, or it cannot be made one.
    static func wav(of path: String, for firmware: Firmware) throws(CLIError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(Errno) {
            let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
            guard try file.status().kind == .regular else { throw .invalid }
            bytes = try file.readAll(limit: DraftStore.byteLimit)
        } catch {
            throw CLIError(
                .invalid, "no-audio",
                error == .invalid
                    ? "\(path) is no file"
                    : error == .tooLarge
                        ? "\(path) is larger than a fox's flash" : "\(path): \(error.message)")
        }
        let verdict = WavInspection(bytes).verdict(for: firmware)
        if verdict.problems.isEmpty, verdict.samplesSent ?? 0 > 0 { return bytes }
        return try convert(path, for: firmware, verdict: verdict)
    }

    /// Converts a file that does not play as it is.
    private static func convert(
        _ path: String, for firmware: Firmware, verdict: WavVerdict
    ) throws(CLIError) -> [UInt8] {
        let why = verdict.problems.first?.description ?? "there is no audio in it"
        throw CLIError(
            .invalid, "no-audio",
            "\(path) does not play as it is: \(why); convert it to \(firmware.sampleRate) Hz, mono,"
                + " 16 bits")
    }
}
