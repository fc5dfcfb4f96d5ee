// Setting and removing one key: its own lines are touched and no other, and the firmware reads what
// was set, whatever stands round it.

extension SettingsDocument {
    /// A comment with a `=`: it ends the text that would stick to the line below it.
    private static let divider = SettingsLine(Array("# =\n".utf8), isFirst: false)

    /// Sets a key on its own line, in the form `KEY=VALUE` and a newline that every firmware reads.
    ///
    /// Of several lines with the key the last is changed, since it is the one that counts. A key
    /// that is not there is added behind the last setting; where that is a last line without a
    /// newline, it gets one. A comment that would hide the line is divided from it; where the
    /// firmware reads nothing more at all, the line moves up to where it does.
    ///
    /// - Parameters:
    ///   - key: The key, in any letter case.
    ///   - value: The value. Line breaks and NUL bytes cannot be part of a value and are dropped.
    ///   - firmware: The firmware that shall read it.
    package mutating func set(_ key: String, to value: String, for firmware: Firmware) {
        set(key, to: Array(value.utf8), for: firmware)
    }

    /// Sets a key on its own line, from bytes.
    ///
    /// - Parameters:
    ///   - key: The key, in any letter case.
    ///   - value: The value. Line breaks and NUL bytes cannot be part of a value and are dropped.
    ///   - firmware: The firmware that shall read it.
    package mutating func set(_ key: String, to value: [UInt8], for firmware: Firmware) {
        let name = SettingsDocument.normalized(key)
        let clean = ASCII.trimmed(
            value.filter { $0 != 0 && $0 != ASCII.lineFeed && $0 != ASCII.carriageReturn })
        let line = Array(name.utf8) + [ASCII.equals] + clean + [ASCII.lineFeed]
        finishLastLine(ifReadBy: firmware)
        var edited = self
        let index = edited.place(line, of: name)
        if !edited.isRead(name, at: index, by: firmware) {
            edited.lines.insert(SettingsDocument.divider, at: index)
            if !edited.isRead(name, at: index + 1, by: firmware) {
                edited = self
                edited.unset(name, for: firmware)
                edited.insert(line, at: edited.endOfSettings(for: firmware))
            }
        }
        self = edited
    }

    /// Removes every line that sets a key, so that the firmware's default counts.
    ///
    /// Where a comment sticks to such a line, a divider takes its place: else the comment would hide
    /// the next line.
    ///
    /// - Parameters:
    ///   - key: The key, in any letter case.
    ///   - firmware: The firmware that reads the rest.
    package mutating func unset(_ key: String, for firmware: Firmware) {
        let name = SettingsDocument.normalized(key)
        let reading = SettingsReading(bytes, as: firmware)
        lines = lines.enumerated().compactMap { index, line in
            guard line.key == name else { return line }
            let own = reading.assignments.first { $0.line == index + 1 }
            return own.map { $0.firstLine <= index } ?? false ? SettingsDocument.divider : nil
        }
    }

    /// Puts a line in place of the key's last, or behind all settings.
    private mutating func place(_ line: [UInt8], of name: String) -> Int {
        if let index = lines.lastIndex(where: { $0.key == name }) {
            lines[index] = SettingsLine(line, isFirst: index == 0)
            return index
        }
        if lines.last?.key != nil { finishLastLine() }
        // Where the stock family reads it, every firmware does, as long as no later line wins.
        let index = endOfSettings(for: .stock)
        insert(line, at: index)
        return index
    }

    private mutating func insert(_ line: [UInt8], at index: Int) {
        if index == 0, let first = lines.first, first.hasByteOrderMark {
            // The mark is one at the start of a file only.
            let rest = Array(first.bytes.dropFirst(SettingsDocument.byteOrderMark.count))
            lines.replaceSubrange(
                ..<1, with: rest.isEmpty ? [] : [SettingsLine(rest, isFirst: false)])
        }
        if index == lines.count { finishLastLine() }
        lines.insert(SettingsLine(line, isFirst: index == 0), at: index)
    }

    /// The number of lines up to the last that sets anything.
    private func endOfSettings(for firmware: Firmware) -> Int {
        SettingsReading(bytes, as: firmware).assignments.compactMap(\.line).max() ?? 0
    }

    private func isRead(_ name: String, at index: Int, by firmware: Firmware) -> Bool {
        let key = Array(name.utf8)
        let taken = SettingsReading(bytes, as: firmware).assignments.last { $0.key == key }
        return taken?.line == index + 1
    }

    /// A last line that counts although it has no newline must go on to, when keys that the firmware
    /// missed so far are there.
    private mutating func finishLastLine(ifReadBy firmware: Firmware) {
        if endOfSettings(for: firmware) == lines.count { finishLastLine() }
    }

    private mutating func finishLastLine() {
        guard let last = lines.last, !last.isTerminated else { return }
        lines[lines.count - 1] = SettingsLine(
            last.bytes + [ASCII.lineFeed], isFirst: lines.count == 1)
    }
}
