// Would the fox go on the air, could it be told by its ID, and often enough?

/// The checks of what is sent.
struct AirChecks {
    /// The longest time between two IDs, in seconds (US: 47 CFR 97.119).
    static let longestIDInterval = 600.0

    let firmware: Firmware
    let effective: EffectiveSettings
    let document: SettingsDocument
    let timeline: AirTimeline
    let offAirAllowed: Bool

    var findings: [Finding] {
        silenceFindings + callsignFindings + (effective.onAir ? cycleFindings : [])
    }

    private func line(of key: String) -> Int? {
        document.lines.lastIndex { $0.key == key }.map { $0 + 1 }
    }

    private var callsign: [UInt8] {
        ASCII.trimmed(effective.values["CALLSIGN"]?.bytes ?? [])
    }

    private var silenceFindings: [Finding] {
        var found: [Finding] = []
        if effective.values["CALLSIGN"]?.bytes?.isEmpty ?? true, !offAirAllowed {
            found.append(
                Finding(
                    .noCallsign, line: line(of: "CALLSIGN"),
                    "there is no callsign: the fox would stay off the air"))
        }
        if effective.values["DUTY_CYCLE"] == .integer(0), !offAirAllowed {
            found.append(
                Finding(
                    .dutyZero, line: line(of: "DUTY_CYCLE"),
                    "DUTY_CYCLE is 0: the fox would stay off the air"))
        }
        let switches = firmware.modeSwitches
        if !switches.isEmpty, !offAirAllowed,
            switches.allSatisfy({ effective.values[$0]?.isOn != true })
        {
            found.append(
                Finding(
                    .modesOff, line: line(of: "VOICE_ENABLE"),
                    switches.joined(separator: ", ")
                        + " are all off: the fox would stay off the air"))
        }
        let zone = effective.values["ITU_ZONE"]?.number ?? 2
        let band = firmware.band(inZone: zone)
        if !band.contains(effective.hertz) {
            found.append(
                Finding(
                    .outOfBand, line: line(of: "FREQ_MHZ"),
                    "\(FrequencyText.short(hertz: effective.hertz)) MHz is outside "
                        + FrequencyText.short(hertz: band.lowerBound) + " to "
                        + FrequencyText.short(hertz: band.upperBound)
                        + " MHz (ITU zone \(zone)): the fox would stay off the air"))
        }
        return found
    }

    private var callsignFindings: [Finding] {
        guard !callsign.isEmpty else { return [] }
        var found: [Finding] = []
        let silent = callsign.filter { MorseCode.isSilent($0, in: firmware.morse) }
        if timeline.keying.heard.isEmpty || silent.count == callsign.count {
            found.append(
                Finding(
                    .noID, line: line(of: "CALLSIGN"),
                    "nothing of CALLSIGN is keyed in Morse: the fox would send no ID"))
        } else if !silent.isEmpty {
            let signs = Set(silent).sorted().map { "'\(SettingValue.printable([$0]))'" }
            found.append(
                Finding(
                    .callsignSilent, line: line(of: "CALLSIGN"),
                    "\(signs.joined(separator: ", ")) in CALLSIGN is silent in Morse: the ID would "
                        + "be \(timeline.keying.heard)"))
        }
        if !CallsignShape.isPlausible(callsign) {
            found.append(
                Finding(
                    .callsignShape, line: line(of: "CALLSIGN"),
                    "'\(SettingValue.printable(callsign))' does not look like a callsign"))
        }
        return found
    }

    private var cycleFindings: [Finding] {
        var found: [Finding] = []
        if let interval = timeline.idInterval, interval > AirChecks.longestIDInterval {
            let minutes = Int((interval / 60).rounded(.up))
            found.append(
                Finding(
                    .idTooRare, file: "settings.txt",
                    "the ID would be sent only every \(minutes) minutes; many administrations "
                        + "want it every 10"))
        } else if timeline.idInterval == nil, !timeline.keying.heard.isEmpty {
            found.append(
                Finding(
                    .noID, as: .warning,
                    "without VOICE_ENABLE and MORSE_MESSAGE_ENABLE no Morse ID is sent"))
        }
        if case .slots(let slot, _) = firmware.cycle, timeline.keying.seconds > slot {
            let seconds = Int(timeline.keying.seconds.rounded(.up))
            found.append(
                Finding(
                    .idTooLong, line: line(of: "MORSE_WPM"),
                    "the ID takes \(seconds) s and would run out of its slot of \(Int(slot)) s"))
        }
        if effective.values["SSTV_ENABLE"]?.isOn == true,
            let duty = effective.values["DUTY_CYCLE"]?.number, duty >= 80
        {
            found.append(
                Finding(
                    .sstvDuty, line: line(of: "DUTY_CYCLE"),
                    "SSTV wants DUTY_CYCLE below 80, not \(duty): pictures are prepared while the "
                        + "transmitter is off"))
        }
        return found
    }
}
