// A folder for one test, and what a conversion makes of the files in it.
import Foundation
import PicoFox

@testable import AudioImport

/// A folder that goes away with its test.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("audio-import-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and returns its path.
    func write(_ bytes: [UInt8], _ name: String = "sound.wav") throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// The names in the folder.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// A conversion that spools here.
    func conversion(
        rate: Int = 5000, limit: Int = 10_000_000, level: AudioLevel = .gain(0),
        trim: Double? = nil, partial: Bool = false
    ) -> AudioConversion {
        AudioConversion(
            rate: rate, sampleLimit: limit, level: level, silenceDepth: trim,
            acceptsShortFiles: partial, spoolFolder: path)
    }

    /// Imports a file.
    func convert(_ file: String, _ conversion: AudioConversion? = nil) throws -> ImportedAudio {
        let source = try AudioSource.open(file, spoolFolder: path)
        return try (conversion ?? self.conversion()).convert(source)
    }

    /// The error of an import that must fail.
    func failure(
        _ file: String, _ conversion: AudioConversion? = nil
    ) -> AudioImportError? {
        let conversion = conversion ?? self.conversion()
        do throws(AudioImportError) {
            let source = try AudioSource.open(file, spoolFolder: path)
            _ = try conversion.convert(source)
            return nil
        } catch { return error }
    }
}

extension ImportedAudio {
    /// The samples as parts of full scale.
    var samples: [Double] { WavFile.samplesSent(of: wav).map { Double($0) / 32768 } }
}
