// Memory does not grow with the length of a file.
import Foundation
import Testing

@testable import AudioImport

@Suite("Memory")
struct MemoryTests {
    /// The largest resident memory of this process so far, in KiB (proc_pid_status(5)).
    private static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    /// Imports a file of so many minutes with a second of sound in its middle, and holes round it.
    private static func convert(minutes: Int) throws -> ImportedAudio {
        let scratch = try Scratch()
        let rate = 8000
        let size = minutes * 60 * rate * 2
        let file = try scratch.write(
            TestSound.header(format: 1, bits: 16, rate: rate, channels: 1, size: size))
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.truncate(atOffset: UInt64(44 + size))
        try handle.seek(toOffset: UInt64(44 + size / 4 * 2))
        let tone = TestSound.tones([440], amplitude: 0.4, rate: rate, seconds: 1)
        try handle.write(
            contentsOf: Data(tone.flatMap { TestSound.bytes(Int16($0 * 32767)) }))
        return try scratch.convert(file, scratch.conversion(level: .peak(0.45), trim: 40))
    }

    @Test("an hour takes the memory that a minute takes")
    func hour() async {
        // In a process of its own: the peak is that of the whole process.
        await #expect(processExitsWith: .success) {
            let minute = try MemoryTests.convert(minutes: 1)
            let before = try MemoryTests.peak()
            let hour = try MemoryTests.convert(minutes: 60)
            let after = try MemoryTests.peak()
            #expect(hour.sourceFrames == 60 * minute.sourceFrames)
            #expect(hour.sampleCount == minute.sampleCount)
            #expect(Double(after) / Double(before) < 1.1)
        }
    }
}
