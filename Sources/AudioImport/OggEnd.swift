// Whether an Ogg file has its last page. libsndfile quietly ends where the file does, so that a
// download that was cut short would go on the air with its end missing.
internal import FoxSystem

/// The end of an Ogg stream.
///
/// Facts: a page is the word `OggS`, a version, a byte of flags (4: the last page), and in byte 26 the
/// number of its segments, whose lengths follow (RFC 3533, section 6).
enum OggEnd {
    /// No page is longer: a head of 27 bytes, 255 lengths, 255 bytes each.
    private static let longestPage = 27 + 255 + 255 * 255

    /// Looks for the last page.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - size: Its size in bytes.
    /// - Returns: Whether an Ogg file ends before its last page does; false for any other file.
    /// - Throws: `Errno` when the file cannot be read.
    static func isMissing(_ file: borrowing FileDescriptor, size: Int) throws(Errno) -> Bool {
        let word = Array("OggS".utf8)
        guard try file.read(at: 0, count: 4) == word else { return false }
        // Somebody may have put a tag behind it; that much is looked through, twice over.
        let start = max(0, size - 2 * longestPage)
        let tail = try file.read(at: start, count: size - start)
        var place = tail.count - 27
        while place >= 0 {
            if tail[place] == word[0], Array(tail[place..<place + 4]) == word {
                return tail[place + 5] & 4 == 0 || !isWhole(tail[place...])
            }
            place -= 1
        }
        return true
    }

    private static func isWhole(_ page: ArraySlice<UInt8>) -> Bool {
        let lengths = page.dropFirst(27).prefix(Int(page[page.startIndex + 26]))
        let length = 27 + lengths.count + lengths.reduce(0) { $0 + Int($1) }
        return lengths.count == Int(page[page.startIndex + 26]) && page.count >= length
    }
}
