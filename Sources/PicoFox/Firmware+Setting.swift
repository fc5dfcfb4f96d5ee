// Refusing a value before it is written: `draft set` says at once what the firmware would not take.

extension Firmware {
    /// Why a key cannot be set to a value.
    ///
    /// - Parameters:
    ///   - key: The key, in any letter case.
    ///   - value: The value as the user wrote it.
    /// - Returns: A sentence, or nil when the firmware takes the value as it stands.
    package func refusal(toSet key: String, to value: String) -> String? {
        let name = key.uppercased()
        guard let rule = rule(for: name) else {
            let known = keys.map(\.name).joined(separator: ", ")
            return "the \(id) firmware does not know \(name); it knows \(known)"
        }
        guard let meant = rule.meaning(of: Array(value.utf8)) else {
            return "\(name) takes \(rule.accepted), not '\(value)'"
        }
        switch (meant, rule.kind) {
        case (.integer(let number), _):
            guard let range = rule.range, !range.contains(number) else { return nil }
            return "\(name) takes \(rule.accepted), not \(number)"
        case (.frequency(let hertz), _):
            let band = band(inZone: 2)
            guard !band.contains(hertz) else { return nil }
            return "\(FrequencyText.short(hertz: hertz)) MHz is outside "
                + FrequencyText.short(hertz: band.lowerBound) + " to "
                + FrequencyText.short(hertz: band.upperBound) + " MHz"
        case (.text(let bytes), .text(let maximum)):
            if bytes.count > maximum { return "\(name) keeps \(maximum) characters" }
            guard idKeys.contains(name) else { return nil }
            let silent = Set(ASCII.trimmed(bytes)).filter { MorseCode.isSilent($0, in: morse) }
                .sorted()
            if silent.isEmpty { return nil }
            let signs = silent.map { "'\(SettingValue.printable([$0]))'" }
            return "\(signs.joined(separator: ", ")) in \(name) is silent in Morse"
        default:
            return nil
        }
    }
}

extension SettingRule {
    /// What the key takes, for a sentence: `1 to 30 WPM`, `WAV or RTTTL`, `a frequency in MHz`.
    package var accepted: String {
        switch kind {
        case .text(let maximum): return "up to \(maximum) letters and digits"
        case .frequency: return "a frequency in MHz"
        case .flag: return "1 (on) or 0 (off)"
        case .choice(let words, _): return words.joined(separator: " or ")
        case .integer:
            let numbers = range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "a number"
            return unit.isEmpty ? numbers : numbers + " " + unit
        }
    }
}
