// A file or standard input line by line, however long it is.
internal import FoxSystem
internal import Glibc

/// Reads lines of limited length.
final class LineReader {
    /// The most bytes of a line.
    static let limit = 4 << 20

    private let file: FileDescriptor
    private var waiting: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the line that was read last, from 1.
    private(set) var number = 0

    /// Opens a file.
    ///
    /// - Parameter path: The file, or `-` for standard input.
    /// - Throws: `Errno`.
    init(_ path: String) throws(Errno) {
        file =
            path == "-"
            ? FileDescriptor(owning: try retrying { dup(0) })
            : try FileDescriptor.open(path, flags: O_RDONLY)
        if try file.status().kind == .directory { throw .isDirectory }
    }

    /// Reads the next line, without its end.
    ///
    /// - Returns: The line, or nil at the end; empty ones are passed over.
    /// - Throws: `Errno`; `tooLarge` for a line beyond the limit.
    func next() throws(Errno) -> ArraySlice<UInt8>? {
        while true {
            if let end = waiting[start...].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                let line = waiting[start..<end]
                start = end + 1
                if line.isEmpty { continue }
                return line
            }
            if isAtEnd {
                let rest = waiting[start...]
                start = waiting.count
                if rest.isEmpty { return nil }
                number += 1
                return rest
            }
            waiting.removeFirst(start)
            start = 0
            if waiting.count > Self.limit { throw .tooLarge }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let (descriptor, size) = (file.rawValue, buffer.count)
            let got = try retrying { read(descriptor, &buffer, size) }
            isAtEnd = got == 0
            waiting += buffer.prefix(got)
        }
    }
}
