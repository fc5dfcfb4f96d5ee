// One recording: a program that records, its samples in a file without a name, a level meter.
internal import FoxSystem
internal import SyncEngine

/// Records until it is told to end, or has recorded enough.
struct Recording: Sendable {
    /// What was recorded.
    struct File: ~Copyable {
        /// The samples, in a file without a name.
        let descriptor: FileDescriptor
        /// Whether they have a header.
        let hasHeader: Bool
    }

    private let recorder: Recorder
    private let device: String?
    private let limit: Double

    /// What a program that was told to end is given, before it is ended, in seconds.
    private static let patience = 3

    /// Prepares a recording of at most `limit` seconds.
    init(_ recorder: Recorder, device: String?, limit: Double) {
        self.recorder = recorder
        self.device = device
        self.limit = limit
    }

    /// Records.
    ///
    /// - Parameters:
    ///   - context: The surroundings.
    ///   - signals: The first of them ends the recording.
    ///   - spoolFolder: Where the samples are kept meanwhile, without a name.
    /// - Returns: What was recorded.
    /// - Throws: `CLIError` when the program could not be started, or recorded nothing.
    func run(
        _ context: Context, _ signals: Signals, spoolFolder: String
    ) throws(CLIError) -> File {
        let spool = try spoolFile(in: spoolFolder)
        let child: ChildProcess
        do {
            child = try ChildProcess(
                recorder.command(device: device),
                environment: context.environment.map { "\($0.key)=\($0.value)" })
        } catch { throw failed(error) }
        let ending = signals.listen { _ in Self.end(child) }
        defer { ending.cancel() }
        let (bytes, head): (Int, Head)
        let status: Int32
        do throws(Errno) {
            (bytes, head) = try take(from: child, into: spool, context)
            status = try child.wait()
        } catch { throw failed(error) }
        context.printer.progress("")
        guard bytes > 0 else {
            throw CLIError(
                .failed, "not-recorded", "\(recorder.name) recorded nothing (exit code \(status))")
        }
        return File(descriptor: spool, hasHeader: head != .none)
    }

    private func failed(_ error: Errno) -> CLIError {
        CLIError(.failed, "host", "\(recorder.name): \(error)")
    }

    private func spoolFile(in folder: String) throws(CLIError) -> FileDescriptor {
        do { return try .unnamed(in: folder) } catch { throw failed(error) }
    }

    private static func end(_ child: ChildProcess) {
        child.interrupt()
        Alarm.set(seconds: patience) { child.terminate() }
    }

    /// What the output begins with: pw-record writes a header or none, by its version.
    private enum Head {
        case none
        case wav
        case au

        init(_ bytes: [UInt8]) {
            self =
                bytes.starts(with: Array("RIFF".utf8))
                ? .wav : bytes.starts(with: Array(".snd".utf8)) ? .au : .none
        }
    }

    private func take(
        from child: ChildProcess, into spool: borrowing FileDescriptor, _ context: Context
    ) throws(Errno) -> (bytes: Int, Head) {
        let enough = Int(limit * Double(Recorder.rate)) * 2
        var meter = LevelMeter(
            printer: context.printer, hasBlocks: Style.isUTF8(context.environment))
        var head = Head.none
        var count = 0
        var isEnding = false
        while true {
            // A tenth of a second: that is how often the meter moves.
            var bytes = try child.read(count: Recorder.rate / 5)
            if bytes.isEmpty { return (count, head) }
            if count == 0 { head = Head(bytes) }
            if isEnding { continue }
            bytes = Array(bytes.prefix(enough - count))
            try spool.write(bytes, at: count)
            count += bytes.count
            meter.take(
                bytes, isBigEndian: head == .au,
                seconds: Double(count / 2) / Double(Recorder.rate))
            if count >= enough {
                isEnding = true
                Self.end(child)
            }
        }
    }
}
