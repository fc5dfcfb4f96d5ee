// A file that is written piece by piece beside its place, and takes its name when it is whole.
internal import FoxSystem
internal import Glibc

/// A file in the making; one that is not finished leaves nothing behind.
final class ExportFile {
    private let path: String
    private let temporary: String
    private var file: FileDescriptor?
    private var failure: Errno?
    private var waiting: [UInt8] = []
    private var offset = 0

    /// Begins; whether that went well is said at the end.
    ///
    /// - Parameter path: The file to replace.
    init(_ path: String) {
        self.path = path
        temporary = "\(path).\(getpid()).new"
        do throws(Errno) {
            file = try FileDescriptor.open(
                temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
        } catch { failure = error }
    }

    deinit { if file != nil { unlink(temporary) } }

    /// Adds a line.
    ///
    /// - Returns: False when it cannot be written.
    func add(_ line: String) -> Bool {
        waiting += Array(line.utf8)
        waiting.append(UInt8(ascii: "\n"))
        if waiting.count > 1 << 18 { flush() }
        return failure == nil
    }

    /// Makes it durable and gives it its name.
    ///
    /// - Throws: `Errno` of whatever failed first; then the file is as it was.
    func finish() throws(Errno) {
        flush()
        if let failure { throw failure }
        guard let number = file?.rawValue else { return }
        _ = try retrying { fsync(number) }
        let (from, to) = (temporary, path)
        _ = try retrying { rename(from, to) }
        file = nil
    }

    private func flush() {
        guard failure == nil, let number = file?.rawValue else { return }
        do throws(Errno) { try writeBytes(number, waiting, at: offset) } catch { failure = error }
        offset += waiting.count
        waiting = []
    }
}
