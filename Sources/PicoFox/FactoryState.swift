// Whether a settings.txt is as a firmware made it. Somebody's fox is overwritten at first contact
// when it is, so a doubt means no: what a person wrote counts even where the firmware skips it.

extension Firmware {
    /// Whether settings are those that one of the firmwares makes by itself, and nobody's.
    ///
    /// What a firmware reads is not enough: stock makes factory values of `CALLSIGN = W1AW`, which
    /// it does not trim, and of a callsign behind a comment that swallows it. So each line is also
    /// read as people read it, and has to be one of the same firmware's own.
    ///
    /// - Parameter settings: The bytes of settings.txt.
    /// - Returns: True when no line of it is a person's.
    package static func isFactory(_ settings: [UInt8]) -> Bool {
        all.contains { $0.made(settings) }
    }

    /// Whether this firmware writes exactly these lines, but for their order.
    private func made(_ settings: [UInt8]) -> Bool {
        guard EffectiveSettings.read(settings, as: self).isFactory(of: self) else { return false }
        var missing = Set(keys.map(\.name))
        // An old Mac's line ends are people's lines, too.
        let lines = settings.split { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
        for bytes in lines {
            let line = SettingsLine(Array(bytes), isFirst: false)
            switch line.kind {
            case .blank: continue
            case .other: return false
            case .comment:
                if !rewritesSettings || hidesSetting(line) { return false }
            case .setting(let key, let value):
                guard isFactory(value, of: key), missing.remove(key) != nil else { return false }
                // Blanks round it are not this firmware's hand.
                if grammar == .untrimmed, line.bytes != Array("\(key)=".utf8) + value {
                    return false
                }
            }
        }
        return missing.isEmpty
    }

    /// Whether a comment is a setting that somebody has switched off, and not words.
    private func hidesSetting(_ line: SettingsLine) -> Bool {
        let marks = Set("#;/".utf8)
        let text = line.content.drop { marks.contains($0) || ASCII.isSpace($0) }
        guard let key = SettingsLine(Array(text), isFirst: false).key else { return false }
        return Firmware.everyKey.contains(key)
    }

    /// Whether text is a key's value as the firmware writes it.
    private func isFactory(_ value: [UInt8], of key: String) -> Bool {
        guard let rule = rule(for: key) else { return false }
        let own = Array(rule.factoryText.utf8)
        return value == own || (rule.kind == .frequency && Self.plain(value) == Self.plain(own))
    }

    /// A decimal number without the zeros at its end.
    private static func plain(_ number: [UInt8]) -> [UInt8] {
        guard number.contains(UInt8(ascii: ".")) else { return number }
        var digits = number
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.last == UInt8(ascii: ".") { digits.removeLast() }
        return digits
    }
}
