// The place in a draft that imported audio is for, and putting it there.
internal import AudioImport
internal import FoxSystem
internal import Glibc
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
            do throws(SyncError) {
                isChanged = try write(audio.wav, source, context)
            } catch { throw CLIError(error) }
            after = try Command.load(draft.name, context)
        }
        return AudioResult(
            audio, in: after, as: file, from: source, isChanged: isChanged, isDryRun: isDryRun,
            fitsTwice: room.fitsTwice(audio.wav.count))
    }

    private func write(
        _ wav: [UInt8], _ source: String, _ context: Context
    ) throws(SyncError) -> Bool {
        // Ctrl-C between two steps of the change would only be tidied up by the next one.
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let edit = try DraftEdit(context.drafts, reason: "audio") { holder in
            context.printer.progress("waiting for \(holder)")
        }
        guard try edit.draft(draft.name).firmware == draft.firmware else {
            throw SyncError(
                .changedMeanwhile, .draft,
                "the draft '\(draft.name)' was given another firmware meanwhile; nothing was done,"
                    + " try again")
        }
        edit.write(wav, to: file, of: draft.name)
        edit.note("\(file) from \(source.lastComponent)", of: draft.name)
        return try !edit.commit().isEmpty
    }
}
