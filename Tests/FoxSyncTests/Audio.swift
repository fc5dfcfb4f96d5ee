// Audio files for the program, and a program that stands for a sound card.
import Foundation

extension Program {
    /// Writes a WAV of 16 bits with a tone of 500 Hz.
    @discardableResult
    func sound(
        _ path: String = "sound.wav", rate: Int = 44100, channels: Int = 2, seconds: Double = 1,
        amplitude: Double = 0.25, claimed: Int? = nil
    ) throws -> String {
        let count = Int(Double(rate) * seconds)
        var samples: [UInt8] = []
        for index in 0..<count {
            let value = amplitude * 32767 * sin(2 * .pi * 500 * Double(index) / Double(rate))
            for _ in 0..<channels { samples += bytes(Int16(value)) }
        }
        let size = UInt32(claimed ?? samples.count)
        let header: [UInt8] =
            Array("RIFF".utf8) + bytes(size + 36) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
            + bytes(UInt16(1)) + bytes(UInt16(channels)) + bytes(UInt32(rate))
            + bytes(UInt32(rate * channels * 2)) + bytes(UInt16(channels * 2)) + bytes(UInt16(16))
            + Array("data".utf8) + bytes(size)
        let url = URL(fileURLWithPath: folder + "/" + path)
        try Data(header + samples).write(to: url)
        return url.path
    }

    private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// The content of a draft's file, nil when it is not there.
    func staged(_ file: String = "audio.wav", of draft: String = "fox1") -> Data? {
        FileManager.default.contents(atPath: "\(folder)/home/drafts/\(draft)/\(file)")
    }

    /// Makes a program of a name that is found before the system's.
    func stand(in name: String, _ script: String) throws {
        let path = try write("#!/bin/sh\n" + script, to: "bin/" + name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Starts the program through a shell, in which `$FOX` is the program.
    func shell(_ line: String) throws -> Running {
        var environment = environment
        environment["FOX"] = Self.path
        environment["PATH"] = "\(folder)/bin:/usr/bin:/bin"
        return try Running(
            "/bin/sh", ["-c", line], environment, output: folder + "/" + UUID().uuidString)
    }

    /// Every name below the home, and in the folder for temporary files.
    func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder + "/home").sorted()
    }
}
