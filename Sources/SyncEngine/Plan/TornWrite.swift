// What a write that was cut, on flash that was torn, can leave of a file.

/// Whether a damaged file is nothing but a torn write, so that nobody edited it.
///
/// Flash is erased by blocks to 0xFF and then programmed from the front: a block that is torn holds
/// the first bytes of what was to come, and 0xFF behind them. Sectors beside it are old or new.
enum TornWrite {
    /// The bytes of a sector.
    private static let sector = 512

    /// Says whether every sector is old, new, empty, or the beginning of one with 0xFF behind it.
    ///
    /// - Parameters:
    ///   - now: The file as it is.
    ///   - old: As it was before; nil where that is not known.
    ///   - new: As it was to become; nil where that is not known.
    ///   - isPadded: Whether the old bytes may have got newlines first, up to the new length.
    /// - Returns: False when any byte may be somebody's edit, or the length is neither of the two.
    static func explains(
        _ now: [UInt8], old: [UInt8]?, new: [UInt8]?, isPadded: Bool
    ) -> Bool {
        var sides = [old, new].compactMap { $0 }
        if let old, isPadded { sides.append(Padding.padded(old, to: now.count)) }
        sides = sides.filter { $0.count == now.count }
        if sides.isEmpty { return false }
        return stride(from: 0, to: now.count, by: sector).allSatisfy { start in
            let range = start..<min(start + sector, now.count)
            return now[range].allSatisfy { $0 == 0 }
                || sides.contains { isProgrammed(now[range], from: $0[range]) }
        }
    }

    /// Whether a sector begins as another one, and goes on with nothing but erased bytes.
    private static func isProgrammed(
        _ sector: ArraySlice<UInt8>, from other: ArraySlice<UInt8>
    ) -> Bool {
        let programmed = zip(sector, other).prefix { $0 == $1 }.count
        return sector.dropFirst(programmed).allSatisfy { $0 == 0xFF }
    }
}
