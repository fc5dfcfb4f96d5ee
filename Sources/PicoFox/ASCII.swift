// Bytes as C programs see them: the firmwares know ASCII only, whatever the file holds.

/// The few questions about bytes that the firmwares' C library answers.
enum ASCII {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let equals = UInt8(ascii: "=")
    static let space = UInt8(ascii: " ")

    /// C `isspace` in the C locale.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == space || (9...13).contains(byte)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// C `toupper` in the C locale.
    static func upper(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }

    static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(upper(byte))
    }

    static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> [UInt8] {
        var slice = bytes[...]
        while let first = slice.first, isSpace(first) { slice.removeFirst() }
        while let last = slice.last, isSpace(last) { slice.removeLast() }
        return Array(slice)
    }

    /// The bytes before the first NUL: what a C string holds of them.
    static func cString(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        Array(bytes.prefix { $0 != 0 })
    }
}
