// The place in a draft that imported audio is for, and putting it there.
internal import AudioImport
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

/// A file of a draft that its firmware plays.
struct AudioTarget: Sendable {
    /// The draft as it was read.
    let draft: FrozenDraft
    /// The file's name, as the firmware wants it.
    let file: String
    /// How much audio fits beside the draft's other files.
    let room: FlashRoom

    var firmware: Firmware { draft.firmware }

    /// Finds the place.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - call: The call; `--as` counts.
    ///   - context: The surroundings.
    /// - Throws: `CLIError` when the firmware plays no such file.
    init(_ name: String, _ call: Invocation, _ context: Context) throws(CLIError) {
        draft = try Command.load(name, context)
        let names = draft.firmware.audio.names
        guard let first = names.first else {
            throw CLIError(
                .invalid, "not-played",
                "the \(draft.firmware.id) firmware plays no audio file: it sends its identifier")
        }
        file = call.value("as") ?? first
        guard draft.firmware.plays(file) else {
            let known = names.count > 3 ? "\(names[0]), \(names[1]) … \(names.last ?? "")" : first
            throw CLIError(
                .invalid, "not-played",
                "the \(draft.firmware.id) firmware does not play"
                    + " '\(Array(file.utf8).printable)'; it plays \(known)")
        }
        try draft.whole(file)
        room = FlashRoom(
            for: file, draft.firmware, draft.effective,
            others: draft.files.mapValues(\.content.size))
    }

    /// Puts audio into the draft, keeping its version before.
    ///
    /// - Parameters:
    ///   - audio: The audio.
    ///   - source: Where it came from.
    ///   - context: The surroundings.
    ///   - isDryRun: Whether to write nothing.
    /// - Returns: What there is to tell.
    /// - Throws: `CLIError`; the draft is as it was then.
    func store(
        _ audio: ImportedAudio, from source: String, _ context: Context, isDryRun: Bool
    ) throws(CLIError) -> AudioResult {
        var isChanged = draft.files[file]?.bytes != audio.wav
        var after = draft
        if !isDryRun {
            isChanged = try write(audio.wav, source, context)
            var files = draft.files
            files[file] = DeviceFile(name: file, bytes: audio.wav)
            after = (try? Command.load(draft.name, context)) ?? draft.replacing(files)
        }
        return AudioResult(
            audio, in: after, as: file, from: source, isChanged: isChanged, isDryRun: isDryRun,
            fitsTwice: room.fitsTwice(audio.wav.count))
    }

    private func write(
        _ wav: [UInt8], _ source: String, _ context: Context
    ) throws(CLIError) -> Bool {
        try context.change("audio") { (edit) throws(CLIError) in
            let now = try context.engine { () throws(SyncError) in try edit.draft(draft.name) }
            guard now.firmware == firmware else {
                throw CLIError(
                    .failed, SyncError.Code.changedMeanwhile.rawValue,
                    "the draft '\(draft.name)' was given another firmware meanwhile; nothing was"
                        + " done, try again")
            }
            edit.write(wav, to: file, of: draft.name)
            edit.note("\(file) from \(source.lastComponent)", of: draft.name)
            return now.files[file]?.bytes != wav
        }
    }
}
