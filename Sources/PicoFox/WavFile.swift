// The only WAV file that is safe for every firmware: the canonical 44-byte header, then samples.

/// Writing WAV files in the form that the firmwares play.
package enum WavFile {
    /// Makes a mono 16-bit PCM file with nothing but `fmt ` and `data`.
    ///
    /// - Parameters:
    ///   - samples: The audio.
    ///   - sampleRate: Its rate in Hz.
    /// - Returns: The bytes of the file.
    package static func canonical(samples: [Int16], sampleRate: Int) -> [UInt8] {
        var bytes = header(sampleCount: samples.count, sampleRate: sampleRate)
        bytes.reserveCapacity(bytes.count + samples.count * 2)
        for sample in samples {
            let bits = UInt16(bitPattern: sample)
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        }
        return bytes
    }

    /// Makes the header of such a file.
    ///
    /// - Parameters:
    ///   - sampleCount: How many samples follow.
    ///   - sampleRate: Their rate in Hz.
    /// - Returns: 44 bytes.
    package static func header(sampleCount: Int, sampleRate: Int) -> [UInt8] {
        let size = sampleCount * 2
        var bytes = Array("RIFF".utf8) + LittleEndian.bytes(of: 36 + size, count: 4)
        bytes += Array("WAVEfmt ".utf8) + LittleEndian.bytes(of: 16, count: 4)
        bytes += LittleEndian.bytes(of: 1, count: 2) + LittleEndian.bytes(of: 1, count: 2)
        bytes += LittleEndian.bytes(of: sampleRate, count: 4)
        bytes += LittleEndian.bytes(of: sampleRate * 2, count: 4)
        bytes += LittleEndian.bytes(of: 2, count: 2) + LittleEndian.bytes(of: 16, count: 2)
        return bytes + Array("data".utf8) + LittleEndian.bytes(of: size, count: 4)
    }

    /// The samples as a firmware sends them: everything behind the first 44 bytes.
    ///
    /// - Parameter bytes: The bytes of a WAV file.
    /// - Returns: 16-bit samples; none when the file is too short.
    package static func samplesSent(of bytes: [UInt8]) -> [Int16] {
        guard bytes.count > WavInspection.headerSize else { return [] }
        return stride(from: WavInspection.headerSize, to: bytes.count - 1, by: 2).map { index in
            Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
        }
    }
}
