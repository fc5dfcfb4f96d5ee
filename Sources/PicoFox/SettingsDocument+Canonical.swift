// The form of settings.txt that every firmware reads as meant: what `draft fix` writes.

extension SettingsDocument {
    /// Rewrites the file so that every firmware reads what a person sees in it.
    ///
    /// No byte-order mark, LF only, a newline at the end, nothing round the `=`, numbers and words
    /// in plain form, one line for each key. Comments stay: one without a `=` would hide the line
    /// below it from the stock family, so it gets a `=` at its end, which makes it a key that no
    /// firmware knows. A comment behind a number moves to a line above it. Values that make no sense
    /// stay as they are, for the checks to name.
    ///
    /// - Parameter firmware: The firmware that the draft is for; its rules say how values are read.
    /// - Returns: The rewritten document; rewriting it again changes nothing.
    package func canonical(for firmware: Firmware) -> SettingsDocument {
        var bytes: [UInt8] = []
        for (index, line) in lines.enumerated() {
            if let text = canonicalText(of: line, at: index, for: firmware) {
                bytes += text + [ASCII.lineFeed]
            }
        }
        return SettingsDocument(bytes)
    }

    private func canonicalText(
        of line: SettingsLine, at index: Int, for firmware: Firmware
    ) -> [UInt8]? {
        switch line.kind {
        case .blank:
            return []
        case .comment:
            return SettingsDocument.harmless(ASCII.trimmed(line.content))
        case .other:
            return SettingsDocument.harmless(Array("# ".utf8) + ASCII.trimmed(line.content))
        case .setting(let key, let value):
            guard let rule = SettingsDocument.rule(for: key, preferring: firmware) else {
                return SettingsDocument.stranger(ASCII.trimmed(line.content))
            }
            // Only the last of several lines counts.
            if lines[(index + 1)...].contains(where: { $0.key == key }) { return nil }
            let text = rule.meaning(of: value).map { meant -> [UInt8] in
                meant.bytes ?? Array(meant.settingsText.utf8)
            }
            let comment = rule.comment(behind: value)
            return (comment.isEmpty ? [] : SettingsDocument.harmless(comment) + [ASCII.lineFeed])
                + Array(key.utf8) + [ASCII.equals]
                + ASCII.trimmed(text ?? SettingsDocument.plain(ASCII.cString(value)))
        }
    }

    /// The rule of a key under the firmware, or under any other that knows the key.
    static func rule(for key: String, preferring firmware: Firmware) -> SettingRule? {
        firmware.rule(for: key) ?? Firmware.all.lazy.compactMap { $0.rule(for: key) }.first
    }

    /// A key that no firmware knows, as it is, without blanks round its `=`.
    private static func stranger(_ content: [UInt8]) -> [UInt8] {
        // A byte-order mark behind a blank must not move to the start of the file.
        let isMarked = content.starts(with: byteOrderMark)
        let text = plain(isMarked ? [UInt8(ascii: "?")] + content[3...] : content)
        let split = text.firstIndex(of: ASCII.equals) ?? text.endIndex
        return ASCII.trimmed(text[..<split]) + [ASCII.equals]
            + ASCII.trimmed(text[split...].dropFirst())
    }

    /// A comment that hides nothing: it holds a `=`, before any byte that would end the search.
    private static func harmless(_ content: [UInt8]) -> [UInt8] {
        let text = ASCII.trimmed(plain(content))
        return text.contains(ASCII.equals) ? text : text + Array(" =".utf8)
    }

    /// Bytes without those that firmwares drop or stop at.
    private static func plain(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { $0 == 0 || $0 == ASCII.carriageReturn ? UInt8(ascii: "?") : $0 }
    }
}
