// A settings.txt that can be edited without losing a byte: what a person wrote stays as it is, and
// setting a key touches that key's own line only.

/// The lines of a settings.txt, as people read them.
package struct SettingsDocument: Sendable, Hashable {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The lines in order, with all their bytes.
    package internal(set) var lines: [SettingsLine]

    /// Splits bytes into lines.
    ///
    /// Any bytes are fine.
    ///
    /// - Parameter bytes: The content of settings.txt.
    package init(_ bytes: [UInt8]) {
        lines = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? rest.endIndex
            lines.append(SettingsLine(Array(rest[..<end]), isFirst: lines.isEmpty))
            rest = rest[end...]
        }
    }

    /// The content of the file: exactly what was read, where nothing was edited.
    package var bytes: [UInt8] { lines.flatMap(\.bytes) }

    /// The value that the file means for a key: that of its last line, trimmed.
    ///
    /// - Parameter key: The key, in any letter case.
    /// - Returns: The bytes behind the `=`, or nil when no line sets the key.
    package func valueBytes(of key: String) -> [UInt8]? {
        let wanted = SettingsDocument.normalized(key)
        return lines.last { $0.key == wanted }?.value
    }

    /// The value that the file means for a key, as text.
    ///
    /// - Parameter key: The key, in any letter case.
    /// - Returns: The text behind the `=`, trimmed, or nil when no line sets the key.
    package func value(of key: String) -> String? {
        valueBytes(of: key).map { String(decoding: $0, as: UTF8.self) }
    }

    static func normalized(_ key: String) -> String {
        let bytes = key.utf8.filter { $0 != 0 && $0 != ASCII.lineFeed && $0 != ASCII.equals }
        return String(decoding: ASCII.trimmed(bytes).map(ASCII.upper), as: UTF8.self)
    }
}
