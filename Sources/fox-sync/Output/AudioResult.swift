// The answer to `draft audio` and `draft record`.
internal import AudioImport
internal import PicoFox
internal import SyncEngine

/// What an import came to.
struct AudioResult: CommandResult {
    private struct Source: Encodable, Sendable {
        let file: String
        let format: String
        let rate: Int
        let channels: Int
        let seconds: Double
    }

    private let draft: String
    private let file: String
    private let bytes: Int
    private let rate: Int
    private let audio: WaveformView.Figures
    private let source: Source
    private let gainDB: Double
    private let offset: Double
    private let trimmedSeconds: [Double]
    private let changed: Bool
    private let dryRun: Bool
    private let warnings: [String]
    private let picture: WaveformView

    private enum CodingKeys: CodingKey {
        case draft, file, bytes, rate, audio, source, gainDB, offset, trimmedSeconds, changed
        case dryRun, warnings
    }

    init(
        _ imported: ImportedAudio, in draft: FrozenDraft, as file: String, from source: String,
        isChanged: Bool, isDryRun: Bool, fitsTwice: Bool
    ) {
        let firmware = draft.firmware
        self.draft = draft.name
        self.file = file
        bytes = imported.wav.count
        rate = imported.rate
        picture = WaveformView(imported.wav, for: firmware)
        audio = picture.figures
        self.source = Source(
            file: source, format: imported.source.name, rate: imported.source.rate,
            channels: imported.source.channels,
            seconds: Double(imported.sourceFrames) / Double(imported.source.rate))
        gainDB = (imported.gain * 100).rounded() / 100
        offset = imported.offset
        trimmedSeconds = [imported.trimmedStart, imported.trimmedEnd].map {
            Double($0) / Double(imported.rate)
        }
        changed = isChanged
        dryRun = isDryRun
        var warnings: [String] = []
        if let shortage = imported.shortage {
            warnings.append("the source is cut short: \(shortage)")
        }
        if !fitsTwice {
            warnings.append(
                "a fox that has a file of this length has no room for another one beside it: to"
                    + " replace it later, sync a draft without it first")
        }
        let overdeviates = audio.peakDeviationHz > Firmware.widestDeviation
        if overdeviates {
            warnings.append(
                "the peaks deviate by \(WaveformView.kilohertz(audio.peakDeviationHz)); receivers"
                    + " are made for \(WaveformView.kilohertz(Firmware.widestDeviation))")
        }
        if !isDryRun {
            warnings += draft.findings().filter {
                $0.file == file && $0.code != CheckCode.wavOverdeviates.rawValue
            }.map(\.message)
        }
        self.warnings = warnings
    }

    func text(_ style: Style) -> String {
        let length = WaveformView.seconds(audio.seconds)
        let done =
            dryRun
            ? "nothing was written" : changed ? "'draft undo' undoes" : "as it was already"
        var lines = [
            "\(style.paint("\(draft)/\(file)", .bold)): \(length) at \(rate) Hz,"
                + " \(Style.bytes(bytes)); \(done)"
        ]
        lines += picture.lines(style).map { "  " + $0 }
        let channels = Style.count(source.channels, "channel")
        var story = [
            "from \(Array(source.file.utf8).printable) (\(source.format), \(source.rate) Hz,"
                + " \(channels)): gain \(Style.decibels(gainDB, sign: true))"
        ]
        if offset.magnitude >= 0.001 {
            let permille = Int((min(offset.magnitude, 1e6) * 1000).rounded())
            story.append("offset of \(permille / 10).\(permille % 10) % removed")
        }
        if trimmedSeconds.contains(where: { $0 > 0 }) {
            let cut = trimmedSeconds.map { WaveformView.seconds($0) }
            story.append("\(cut[0]) of silence cut off at the start, \(cut[1]) at the end")
        }
        lines.append("  " + story.joined(separator: ", "))
        lines += warnings.map {
            "  \(style.paint("warning", .warn)) \(Array($0.utf8).printable)"
        }
        return lines.joined(separator: "\n")
    }
}
