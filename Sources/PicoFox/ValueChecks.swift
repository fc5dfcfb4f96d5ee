// One value that the firmware does read: does it make of it what the file says?

/// The checks of the value on one line.
struct ValueChecks {
    let rule: SettingRule
    let firmware: Firmware
    let line: Int
    /// The bytes behind the `=` as a person sees them, trimmed.
    let written: [UInt8]
    /// The bytes that the firmware takes.
    let taken: [UInt8]
    let effective: EffectiveSettings

    private var name: String { rule.name }
    private var value: SettingValue? { effective.values[name] }
    private var shownText: String { SettingValue.printable(written) }

    var findings: [Finding] {
        if written.contains(0) {
            return [error(.nulByte, "a NUL byte cuts \(name) short: the fox would use \(used)")]
        }
        guard let meant = rule.meaning(of: written) else {
            return [
                error(
                    .valueUnreadable,
                    "\(name)=\(shownText) makes no sense: the fox would use \(used)")
            ]
        }
        // A key with one possible value is no effective one, and this is that value.
        guard let value else { return [] }
        switch (meant, value) {
        case (.frequency(let wanted), .frequency(let found)):
            return frequencyFindings(wanted, found)
        case (.integer(let wanted), .integer(let found)):
            return integerFindings(wanted, found)
        case (.text(let wanted), .text(let found)):
            return textFindings(wanted, found)
        default:
            return meant == value ? [] : [misread]
        }
    }

    private var used: String { (value ?? rule.defaultValue).shown(for: rule) }

    private var misread: Finding {
        error(.valueMisread, "\(name)=\(shownText) is read as \(used)")
    }

    private func error(_ code: CheckCode, _ message: String) -> Finding {
        Finding(code, line: line, message)
    }

    private func frequencyFindings(_ wanted: Int, _ found: Int) -> [Finding] {
        if wanted != found {
            let numbers = FrequencyText.short(hertz: wanted)
            let comma = written.contains(UInt8(ascii: ","))
            return [
                error(
                    comma ? .decimalComma : .valueMisread,
                    "would transmit on \(FrequencyText.short(hertz: found)) MHz, not \(numbers)"
                        + (comma ? ": the decimal sign must be a point" : ""))
            ]
        }
        // Behind a comma nothing is read, so nothing is cut there.
        let number = MegahertzText(written.map(ASCII.upper))
        let decimals = written.contains(UInt8(ascii: ",")) ? [] : number?.decimals ?? []
        guard decimals.count > 6, decimals.dropFirst(6).contains(where: { $0 != 48 }) else {
            return []
        }
        let cut = FrequencyText.sixDecimals(hertz: found)
        // What a firmware rewrites is rounded, so the file on the device would soon say another
        // frequency than the one that was checked against the band.
        let isRounded = firmware.rewritesSettings && (decimals.dropFirst(6).first ?? 48) >= 53
        if isRounded {
            return [
                error(
                    .tooManyDecimals,
                    "\(name) has more than six decimals: it is \(cut) at first, and "
                        + "\(FrequencyText.sixDecimals(hertz: found + 1)) from the second start on")
            ]
        }
        return [
            Finding(
                .tooManyDecimals, as: .warning, line: line,
                "\(name) has more than six decimals: whole hertz count, so it is \(cut)")
        ]
    }

    private func integerFindings(_ wanted: Int, _ found: Int) -> [Finding] {
        if let range = rule.range, !range.contains(wanted), rule.correction != .kept {
            let bits = rule.bits ?? 8
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            let wraps = wanted < 0 || wanted >= 1 << bits
            return [
                error(
                    wraps ? .numberCut : .outOfRange,
                    "\(name)=\(shownText) is not within \(limits): the fox would use \(used)")
            ]
        }
        if name == "ITU_ZONE", let range = rule.range, !range.contains(wanted) {
            return [
                error(
                    .outOfRange,
                    "ITU_ZONE=\(shownText) is no zone: the fox would act as in zone "
                        + (found == 1 ? "1" : "2"))
            ]
        }
        if case .raised(let key) = rule.correction, found > wanted {
            return [
                Finding(
                    .farnsworthIgnored, line: line,
                    "\(name)=\(shownText) is below \(key): the spacing would be \(used)")
            ]
        }
        if name == "ATTENUATION_MAX", wanted != found { return [] }
        if name == "ATTENUATION_MIN", wanted != found {
            return [
                Finding(
                    .attenuationReversed, line: line,
                    "ATTENUATION_MIN is above ATTENUATION_MAX: the fox would swap them")
            ]
        }
        if name == "MORSE_TONE", (2001...2499).contains(found) {
            return [
                Finding(
                    .toneAboveManual, line: line,
                    "MORSE_TONE=\(found) is above the manual's 2000 Hz: receivers may cut it")
            ]
        }
        return wanted == found ? [] : [misread]
    }

    private func textFindings(_ wanted: [UInt8], _ found: [UInt8]) -> [Finding] {
        guard wanted != found else { return [] }
        if taken.contains(ASCII.carriageReturn) {
            let effect =
                wanted.isEmpty
                ? "an empty callsign would count as set, and the fox transmit without an ID"
                : "the callsign would be \(used)"
            return [
                error(
                    .carriageReturn,
                    "the line ends in CR LF, and the CR stays in \(name): \(effect)"
                )
            ]
        }
        if case .text(let maximum) = rule.kind, wanted.count > maximum {
            return [
                error(
                    .callsignTooLong,
                    "\(name) keeps \(maximum) characters: the fox would send \(used)")
            ]
        }
        return [misread]
    }
}
