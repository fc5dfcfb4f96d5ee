// A headless browser that opens a page and tells what it came to.
import Foundation
import Testing

/// The browser that is installed, if any.
enum Browser {
    /// Its program, or nil.
    static let program: String? = ["chromium", "chromium-browser", "google-chrome"].lazy
        .flatMap { name in
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .map { "\($0)/\(name)" }
        }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Opens a page with its scripts.
    static func run(_ options: [String], page: String, in program: Program) throws -> String {
        let browser = try #require(Self.program)
        var environment = program.environment
        environment["HOME"] = program.folder
        let outcome = try Running(
            browser,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--user-data-dir=\(program.folder)/browser", "--hide-scrollbars",
                "--virtual-time-budget=3000",
            ] + options + [page], environment, output: program.folder + "/\(UUID().uuidString)"
        ).wait()
        #expect(outcome.status == 0, "\(outcome.err)")
        return outcome.out
    }

    /// The page as it is after its scripts ran.
    static func dom(_ path: String, hash: String = "", in program: Program) throws -> String {
        try run(["--dump-dom"], page: "file://\(path)\(hash)", in: program)
    }
}
