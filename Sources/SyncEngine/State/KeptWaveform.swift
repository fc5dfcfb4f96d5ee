// The shape of a sound as the log keeps it: small, and found by the sound's digest.
internal import PicoFox

/// A waveform of a WAV that a run had to do with.
package struct KeptWaveform: Equatable, Sendable {
    /// How many columns are kept.
    package static let columns = 240

    /// How many samples a firmware sends of it.
    package let samples: Int
    /// The lowest and the highest sample of each column in turn, −127 … 127.
    package let peaks: [Int8]

    /// Takes what was kept.
    ///
    /// - Parameters:
    ///   - samples: How many samples there are.
    ///   - peaks: Lowest and highest of each column in turn.
    package init(samples: Int, peaks: [Int8]) {
        self.samples = samples
        self.peaks = peaks
    }

    /// Reduces a file.
    ///
    /// - Parameter wav: The bytes of a WAV file.
    package init(wav: [UInt8]) {
        let form = Waveform(wav: wav, columns: Self.columns)
        samples = form.sampleCount
        peaks = form.columns.flatMap { column in
            [column.minimum, column.maximum].map { Int8(($0 * 127).rounded()) }
        }
    }
}

extension StateStore {
    /// Keeps the waveforms of WAVs, those that are not kept already.
    ///
    /// - Parameter files: Files; others than WAVs do not matter.
    /// - Throws: `StateError`.
    package func keepWaveforms(of files: [DeviceFile]) throws(StateError) {
        for file in files where file.name.lowercased().hasSuffix(".wav") {
            let known = try database.rows(
                "SELECT 1 FROM waveforms WHERE digest = ?", [.text(file.content.digest.hex)]
            ) { _ in true }
            if known.isEmpty {
                try keep(KeptWaveform(wav: file.bytes), of: file.content.digest)
            }
        }
    }

    /// Keeps one waveform.
    ///
    /// - Parameters:
    ///   - form: The waveform.
    ///   - digest: The digest of its WAV.
    /// - Throws: `StateError`.
    func keep(_ form: KeptWaveform, of digest: Digest) throws(StateError) {
        try database.run(
            "INSERT OR IGNORE INTO waveforms (digest, samples, peaks) VALUES (?, ?, ?)",
            [
                .text(digest.hex), .integer(form.samples),
                .blob(form.peaks.map { UInt8(bitPattern: $0) }),
            ])
    }

    /// The waveform of a WAV.
    ///
    /// - Parameter digest: The digest of its bytes.
    /// - Returns: The waveform, or nil when none is kept.
    /// - Throws: `StateError`.
    package func waveform(of digest: Digest) throws(StateError) -> KeptWaveform? {
        try database.rows(
            "SELECT samples, peaks FROM waveforms WHERE digest = ?", [.text(digest.hex)]
        ) { row in
            KeptWaveform(
                samples: row.integer(0) ?? 0,
                peaks: (row.blob(1) ?? []).map { Int8(bitPattern: $0) })
        }.first
    }
}
