// Numbers in WAV headers. Reading past the end gives nil, never a trap: files come from anywhere.

/// Little-endian numbers in bytes.
enum LittleEndian {
    static func word(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int? {
        guard offset >= 0, offset + 2 <= bytes.count else { return nil }
        let start = bytes.startIndex + offset
        return Int(bytes[start]) | Int(bytes[start + 1]) << 8
    }

    static func long(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Int? {
        guard let low = word(bytes, at: offset), let high = word(bytes, at: offset + 2) else {
            return nil
        }
        return low | high << 16
    }

    static func bytes(of value: Int, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
