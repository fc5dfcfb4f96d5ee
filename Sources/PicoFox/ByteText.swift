// Bytes as text and back without loss: a callsign on a device may hold anything, and JSON only text.

/// A reversible mapping between any bytes and Unicode text.
///
/// Valid UTF-8 is itself. Any other byte becomes one character of a private-use block
/// (U+F780 … U+F7FF for 0x80 … 0xFF), so that nothing is lost and nothing collides.
package enum ByteText {
    private static let base: UInt32 = 0xF700

    /// Writes bytes as text.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: Text from which `decode` makes the same bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            if let (scalar, width) = scalar(at: rest), !isEscape(scalar) {
                text.append(scalar)
                rest.removeFirst(width)
            } else {
                if let escaped = Unicode.Scalar(base + UInt32(first)) { text.append(escaped) }
                rest.removeFirst()
            }
        }
        return String(text)
    }

    /// Reads what `encode` wrote.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The bytes.
    package static func decode(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            isEscape(scalar) ? [UInt8(scalar.value - base)] : Array(String(scalar).utf8)
        }
    }

    private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
        (base + 0x80...base + 0xFF).contains(scalar.value)
    }

    private static func scalar(at bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, String(scalar).utf8.count)
    }
}
