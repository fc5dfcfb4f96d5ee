// Bytes as C programs see them: the firmwares know ASCII only, whatever the file holds.

/// The few questions about bytes that the firmwares' C library answers.
enum ASCII {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let equals = UInt8(ascii: "=")
    static let space = UInt8(ascii: " ")

    /// C `isspace` in the C locale.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == space || (byte >= 9 && byte <= 13)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        byte >= 48 && byte <= 57
    }

    /// C `toupper` in the C locale.
    static func upper(_ byte: UInt8) -> UInt8 {
        byte >= 97 && byte <= 122 ? byte - 32 : byte
    }

    static func lower(_ byte: UInt8) -> UInt8 {
        byte >= 65 && byte <= 90 ? byte + 32 : byte
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (upper(byte) >= 65 && upper(byte) <= 90)
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        trimmed(bytes[...])
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var start = bytes.startIndex
        var end = bytes.endIndex
        while start < end, isSpace(bytes[start]) { start += 1 }
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        return Array(bytes[start..<end])
    }

    /// The bytes before the first NUL: what a C string holds of them.
    static func cString(_ bytes: [UInt8]) -> [UInt8] {
        cString(bytes[...])
    }

    static func cString(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(bytes[..<(bytes.firstIndex(of: 0) ?? bytes.endIndex)])
    }
}
