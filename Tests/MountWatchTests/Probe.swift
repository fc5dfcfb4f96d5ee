// The tests' end of a probe process: commands in, replies and hints out.
import Foundation
import MountWatch

@testable import mountwatch_probe

/// What a probe did other than asked.
struct ProbeFailure: Error, CustomStringConvertible {
    let description: String
}

/// A running `mountwatch-probe`, alone or in namespaces of its own.
actor Probe {
    private let process: Process
    private let input: FileHandle
    private var replies: AsyncStream<ProbeReply>.Iterator
    private let ended: AsyncStream<Never>
    private var waitingHints: [WatchHint] = []

    /// Starts a program whose standard input and output are a probe's.
    init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let toProbe = Pipe()
        let fromProbe = Pipe()
        process.standardInput = toProbe
        process.standardOutput = fromProbe
        let (stream, continuation) = AsyncStream<ProbeReply>.makeStream()
        replies = stream.makeAsyncIterator()
        input = toProbe.fileHandleForWriting
        let (ended, end) = AsyncStream<Never>.makeStream()
        self.ended = ended
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        Self.read(fromProbe.fileHandleForReading, into: continuation)
    }

    /// Sends a command and waits for its reply; hints that come meanwhile are kept.
    func ask(_ command: ProbeCommand) async throws -> ProbeReply {
        try input.write(contentsOf: JSONEncoder().encode(command) + Data("\n".utf8))
        while true {
            let reply = try await next()
            switch reply {
            case .hint(let hint): waitingHints.append(hint)
            case .failed(let reason): throw ProbeFailure(description: reason)
            default: return reply
            }
        }
    }

    /// Scans in the probe's namespaces.
    func scan() async throws -> VolumeScan {
        guard case .scan(let scan) = try await ask(.scan) else {
            throw ProbeFailure(description: "no scan")
        }
        return scan
    }

    /// Counts the probe's open descriptors.
    func descriptors() async throws -> Int {
        guard case .descriptors(let count) = try await ask(.countDescriptors) else {
            throw ProbeFailure(description: "no count")
        }
        return count
    }

    /// Stops the watcher and waits for the end of its stream.
    func stop() async throws {
        guard case .stopped = try await ask(.stop) else {
            throw ProbeFailure(description: "not stopped")
        }
    }

    /// Runs a shell command in the probe's namespaces; it must succeed.
    func run(_ command: String) async throws {
        guard case .ran(let status) = try await ask(.run(command)), status == 0 else {
            throw ProbeFailure(description: "failed: \(command)")
        }
    }

    /// The next hint, waiting for it if need be.
    func hint() async throws -> WatchHint {
        if !waitingHints.isEmpty { return waitingHints.removeFirst() }
        guard case .hint(let hint) = try await next() else {
            throw ProbeFailure(description: "no hint")
        }
        return hint
    }

    /// Reads hints until one has a cause that is wanted; returns all causes up to then.
    @discardableResult
    func causes(until isWanted: @Sendable (WatchCause) -> Bool) async throws -> [WatchCause] {
        var causes: [WatchCause] = []
        while !causes.contains(where: isWanted) { causes += try await hint().causes }
        return causes
    }

    /// What the agent does: scan, and again at each hint, until the state is the one awaited.
    func scan(until isReached: @Sendable (VolumeScan) -> Bool) async throws -> VolumeScan {
        while true {
            let scan = try await scan()
            if isReached(scan) { return scan }
            _ = try await hint()
        }
    }

    /// Ends the probe and waits until its namespaces are gone.
    func end() async {
        try? input.close()
        for await _ in ended {}
    }

    private func next() async throws -> ProbeReply {
        // The iterator leaves the actor's storage while it waits; there is one caller at a time.
        var iterator = replies
        let reply = await iterator.next(isolation: self)
        replies = iterator
        guard let reply else { throw ProbeFailure(description: "the probe has ended") }
        return reply
    }

    private static func read(
        _ output: FileHandle, into continuation: AsyncStream<ProbeReply>.Continuation
    ) {
        // A thread of its own: reading a pipe blocks.
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let chunk = output.availableData
                if chunk.isEmpty { break }
                rest += chunk
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = Data(rest[rest.startIndex..<end])
                    rest = Data(rest[rest.index(after: end)...])
                    if let reply = try? JSONDecoder().decode(ProbeReply.self, from: line) {
                        continuation.yield(reply)
                    }
                }
            }
            continuation.finish()
        }
    }
}
