// Compares what settings.txt says to a person with what the firmware makes of it, key by key, and
// names the reason for each difference. The files and the air are checked in FileChecks and AirChecks.

/// The checks of settings.txt for one firmware.
struct SettingsChecks {
    let firmware: Firmware
    let bytes: [UInt8]
    let document: SettingsDocument
    let reading: SettingsReading
    let effective: EffectiveSettings

    init(_ bytes: [UInt8], for firmware: Firmware) {
        self.firmware = firmware
        self.bytes = bytes
        document = SettingsDocument(bytes)
        reading = SettingsReading(bytes, as: firmware)
        effective = EffectiveSettings.read(bytes, as: firmware)
    }

    /// All findings of the file, those of the whole file first, then by line.
    var findings: [Finding] {
        var found: [Finding] = []
        if bytes.count > Recognition.maximumSize {
            let reason = "settings.txt is larger than 64 KiB: it would not be recognised again"
            found.append(Finding(.settingsTooLarge, reason))
        } else if case .other(let reason) = Recognition.judge(bytes) {
            found.append(
                Finding(.notRecognised, "a fox with this file would not be recognised: \(reason)"))
        }
        var byLine = firmware.keys.flatMap(findings(for:))
        byLine += lineFindings
        return found + byLine.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    // MARK: - One key

    private func findings(for rule: SettingRule) -> [Finding] {
        let key = Array(rule.name.utf8)
        let taken = reading.assignments.last { $0.key == key }
        guard let index = document.lines.lastIndex(where: { $0.key == rule.name }) else {
            return unwritten(rule, taken)
        }
        let line = index + 1
        guard let own = reading.assignments.last(where: { $0.line == line && $0.key == key }) else {
            return [unread(rule, line: line)].compactMap { $0 }
        }
        if let taken, taken != own {
            return [overruled(rule, line: line, by: taken)]
        }
        return ValueChecks(
            rule: rule, firmware: firmware, line: line, written: document.lines[index].value ?? [],
            taken: own.value, effective: effective
        ).findings
    }

    /// No line sets the key; two lines that stick together may do so all the same.
    private func unwritten(_ rule: SettingRule, _ taken: SettingsReading.Assignment?) -> [Finding] {
        if let taken, let line = taken.line {
            return [
                Finding(
                    .joinedLines, line: line,
                    "\(lines(of: taken, to: line)) read as \(rule.name): the fox would use "
                        + shown(rule))
            ]
        }
        guard rule.name == "FREQ_MHZ" else { return [] }
        return [
            Finding(
                .defaultFrequency,
                "FREQ_MHZ is not set: the fox would use its default, \(shown(rule))")
        ]
    }

    /// A later line or the firmware's own addition wins over the line that a person sees.
    private func overruled(
        _ rule: SettingRule, line: Int, by taken: SettingsReading.Assignment
    ) -> Finding {
        guard let other = taken.line else {
            return Finding(
                .spacesAroundEquals, as: severity(of: rule), line: line,
                "\(rule.name) is not directly followed by '=': the firmware would take it for "
                    + "missing and use \(shown(rule))")
        }
        return Finding(
            .joinedLines, line: other,
            "\(lines(of: taken, to: other)) read as \(rule.name), in place of line \(line): the fox "
                + "would use \(shown(rule))")
    }

    private func lines(of taken: SettingsReading.Assignment, to line: Int) -> String {
        taken.firstLine < line
            ? "lines \(taken.firstLine) to \(line) together are" : "line \(line) is"
    }

    /// The line is there for a person, but the firmware does not take it as this key.
    private func unread(_ rule: SettingRule, line: Int) -> Finding? {
        let instead = "the fox would use \(shown(rule))"
        let severity = severity(of: rule)
        let name = rule.name
        let text = document.lines[line - 1]
        if let seen = reading.assignments.first(where: { $0.line == line }) {
            if seen.firstLine < line {
                let cause = cause(ofLine: seen.firstLine)
                return Finding(
                    .hiddenLine, as: severity, line: line, "\(cause) hides \(name): \(instead)")
            }
            if text.hasByteOrderMark {
                return Finding(
                    .byteOrderMark, as: severity, line: line,
                    "the byte-order mark at the start hides \(name): \(instead)")
            }
            return Finding(
                .spacesAroundEquals, as: severity, line: line,
                "blanks round \(name) make it another key: \(instead)")
        }
        if !text.isTerminated, line == document.lines.count, !bytes.contains(0) {
            return Finding(
                .unfinishedLine, as: severity, line: line,
                "\(name) stands on a last line without a newline, which is not read: \(instead)")
        }
        return Finding(
            .nulByte, as: severity, line: line, "a NUL byte hides \(name): \(instead)")
    }

    private func cause(ofLine line: Int) -> String {
        switch document.lines[line - 1].kind {
        case .comment: "the comment on line \(line)"
        case .blank: "the blank line \(line)"
        case .other, .setting: "the text on line \(line)"
        }
    }

    /// A line that is not read does no harm when the value is the same without it.
    private func severity(of rule: SettingRule) -> Finding.Severity {
        let meant = document.valueBytes(of: rule.name).flatMap { rule.meaning(of: $0) }
        return meant == used(rule) ? .warning : .error
    }

    private func used(_ rule: SettingRule) -> SettingValue {
        effective.values[rule.name] ?? rule.defaultValue
    }

    private func shown(_ rule: SettingRule) -> String { used(rule).shown(for: rule) }

    // MARK: - Lines

    private var lineFindings: [Finding] {
        var found: [Finding] = []
        for (index, line) in document.lines.enumerated() {
            guard let key = line.key else {
                if line.kind == .other {
                    found.append(
                        Finding(
                            .noEquals, line: index + 1,
                            "line \(index + 1) has no '=': it sets nothing"))
                }
                continue
            }
            if let rule = firmware.rule(for: key) {
                found += duplicates(of: rule, at: index)
            } else {
                found.append(stranger(key, line: index + 1))
            }
        }
        return found
    }

    private func stranger(_ key: String, line: Int) -> Finding {
        let owners = Firmware.all.filter { $0.rule(for: key) != nil }.map(\.id)
        if owners.isEmpty {
            return Finding(.unknownKey, line: line, "no firmware knows \(key): it sets nothing")
        }
        return Finding(
            .otherFirmwareKey, line: line,
            "\(key) is a key of \(owners.joined(separator: ", ")): the \(firmware.id) firmware "
                + "ignores it")
    }

    private func duplicates(of rule: SettingRule, at index: Int) -> [Finding] {
        guard let last = document.lines.lastIndex(where: { $0.key == rule.name }), last != index,
            document.lines[last].value != document.lines[index].value
        else { return [] }
        return [
            Finding(
                .duplicateKey, line: index + 1,
                "\(rule.name) is set again on line \(last + 1): the fox would use \(shown(rule))")
        ]
    }
}
