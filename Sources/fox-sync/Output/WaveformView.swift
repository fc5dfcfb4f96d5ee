// The picture of a WAV in a terminal, and its figures.
internal import AudioImport
internal import PicoFox

/// A WAV file as its firmware sends it: how loud it is when.
struct WaveformView: Sendable {
    /// The figures of a WAV, as scripts see them.
    struct Figures: Encodable, Sendable, Equatable {
        let seconds: Double
        /// Nil for silence, whose level is no number.
        let peakDBFS: Double?
        let rmsDBFS: Double?
        let peakDeviationHz: Int
    }

    private let bytes: [UInt8]
    private let firmware: Firmware

    init(_ wav: [UInt8], for firmware: Firmware) {
        bytes = wav
        self.firmware = firmware
    }

    /// Columns of the text before and behind the picture, and the widest that still helps.
    private static let margins = 6
    private static let widest = 160

    /// A peak below -66 dBFS is not heard behind a receiver's own noise.
    private static let silence = 0.0005

    /// What fills a cell by eighths, and by thirds where there is nothing but ASCII.
    private static let blocks = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let signs = [" ", ".", ":", "|"]

    var figures: Figures { Self.figures(Waveform(wav: bytes, columns: 0), firmware) }

    private static func figures(_ wave: Waveform, _ firmware: Firmware) -> Figures {
        func level(_ amplitude: Double) -> Double? {
            amplitude > 0 ? (Decibel.level(of: amplitude) * 100).rounded() / 100 : nil
        }
        return Figures(
            seconds: wave.seconds(for: firmware), peakDBFS: level(wave.peak),
            rmsDBFS: level(wave.rms), peakDeviationHz: firmware.deviation(ofPeak: wave.peak))
    }

    /// The picture and the line of figures below it, without indent.
    ///
    /// The picture is as high as 5 kHz of deviation, which is as loud as receivers like it, or as the
    /// loudest moment, when that is louder.
    func lines(_ style: Style) -> [String] {
        let width = max(10, min(style.width - Self.margins, Self.widest))
        let wave = Waveform(wav: bytes, columns: width)
        if wave.sampleCount == 0 { return ["no audio"] }
        let top = max(firmware.widestPeak, wave.peak)
        let cells = style.hasBlocks ? Self.blocks : Self.signs
        let rows = style.hasBlocks ? 2 : 4
        let steps = cells.count - 1
        let heights = wave.columns.map { column in
            // Rounded up, so that only silence looks like silence; dither is silence.
            column.peak < Self.silence
                ? 0
                : min(rows * steps, Int((column.peak / top * Double(rows * steps)).rounded(.up)))
        }
        let picture = (0..<rows).reversed().map { row in
            style.paint(
                heights.map { cells[min(max($0 - row * steps, 0), steps)] }.joined(), .dim)
        }
        return picture + [Self.caption(Self.figures(wave, firmware), firmware, style)]
    }

    private static func caption(
        _ figures: Figures, _ firmware: Firmware, _ style: Style
    ) -> String {
        guard let peak = figures.peakDBFS else {
            return "\(Self.seconds(figures.seconds)), silent"
        }
        let isLoud = figures.peakDeviationHz > Firmware.widestDeviation
        let deviation = "\(Self.kilohertz(figures.peakDeviationHz)) deviation"
        return "\(Self.seconds(figures.seconds)), peak \(Style.dBFS(peak)) ("
            + (isLoud ? style.paint(deviation + ", too much", .warn) : deviation)
            + "), RMS \(Style.dBFS(figures.rmsDBFS ?? -.infinity))"
    }

    /// A length for people.
    static func seconds(_ seconds: Double) -> String {
        Style.seconds(milliseconds: Int((seconds * 1000).rounded()))
    }

    /// A deviation for people.
    static func kilohertz(_ hertz: Int) -> String {
        let tenths = (hertz + 50) / 100
        return "\(tenths / 10).\(tenths % 10) kHz"
    }
}
