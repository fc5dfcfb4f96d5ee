// Numbers read as the firmwares' C library reads them (newlib on a 32-bit RP2040): `atol` and
// `strtod`. Own code, since the host's C library has other widths and a locale.

/// C's number readers, without C.
enum CNumber {
    /// C `atol` with 32-bit `long`: blanks, sign, digits; the rest is ignored; saturating.
    ///
    /// - Parameter bytes: The text, up to a NUL or its end.
    /// - Returns: The number; 0 when there is none.
    static func atol(_ bytes: [UInt8]) -> Int32 {
        var rest = ASCII.cString(bytes)[...]
        while let first = rest.first, ASCII.isSpace(first) { rest.removeFirst() }
        let negative = takeSign(&rest)
        var magnitude: Int64 = 0
        while let first = rest.first, ASCII.isDigit(first) {
            rest.removeFirst()
            magnitude = min(magnitude * 10 + Int64(first - UInt8(ascii: "0")), 1 << 40)
        }
        return Int32(clamping: negative ? -magnitude : magnitude)
    }

    /// C `strtod`: decimal with exponent, hexadecimal, `INF`, `INFINITY`, `NAN`, in any letter case.
    ///
    /// - Parameter bytes: The text, up to a NUL or its end.
    /// - Returns: The number; 0 when there is none.
    static func strtod(_ bytes: [UInt8]) -> Double {
        var rest = ASCII.cString(bytes)[...]
        while let first = rest.first, ASCII.isSpace(first) { rest.removeFirst() }
        let negative = takeSign(&rest)
        // A sign without a number is no number: 0, and not -0.
        guard let value = unsigned(rest) else { return 0 }
        return negative ? -value : value
    }

    private static func takeSign(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        else { return false }
        rest.removeFirst()
        return first == UInt8(ascii: "-")
    }

    private static func unsigned(_ text: ArraySlice<UInt8>) -> Double? {
        let start = text.prefix(3).map(ASCII.upper)
        if start == Array("INF".utf8) { return .infinity }
        if start == Array("NAN".utf8) { return .nan }
        if start.starts(with: Array("0X".utf8)), let value = hexadecimal(text.dropFirst(2)) {
            return value
        }
        return decimal(text)
    }

    /// Reads digits, a point and an exponent; nil when `0x` is followed by no digit (then it is 0).
    private static func hexadecimal(_ text: ArraySlice<UInt8>) -> Double? {
        var number = Mantissa(limit: 15)
        var rest = text
        number.take(&rest, base: 16)
        guard number.sawDigit else { return nil }
        var bits: UInt64 = 0
        for digit in number.digits { bits = bits << 4 | UInt64(digit) }
        if number.dropped { bits |= 1 }
        let power = exponent(&rest, mark: UInt8(ascii: "P"))
        let scale = max(-4000, min(4000, power + 4 * number.exponent))
        return Double(sign: .plus, exponent: scale, significand: 1) * Double(bits)
    }

    private static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
        var number = Mantissa(limit: 800)
        var rest = text
        number.take(&rest, base: 10)
        guard number.sawDigit else { return nil }
        if number.digits.isEmpty { return 0 }
        let power = exponent(&rest, mark: UInt8(ascii: "E")) + number.exponent
        // A dropped tail only matters as 'a little more': one more digit says so.
        var digits = number.digits.map { $0 + UInt8(ascii: "0") }
        var scale = power
        if number.dropped {
            digits.append(UInt8(ascii: "1"))
            scale -= 1
        }
        let plain = String(decoding: digits, as: UTF8.self) + "e\(max(-99_999, min(99_999, scale)))"
        return Double(plain) ?? 0
    }

    /// An exponent counts only when at least one digit follows its mark and sign.
    private static func exponent(_ rest: inout ArraySlice<UInt8>, mark: UInt8) -> Int {
        guard let first = rest.first, ASCII.upper(first) == mark else { return 0 }
        var after = rest.dropFirst()
        let negative = takeSign(&after)
        guard let digit = after.first, ASCII.isDigit(digit) else { return 0 }
        var value = 0
        while let digit = after.first, ASCII.isDigit(digit) {
            after.removeFirst()
            value = min(value * 10 + Int(digit - UInt8(ascii: "0")), 1_000_000)
        }
        rest = after
        return negative ? -value : value
    }
}

extension CNumber {
    /// The digits of a number round its point, without leading zeros.
    private struct Mantissa {
        let limit: Int
        var digits: [UInt8] = []
        /// The power of the base that the digits, read as an integer, are multiplied by.
        var exponent = 0
        var sawDigit = false
        /// Whether a digit other than 0 was left out for being beyond the limit.
        var dropped = false

        init(limit: Int) { self.limit = limit }

        mutating func take(_ rest: inout ArraySlice<UInt8>, base: UInt8) {
            var afterPoint = false
            while let byte = rest.first {
                if byte == UInt8(ascii: "."), !afterPoint {
                    // A point counts after a digit or before one; alone it is no number.
                    afterPoint = true
                    rest.removeFirst()
                    continue
                }
                guard let digit = value(of: byte, base: base) else { return }
                rest.removeFirst()
                sawDigit = true
                if digits.isEmpty, digit == 0 {
                    exponent -= afterPoint ? 1 : 0
                } else if digits.count < limit {
                    digits.append(digit)
                    exponent -= afterPoint ? 1 : 0
                } else {
                    dropped = dropped || digit != 0
                    exponent += afterPoint ? 0 : 1
                }
            }
        }

        private func value(of byte: UInt8, base: UInt8) -> UInt8? {
            if ASCII.isDigit(byte) { return byte - UInt8(ascii: "0") }
            let letter = ASCII.upper(byte)
            guard base == 16, (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(letter) else {
                return nil
            }
            return letter - UInt8(ascii: "A") + 10
        }
    }
}
