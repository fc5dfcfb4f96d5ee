// The real program, run as people run it, with a limit on how long it may take.
import Foundation

/// `fox-sync` from the folder that the tests were built into.
enum Program {
    /// The binary, or nil when it was not built.
    static let path: String? = {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let path = ((own as NSString).deletingLastPathComponent as NSString)
            .appendingPathComponent("fox-sync")
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// Whether a tool of the system is there.
    static func isThere(_ tool: String) -> Bool { find(tool) != nil }

    private static func find(_ tool: String) -> String? {
        ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map { $0 + tool }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    struct Outcome: Sendable {
        /// The exit code; 124 when it took too long; 128 + n when signal n ended it.
        let code: Int32
        let output: String
        let errors: [UInt8]

        var text: String { output + String(decoding: errors, as: UTF8.self) }
    }

    /// Runs a command under `timeout`.
    ///
    /// - Parameters:
    ///   - command: The tool and its arguments.
    ///   - home: The `FOX_SYNC_HOME`.
    ///   - seconds: When to give up.
    /// - Returns: How it ended and what it said.
    /// - Throws: When it cannot be started.
    static func run(_ command: [String], home: String, seconds: Int = 20) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: find("timeout") ?? "/usr/bin/timeout")
        process.arguments = ["--signal=KILL", "\(seconds)"] + command
        process.environment = ["FOX_SYNC_HOME": home, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
        // Files, not pipes: nobody needs to drain them while the program runs.
        let folder = try scratchFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["out", "err"] {
            _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: nil)
        }
        process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
        process.standardError = FileHandle(forWritingAtPath: folder + "/err")
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let isSignal = process.terminationReason == .uncaughtSignal
        func read(_ name: String) -> [UInt8] {
            FileManager.default.contents(atPath: folder + "/" + name).map { [UInt8]($0) } ?? []
        }
        return Outcome(
            code: (isSignal ? 128 : 0) + process.terminationStatus,
            output: String(decoding: read("out"), as: UTF8.self), errors: read("err"))
    }
}
