// ffmpeg, which makes the files that phones record.
import Foundation

/// Runs ffmpeg.
enum FFmpeg {
    /// Whether there is one.
    static let isInstalled = (try? run(["-version"])) == 0

    /// Runs it; returns its exit status.
    static func run(_ words: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-nostdin", "-loglevel", "quiet", "-y"] + words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
