// Giving memory back while nothing happens: an agent is idle for weeks, often on a small computer.
internal import CFoxShims
internal import Glibc

/// The memory that this process keeps resident.
package enum Residence {
    /// Gives back what comes again by itself: freed heap, and pages of files that were never written.
    ///
    /// Code and constants of the program and its libraries are most of what an idle agent has
    /// resident. They stay in the kernel's cache, where others can have the room, and a page fault
    /// brings them back. Nothing that was ever written is touched: only mappings that cannot be
    /// written now and that have no page of their own (proc(5), smaps: `Anonymous`).
    ///
    /// C: `malloc_trim`, `madvise(MADV_DONTNEED)`
    package static func shrink() {
        fox_trim_heap()
        guard
            let text = try? FileDescriptor.open("/proc/self/smaps", flags: O_RDONLY)
                .readAll(limit: 1 << 20)
        else { return }
        var mapping: Range<UInt>?
        for line in text.split(separator: UInt8(ascii: "\n")) {
            if let found = unwritten(line) {
                mapping = found.isFile ? found.range : nil
            } else if line.starts(with: "Anonymous:".utf8) {
                let isOwn = line.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
                if let range = mapping, !isOwn {
                    _ = madvise(
                        UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count,
                        MADV_DONTNEED)
                }
                mapping = nil
            }
        }
    }

    /// Reads the first line of a mapping: `start-end perms offset dev inode path`.
    ///
    /// - Parameter line: Any line of smaps.
    /// - Returns: Nil for every other line; else the addresses, and whether it is a private mapping
    ///   of a file that cannot be written.
    static func unwritten(_ line: ArraySlice<UInt8>) -> (range: Range<UInt>, isFile: Bool)? {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count >= 5, let dash = words[0].firstIndex(of: UInt8(ascii: "-")),
            let start = UInt(String(decoding: words[0][..<dash], as: UTF8.self), radix: 16),
            let end = UInt(String(decoding: words[0][(dash + 1)...], as: UTF8.self), radix: 16),
            start < end
        else { return nil }
        let permissions = String(decoding: words[1], as: UTF8.self)
        let isFile = words.count >= 6 && words[5].first == UInt8(ascii: "/")
        return (start..<end, isFile && permissions.hasPrefix("r-") && permissions.hasSuffix("p"))
    }
}
