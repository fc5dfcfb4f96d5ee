// The waveforms of a page: each sound is drawn once and used by all runs that pushed it.
internal import SyncEngine

/// The pictures of a page's sounds, by their digests.
struct WaveformDrawing: Sendable {
    private static let height = 56
    private var numbers: [Digest: Int] = [:]
    private var symbols: [Markup] = []
    private var samples: [Digest: Int] = [:]

    /// No pictures yet.
    init() {}

    /// Adds a sound.
    mutating func add(_ form: KeptWaveform, of digest: Digest) {
        guard numbers[digest] == nil, form.peaks.count >= 4 else { return }
        numbers[digest] = symbols.count
        samples[digest] = form.samples
        symbols.append(Self.symbol(form, number: symbols.count))
    }

    /// Whether a sound is known.
    func contains(_ digest: Digest) -> Bool { numbers[digest] != nil }

    /// The drawings, to stand once on the page; shown nowhere by themselves.
    var definitions: Markup {
        symbols.isEmpty
            ? ""
            : "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\">\(symbols)</svg>\n"
    }

    /// The picture of a sound, or nothing where none is known.
    ///
    /// - Parameters:
    ///   - digest: The digest of its WAV.
    ///   - file: Its name, for who cannot see the picture.
    ///   - rate: The samples a second of the firmware that plays it, or nil when unknown.
    /// - Returns: A figure.
    func picture(of digest: Digest, file: String, rate: Int?) -> Markup {
        guard let number = numbers[digest] else { return "" }
        let seconds = rate.map {
            Style.seconds(milliseconds: (samples[digest] ?? 0) * 1000 / max($0, 1))
        }
        let length: Markup = seconds.map { "<figcaption>\(file), \($0)</figcaption>" } ?? ""
        return """
            <figure class="wave"><svg role="img" aria-label="waveform of \(file)" \
            viewBox="0 0 \(KeptWaveform.columns) \(Self.height)" preserveAspectRatio="none">\
            <use href="#w\(number)"/></svg>\(length)</figure>
            """
    }

    private static func symbol(_ form: KeptWaveform, number: Int) -> Markup {
        let middle = Double(height) / 2
        func y(_ peak: Int8) -> String {
            let tenths = Int(((middle - Double(peak) / 127 * (middle - 1)) * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)"
        }
        let columns = form.peaks.count / 2
        // Silence is a hairline, not nothing.
        let upper = (0..<columns).map { "\($0) \(y(max(form.peaks[$0 * 2 + 1], 1)))" }
        let lower = (0..<columns).reversed().map { "\($0) \(y(min(form.peaks[$0 * 2], -1)))" }
        let path = "M" + (upper + lower).joined(separator: "L") + "Z"
        return """
            <symbol id="w\(number)" viewBox="0 0 \(KeptWaveform.columns) \(height)" \
            preserveAspectRatio="none"><path d="\(path)"/></symbol>
            """
    }
}
