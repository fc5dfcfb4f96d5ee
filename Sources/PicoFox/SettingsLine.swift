// One line of settings.txt as people read it, with every byte it came with.

/// One line of a settings.txt.
package struct SettingsLine: Sendable, Hashable {
    /// What a line is, for a person.
    package enum Kind: Sendable, Hashable {
        /// Nothing but blanks.
        case blank
        /// Begins with `#`, `;` or `//`.
        case comment
        /// A key and a value, both trimmed; the key in capitals.
        case setting(key: String, value: [UInt8])
        /// Text without a `=`.
        case other
    }

    /// All bytes, line ending and byte-order mark included.
    package let bytes: [UInt8]
    /// What the line is.
    package let kind: Kind
    /// Whether the line begins with a UTF-8 byte-order mark (only the first of a file can).
    package let hasByteOrderMark: Bool

    /// - Parameters:
    ///   - bytes: All bytes of the line, with its ending.
    ///   - isFirst: Whether it is the first of the file.
    init(_ bytes: [UInt8], isFirst: Bool) {
        self.bytes = bytes
        hasByteOrderMark = isFirst && bytes.starts(with: SettingsDocument.byteOrderMark)
        let text = ASCII.trimmed(hasByteOrderMark ? bytes[3...] : bytes[...])
        if text.isEmpty {
            kind = .blank
        } else if ["#", ";", "//"].contains(where: { text.starts(with: Array($0.utf8)) }) {
            kind = .comment
        } else if let split = text.firstIndex(of: ASCII.equals) {
            let key = ASCII.trimmed(text[..<split]).map(ASCII.upper)
            kind = .setting(
                key: String(decoding: key, as: UTF8.self),
                value: ASCII.trimmed(text[(split + 1)...]))
        } else {
            kind = .other
        }
    }

    /// The key of a setting, in capitals, else nil.
    package var key: String? {
        if case .setting(let key, _) = kind { key } else { nil }
    }

    /// The value of a setting, trimmed, else nil.
    package var value: [UInt8]? {
        if case .setting(_, let value) = kind { value } else { nil }
    }

    /// Whether the line ends in a newline (the last of a file may not).
    package var isTerminated: Bool { bytes.last == ASCII.lineFeed }

    /// Whether the line ends in CR LF.
    package var endsInCarriageReturn: Bool {
        bytes.suffix(2).elementsEqual([ASCII.carriageReturn, ASCII.lineFeed])
    }

    /// The bytes without line ending and byte-order mark.
    package var content: [UInt8] {
        var slice = hasByteOrderMark ? bytes[3...] : bytes[...]
        if slice.last == ASCII.lineFeed { slice.removeLast() }
        if slice.last == ASCII.carriageReturn { slice.removeLast() }
        return Array(slice)
    }
}
