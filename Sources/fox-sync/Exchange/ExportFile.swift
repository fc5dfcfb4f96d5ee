// A file for the user that is written piece by piece, and takes its name when it is whole.
internal import FoxSystem

/// A file in the making; one that is not finished leaves nothing behind.
final class ExportFile {
    private var fresh: FreshFile?
    private var failure: Errno?
    private var waiting: [UInt8] = []
    private var offset = 0

    /// Begins; whether that went well is said at the end.
    ///
    /// - Parameter path: The file to replace.
    init(_ path: String) {
        do throws(Errno) { fresh = try FreshFile(for: path) } catch { failure = error }
    }

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
        try fresh?.takeName()
    }

    private func flush() {
        guard failure == nil else { return }
        do throws(Errno) { try fresh?.descriptor.write(waiting, at: offset) } catch {
            failure = error
        }
        offset += waiting.count
        waiting = []
    }
}
