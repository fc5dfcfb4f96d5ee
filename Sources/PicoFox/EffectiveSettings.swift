// The values that a firmware makes of a settings.txt: what drafts and devices are compared by.

/// What a firmware makes of the bytes of settings.txt.
package struct EffectiveSettings: Sendable, Hashable {
    /// The value of every key that the firmware knows, by key.
    package let values: [String: SettingValue]
    /// Why the transmitter stays off, nil when it goes on the air.
    package let offAirReason: String?

    /// Whether the fox transmits with these settings.
    package var onAir: Bool { offAirReason == nil }

    /// Reads settings as a firmware does at boot.
    ///
    /// Any bytes are fine.
    ///
    /// - Parameters:
    ///   - bytes: The content of settings.txt.
    ///   - firmware: Whose reading.
    /// - Returns: The values, defaults filled in.
    package static func read(_ bytes: [UInt8], as firmware: Firmware) -> EffectiveSettings {
        read(bytes, as: firmware, derives: true)
    }

    /// Reads each key by itself, as if no other key could raise its value.
    ///
    /// What was edited is asked by these: when MORSE_WPM goes up, nobody typed the
    /// MORSE_FARNSWORTH_WPM that follows it. Whether two files come to the same is not.
    ///
    /// - Parameters:
    ///   - bytes: The content of settings.txt.
    ///   - firmware: Whose reading.
    /// - Returns: The values, defaults filled in.
    package static func typed(_ bytes: [UInt8], as firmware: Firmware) -> EffectiveSettings {
        read(bytes, as: firmware, derives: false)
    }

    private static func read(
        _ bytes: [UInt8], as firmware: Firmware, derives: Bool
    ) -> EffectiveSettings {
        let reading = SettingsReading(bytes, as: firmware)
        var values: [String: SettingValue] = [:]
        for rule in firmware.keys where rule.isEffective {
            let text = reading.value(of: rule.name)
            values[rule.name] = text.map { rule.read($0, as: firmware) } ?? rule.defaultValue
        }
        for rule in firmware.keys {
            if case .raised = rule.correction, !derives { continue }
            values[rule.name] = values[rule.name]?.corrected(by: rule, among: values)
        }
        if let least = values["ATTENUATION_MIN"]?.number,
            let most = values["ATTENUATION_MAX"]?.number, least > most
        {
            values["ATTENUATION_MIN"] = .integer(most)
            values["ATTENUATION_MAX"] = .integer(least)
        }
        return EffectiveSettings(values: values, as: firmware)
    }

    /// Judges given values as a firmware does.
    ///
    /// - Parameters:
    ///   - values: The value of every key of the firmware.
    ///   - firmware: Whose band edges and switches count.
    init(values: [String: SettingValue], as firmware: Firmware) {
        self.values = values
        offAirReason = firmware.offAirReason(values)
    }

    /// The keys whose values differ.
    ///
    /// - Parameter other: The settings to compare with, of the same firmware or another.
    /// - Returns: The keys in alphabetical order; one that only one side knows counts as different.
    package func changedKeys(from other: EffectiveSettings) -> [String] {
        Set(values.keys).union(other.values.keys).filter { values[$0] != other.values[$0] }.sorted()
    }

    /// Whether the firmware would make the same values of its factory settings.
    ///
    /// - Parameter firmware: The firmware by which these settings were read.
    /// - Returns: True when nothing was configured.
    package func isFactory(of firmware: Firmware) -> Bool {
        self == EffectiveSettings.read(firmware.factorySettings, as: firmware)
    }

    /// The callsign as the firmware keeps it, as text.
    package var callsign: String {
        String(decoding: values["CALLSIGN"]?.bytes ?? [], as: UTF8.self)
    }

    /// The frequency in Hz.
    package var hertz: Int { values["FREQ_MHZ"]?.hertz ?? 0 }
}

extension SettingValue {
    fileprivate func corrected(
        by rule: SettingRule, among values: [String: SettingValue]
    ) -> SettingValue {
        guard case .integer(let number) = self else { return self }
        switch rule.correction {
        case .kept:
            return self
        case .replaced(let other):
            return rule.range?.contains(number) ?? true ? self : .integer(other)
        case .raised(let key):
            return .integer(max(number, values[key]?.number ?? 0))
        }
    }
}

extension Firmware {
    /// The lowest and highest frequency in Hz on which this firmware transmits.
    ///
    /// - Parameter zone: The effective ITU_ZONE; anything but 1 acts as 2.
    /// - Returns: The band without the margin that the firmware keeps.
    package func band(inZone zone: Int) -> ClosedRange<Int> {
        (144_000_000 + bandMargin)...((zone == 1 ? 146_000_000 : 148_000_000) - bandMargin)
    }

    fileprivate func offAirReason(_ values: [String: SettingValue]) -> String? {
        if values["CALLSIGN"]?.bytes?.isEmpty ?? true { return "there is no callsign" }
        let zone = values["ITU_ZONE"]?.number ?? 2
        let hertz = values["FREQ_MHZ"]?.hertz ?? 0
        let band = band(inZone: zone)
        if !band.contains(hertz) {
            let edges =
                FrequencyText.short(hertz: band.lowerBound) + " to "
                + FrequencyText.short(hertz: band.upperBound)
            return "\(FrequencyText.short(hertz: hertz)) MHz is outside \(edges) MHz"
                + " (ITU zone \(zone))"
        }
        if values["DUTY_CYCLE"]?.number == 0 { return "DUTY_CYCLE is 0" }
        if !modeSwitches.isEmpty, modeSwitches.allSatisfy({ values[$0]?.isOn != true }) {
            return modeSwitches.joined(separator: ", ") + " are all off"
        }
        return nil
    }
}
