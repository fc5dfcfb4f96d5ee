// From the level of a WAV to what goes on the air: a firmware scales samples to frequency deviation.

extension Firmware {
    /// The deviation in Hz to which imported audio is brought: a tenth below the 5 kHz that receivers
    /// of 2 m FM are made for, which leaves room for what their filters add.
    package static let modestDeviation = 4500

    /// The frequency deviation in Hz that receivers of 2 m FM are made for.
    package static let widestDeviation = FileChecks.widestDeviation

    /// The largest sample that receivers of 2 m FM take undistorted, part of full scale: 0.5 where
    /// full scale is 10 kHz (AI6YM and its kin), 1 where it is 5 kHz (pacificon).
    package var widestPeak: Double {
        min(1, Double(FileChecks.widestDeviation) / Double(fullScaleDeviation))
    }

    /// The peak that imported audio gets unless another is asked for, part of full scale: 0.45 or
    /// -6.9 dBFS on most firmwares, 0.9 or -0.9 dBFS on pacificon.
    package var modestPeak: Double {
        min(1, Double(Firmware.modestDeviation) / Double(fullScaleDeviation))
    }

    /// The deviation of a peak.
    ///
    /// - Parameter peak: Part of full scale.
    /// - Returns: Whole Hz.
    package func deviation(ofPeak peak: Double) -> Int {
        Int((min(max(peak, 0), 1) * Double(fullScaleDeviation)).rounded())
    }
}
