// `draft record`: from a microphone into a draft.
internal import AudioImport
internal import FoxSystem
internal import SyncEngine

extension Command {
    static let draftRecord = Command(
        "draft record", words: "NAME", count: 1...1, "record a draft's audio from a microphone",
        details: """
            Records with arecord (ALSA) or pw-record (PipeWire), whichever is installed, until Ctrl-C
            or until the fox's flash is full, shows the level meanwhile, and converts the recording as
            'draft audio' does. Ctrl-C keeps what was recorded; a second one throws it away.
            """,
        options: [
            Option("seconds", value: "N", "end after N seconds"),
            Option("device", value: "CARD", "the device, as arecord -L or wpctl status names it"),
        ] + AudioOptions.all,
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let seconds = try call.number("seconds", in: 1...86_400)
        let target = try AudioTarget(call.words[0], call, context)
        let conversion = try AudioOptions.conversion(call, for: target, context)
        let recorder = try Recorder.installed(context.environment)
        guard let signals = Signals.shared else {
            throw CLIError(.failed, "signals", "cannot receive signals: signalfd failed")
        }
        let room = Double(conversion.sampleLimit) / Double(conversion.rate)
        let recording = Recording(
            recorder, device: call.value("device"),
            limit: min(seconds.map(Double.init) ?? room, room))
        let file = try recording.run(context, signals, spoolFolder: conversion.spoolFolder)
        let audio: ImportedAudio
        let progress = AudioProgressLine(printer: context.printer, title: "recording")
        do throws(AudioImportError) {
            let source = try AudioSource(
                file.descriptor, title: "recording",
                raw: file.hasHeader ? nil : .init(rate: Recorder.rate))
            audio = try conversion.convert(source, onProgress: progress.take)
        } catch {
            throw CLIError(.failed, error.code.rawValue, Array(error.description.utf8).printable)
        }
        progress.end()
        return try target.store(audio, from: recorder.name, context, isDryRun: false)
    }
}
