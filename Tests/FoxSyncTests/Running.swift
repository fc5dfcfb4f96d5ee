// A program that was started and is waited for later.
import Foundation

/// A running program whose output goes to files.
final class Running {
    private let process = Process()
    private let output: String

    init(
        _ program: String, _ arguments: [String], _ environment: [String: String], output: String
    ) throws {
        self.output = output
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        for end in [".out", ".err"] {
            try Data().write(to: URL(fileURLWithPath: output + end))
        }
        process.standardOutput = FileHandle(forWritingAtPath: output + ".out")
        process.standardError = FileHandle(forWritingAtPath: output + ".err")
        try process.run()
    }

    /// Waits for the end.
    func wait() throws -> Outcome {
        process.waitUntilExit()
        func text(_ end: String) throws -> String {
            let data = try Data(contentsOf: URL(fileURLWithPath: output + end))
            return String(decoding: data, as: UTF8.self)
        }
        return Outcome(
            status: process.terminationStatus, out: try text(".out"), err: try text(".err"))
    }
}

/// SQLite's own shell, fed statement by statement.
final class SQLiteShell {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []

    init(database: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", database]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? say(".quit")
        process.waitUntilExit()
    }

    /// Gives it a line.
    func say(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Reads its next line; empty when it has ended.
    func line() throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                return line
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return "" }
            unread += data
        }
    }
}
