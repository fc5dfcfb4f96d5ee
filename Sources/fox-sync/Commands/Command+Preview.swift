// `preview`: what a fox will send with a draft, as a picture and as sound.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

extension Command {
    static let preview = Command(
        "preview", words: "NAME", count: 1...1, "what a fox will send with a draft, and when",
        details: """
            Prints one cycle on the air: audio, Morse ID, silence; how often the ID comes, the duty that
            is really reached, how long a battery lasts at most. With --wav, writes what a receiver
            would hear, so that one can listen before driving into the woods: audio as the firmware plays
            it, Morse and the tunes of songs.txt. Two alternating tones stand in for what only the
            firmware can make: its own audio and tune, pictures and packets.
            """,
        options: [
            Option("wav", letter: "w", value: "FILE", "write the sound of one cycle to FILE"),
            Option("seconds", value: "N", "at most so many seconds of sound (default 600)"),
            Option("force", letter: "f", "replace FILE if it exists"),
        ],
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let draft = try loadWhole(call.words[0], context)
        let air = OnAir(draft)
        var written: PreviewResult.Sound?
        if let file = call.value("wav") {
            let limit = try call.number("seconds", in: 1...86_400) ?? 600
            written = try render(air, to: file, limit: limit, mayReplace: call.has("force"))
        }
        let isPlain = context.environment["LC_ALL"] == "C" || context.environment["TERM"] == "dumb"
        return PreviewResult(
            draft, air,
            lines: CycleDrawing(
                width: context.printer.style.width - PreviewResult.indent.count, isPlain: isPlain
            ).lines(air.timeline), sound: written)
    }

    private static func render(
        _ air: OnAir, to file: String, limit: Int, mayReplace: Bool
    ) throws(CLIError) -> PreviewResult.Sound {
        if let reason = air.timeline.offAirReason {
            throw CLIError(.invalid, "off-air", "there is nothing to hear: \(reason)")
        }
        try mayWrite(
            file, isForced: mayReplace,
            command: "fox-sync preview \(air.draft.name.shellWord) --wav \(file.shellWord)")
        let rendering = AirRendering(
            air.timeline, firmware: air.draft.firmware, audio: air.samples, limit: Double(limit))
        let samples = rendering.samples
        do throws(Errno) {
            try Folder.replaceFile(
                file,
                with: WavFile.canonical(samples: samples, sampleRate: rendering.sampleRate))
        } catch { throw CLIError(.failed, "host", "\(file): \(error)") }
        return PreviewResult.Sound(
            file: file, seconds: Double(samples.count) / Double(rendering.sampleRate),
            standIns: rendering.standIns)
    }
}
