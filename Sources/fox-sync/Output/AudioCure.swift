// The commands that cure what is wrong with a draft's files, for those who put files in with other
// programs.
internal import AudioImport
internal import PicoFox
internal import SyncEngine

/// What `draft audio` can do for the files of a draft.
enum AudioCure {
    /// Endings of names that libsndfile reads (its list of formats; MP3 since 1.1), and ffmpeg.
    private static let endings = [
        "wav", "wave", "mp3", "flac", "ogg", "oga", "opus", "aif", "aiff", "aifc", "au", "snd",
        "caf", "w64", "rf64", "voc", "m4a", "mp4", "3gp", "amr", "aac", "wma", "mka", "webm", "spx",
    ]
    /// What is wrong with a WAV that a conversion cures.
    private static let codes: [CheckCode] = [
        .wavSkipped, .wavNoise, .wavSpeed, .wavShort, .wavOverdeviates,
    ]

    /// The commands, in the order of the files' names.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - findings: What its check found.
    ///   - folder: Its folder.
    /// - Returns: One for each WAV that would not be played as meant; and for audio of other kinds,
    ///   as long as the draft has a place for it.
    static func commands(
        for draft: FrozenDraft, _ findings: [Finding], folder: String
    ) -> [String] {
        let names = cures(ofNames: draft, folder)
        guard draft.firmware.audio.order != .none else { return names }
        func command(_ file: String, as name: String) -> String {
            "fox-sync draft audio \(draft.name.shellWord) \("\(folder)/\(file)".shellWord)"
                + " --as \(name.shellWord)"
        }
        let wrong = Set(
            findings.filter { finding in
                codes.contains { $0.rawValue == finding.code }
            }.map(\.file))
        var commands = names
        for file in wrong.sorted() {
            guard let bytes = draft.files[file]?.bytes, holdsAudio(bytes) else { continue }
            let isShort = findings.contains {
                $0.file == file && $0.code == CheckCode.wavShort.rawValue
            }
            commands.append(command(file, as: file) + (isShort ? " --partial" : ""))
        }
        var places = draft.firmware.audio.names.filter { draft.files[$0] == nil }[...]
        // What a firmware would delete is refused, what it does not use is left out.
        let refused = draft.refused.filter { $0.code == CheckCode.fileName.rawValue }.map(\.file)
            .filter { draft.firmware.canonicalName(for: $0) == nil }
        for file in Set(draft.leftOut.keys).union(refused).sorted() where isAudio(file) {
            guard let place = places.popFirst() else { break }
            // What the firmware would delete must not stay in the draft, either.
            let remove = "rm -- \("\(folder)/\(file)".shellWord)"
            commands.append(
                command(file, as: place) + (refused.contains(file) ? " && \(remove)" : ""))
        }
        return commands
    }

    /// Whether a conversion can find audio in a file: else there is no command to offer.
    private static func holdsAudio(_ bytes: [UInt8]) -> Bool {
        let wav = WavLayout(byteCount: bytes.count) { offset, count in
            Array(bytes.dropFirst(offset).prefix(count))
        }
        guard wav.isRIFFWave else { return SoundKind(bytes) != nil }
        return wav.format != nil && wav.audio?.isEmpty == false
    }

    /// What puts names right; of two spellings of one name a person has to choose one.
    private static func cures(ofNames draft: FrozenDraft, _ folder: String) -> [String] {
        let fix = draft.misspelled.isEmpty ? [] : ["fox-sync draft fix \(draft.name.shellWord)"]
        return fix
            + draft.refused.filter { $0.code == CheckCode.duplicateName.rawValue }.map {
                "rm -- \("\(folder)/\($0.file)".shellWord)"
            }
    }

    private static func isAudio(_ name: String) -> Bool {
        let lower = name.lowercased()
        return !name.hasPrefix(".") && lower != "callsign.wav"
            && endings.contains { lower.hasSuffix("." + $0) }
    }
}
