// The real agent in a mount namespace of its own: shell commands in, its lines out.
import Foundation
import Testing

/// An agent that runs, and a shell beside it that mounts and unmounts.
final class AgentBench {
    /// Why the tests of the agent cannot run here, or nil.
    static let isPossible: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "-m", "true"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    let program: Program
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let ended = DispatchSemaphore(value: 0)
    private var rest = Data()

    /// Starts a shell in a namespace of its own; the agent starts with `agent()`.
    ///
    /// - Parameter spaces: What has a namespace of its own, as `unshare` takes it.
    /// - Throws: When there is no shell to be had.
    init(_ spaces: [String] = ["-m"]) throws {
        program = try Program()
        try program.write(
            "[volumes]\nfile-systems = vfat tmpfs\nstand-ins = \(program.folder)/mnt\n",
            to: "home/fox-sync.conf")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["unshare"] + spaces + [
                "--propagation", "private", "bash", "-c",
                """
                while read -r line; do eval "$line" || echo "FAILED: $line"; done
                [ -z "$agent" ] || kill $agent; [ -z "$others" ] || kill -9 $others; wait
                """,
            ]
        process.environment = program.environment
        process.currentDirectoryURL = URL(fileURLWithPath: program.folder)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        let ended = ended
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
    }

    deinit {
        // Not the end of the pipe: another test's child may hold a copy of it for a moment.
        try? shell("break")
        if ended.wait(timeout: .now() + 60) == .timedOut {
            // The shell's children are of its process group.
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
            ended.wait()
        }
    }

    /// Has the shell run a line.
    func shell(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Starts the agent, under another program if one is named.
    func agent(_ options: String = "", under other: String = "") throws {
        try shell("\(other) '\(Program.path)' agent \(options) & agent=$!")
        _ = try line(with: "watching")
    }

    /// A bench with an agent, whose fox `a` has got its draft.
    static func synced(_ options: String = "") throws -> AgentBench {
        let bench = try AgentBench()
        try bench.program.draft()
        try bench.fox("a")
        try bench.agent(options)
        try bench.plug("a")
        _ = try bench.line(with: "mnt/a: pushed")
        return bench
    }

    /// Runs the program beside the agent, under another program if one is named.
    func run(_ words: String, under other: String = "") throws -> Outcome {
        try shell("\(other) '\(Program.path)' \(words) >out 2>err; echo \"exit $?\"")
        let status = try line(with: "exit ").dropFirst("exit ".count)
        return Outcome(
            status: Int32(status) ?? -1, out: try program.text(program.folder + "/out"),
            err: try program.text(program.folder + "/err"))
    }

    /// Tells the agent to stop; the shell says its exit code when it has ended.
    func terminateAgent() throws { try shell("kill $agent; wait $agent; echo \"exit $?\"; agent=") }

    /// Waits until the agent has ended; returns its exit code in words.
    func stopAgent() throws -> String {
        try terminateAgent()
        return try line(with: "exit ")
    }

    /// Makes a tmpfs that looks like a factory-fresh fox, out of the agent's sight.
    func fox(_ name: String, settings: String = Program.factory) throws {
        try program.write(settings, to: "\(name).txt")
        try shell(
            "mkdir -p src/\(name) mnt/\(name) && mount -t tmpfs -o size=15m fox src/\(name)"
                + " && cp \(name).txt src/\(name)/settings.txt")
    }

    /// Plugs a fox in: its files are there when the mount comes.
    func plug(_ name: String) throws { try shell("mount --move src/\(name) mnt/\(name)") }

    /// Adds lines to the configuration.
    func configure(_ lines: String) throws {
        let old = try program.text("\(program.folder)/home/fox-sync.conf")
        try program.write(old + lines + "\n", to: "home/fox-sync.conf")
    }

    /// The next line that contains some words, or the very next one without any.
    ///
    /// All lines before it are passed over.
    func line(with words: String) throws -> String {
        let start = ContinuousClock.now
        while true {
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                rest = Data(rest[rest.index(after: end)...])
                if line.hasPrefix("FAILED") { Issue.record("\(line)") }
                if words.isEmpty || line.contains(words) { return line }
            }
            let left = max(0, 120 - (ContinuousClock.now - start).components.seconds)
            guard let chunk = chunk(within: Int32(left) * 1000) else {
                throw Silence(words: words, agent: standing())
            }
            try #require(!chunk.isEmpty, "the agent ended before it said '\(words)'")
            rest += chunk
        }
    }

    /// What is said next, empty at the end; nil when nothing comes in time.
    private func chunk(within milliseconds: Int32) -> Data? {
        let end = output.fileHandleForReading
        var waiting = pollfd(fd: end.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, milliseconds) > 0 ? end.availableData : nil
    }

    /// The agent's threads and the signals that wait for it, for a failure that is seen once.
    private func standing() -> String {
        try? shell("grep -HE 'State|Sig|Shd' /proc/$agent/task/*/status; echo 'that is all'")
        var said = ""
        while !said.contains("that is all"), let chunk = chunk(within: 10_000), !chunk.isEmpty {
            said += String(decoding: chunk, as: UTF8.self)
        }
        return said
    }

    /// Words that the agent did not say in time.
    struct Silence: Error, CustomStringConvertible {
        let words: String
        let agent: String

        var description: String { "two minutes without '\(words)'; of the agent: \(agent)" }
    }
}
