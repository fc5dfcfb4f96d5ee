// A program whose lines are read while it runs.
import Foundation
import Testing

/// A running program with its standard output on a pipe.
final class ReadingProgram {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()

    init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
    }

    /// Its next line, waited for at most a minute.
    func line() throws -> String {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                rest = Data(rest[rest.index(after: end)...])
                return line
            }
            var waiting = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 60_000) > 0, "a minute without a line")
            let chunk = output.fileHandleForReading.availableData
            try #require(!chunk.isEmpty, "the program ended")
            rest += chunk
        }
    }

    /// Asks it to end, and waits.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}

extension Program {
    /// Starts the program with its standard output on a pipe.
    func startReading(_ arguments: String...) throws -> ReadingProgram {
        try ReadingProgram(Self.path, arguments, environment)
    }
}
