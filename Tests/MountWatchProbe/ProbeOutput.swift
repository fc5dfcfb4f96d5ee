// The probe's standard output, shared by the reader of hints and the reader of commands.
import Foundation

/// Writes replies whole, one a line.
struct ProbeOutput: Sendable {
    private let lock = NSLock()

    /// Writes one reply.
    func write(_ reply: ProbeReply) {
        // A probe whose tests have gone has nobody to tell of a failure.
        guard let line = try? JSONEncoder().encode(reply) else { return }
        lock.withLock { try? FileHandle.standardOutput.write(contentsOf: line + Data("\n".utf8)) }
    }
}
