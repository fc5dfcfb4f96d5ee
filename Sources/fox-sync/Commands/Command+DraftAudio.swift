// `draft audio`: any audio file becomes the one that the draft's firmware plays.
internal import AudioImport
internal import FoxSystem
internal import SyncEngine

extension Command {
    static let draftAudio = Command(
        "draft audio", words: "NAME FILE", count: 2...2,
        "convert any audio file into the one that a draft's fox plays",
        details: """
            FILE is whatever libsndfile reads (WAV, FLAC, OGG, MP3, AIFF, …) and, where ffmpeg is
            installed, what phones record (M4A, 3GP, AMR, WMA, WebM, …), of any rate and number of
            channels, a pipe, or - for standard input; it is never changed. The draft gets a WAV of its
            firmware's rate, mono, 16 bits: channels mixed, offset removed, resampled by soxr at very
            high quality, dithered. What was there before is kept: 'draft undo'.

            The loudest sample is brought to a level that deviates by 4.5 kHz: receivers of 2 m FM are
            made for 5 kHz and distort what is wider. That is -6.9 dBFS on most firmwares, whose full
            scale is 10 kHz, and -0.9 dBFS on pacificon. For receivers of narrow FM (2.5 kHz), take
            --normalize=-13, and -7 on pacificon.
            """,
        options: AudioOptions.all + [
            Option("partial", "take what is there of a file that is cut short"),
            Option("dry-run", letter: "n", "convert and show, write nothing"),
        ],
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let target = try AudioTarget(call.words[0], call, context)
        let file = call.words[1]
        let conversion = try AudioOptions.conversion(call, for: target, context)
        let progress = AudioProgressLine(printer: context.printer, title: file.lastComponent)
        let audio: ImportedAudio
        do throws(AudioImportError) {
            let source = try AudioSource.open(
                file, spoolFolder: conversion.spoolFolder, onReceived: progress.received)
            audio = try conversion.convert(source, onProgress: progress.take)
        } catch {
            throw CLIError(error, draft: call.words[0], file: file, as: call.value("as"))
        }
        progress.end()
        return try target.store(audio, from: file, context, isDryRun: call.has("dry-run"))
    }
}

extension CLIError {
    /// The error of an import, with the command that goes on where there is one.
    init(_ error: AudioImportError, draft: String, file: String, as name: String?) {
        let target = name.map { " --as \($0.shellWord)" } ?? ""
        let command = "fox-sync draft audio \(draft.shellWord) \(file.shellWord)" + target
        let canBeReadAgain = file != "-"
        let next: String? =
            switch error.code {
            case .damaged where error.reason.hasSuffix("cut short") && canBeReadAgain:
                command + " --partial"
            case .clips where canBeReadAgain: command + " --normalize"
            case .needsFFmpeg where canBeReadAgain:
                "ffmpeg -i \(Self.ffmpegName(file).shellWord) -f wav -"
                    + " | fox-sync draft audio \(draft.shellWord) -" + target
            default: nil
            }
        self.init(
            error.code == .missing ? .notFound : .failed, error.code.rawValue,
            Array(error.description.utf8).printable, next: next)
    }

    /// A file's name as ffmpeg takes it for one, and not for an option or a protocol.
    private static func ffmpegName(_ file: String) -> String {
        file.hasPrefix("-") || file.contains(":") ? "file:" + file : file
    }
}
