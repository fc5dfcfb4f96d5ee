// The keys themselves: the table of accepted values, in the order in which each firmware writes them.

extension SettingRule {
    /// The value as the firmware writes it into a fresh settings.txt.
    ///
    /// It differs from the effective default for MORSE_FARNSWORTH_WPM only: the firmware writes 10,
    /// and then raises it to MORSE_WPM.
    var factoryText: String { defaultValue.settingsText }

    /// The keys that shape the Morse ID of the stock family.
    static let morseKeys: Set<String> = [
        "CALLSIGN", "MORSE_WPM", "MORSE_FARNSWORTH_WPM", "MORSE_TONE", "MORSE_TONE_VOL",
    ]

    /// The keys that shape the Morse ID of pacificon, which is keyed live.
    static let pacificonMorseKeys: Set<String> = [
        "CALLSIGN", "MORSE_WPM", "MORSE_TONE", "MORSE_TONE_VOL",
    ]

    /// A numeric key of eight bits whose fallback is its default.
    static func integer(
        _ name: String, _ range: ClosedRange<Int>, default value: Int, bits: Int = 8,
        otherwise correction: Correction? = nil, unit: String = "", meaning: String
    ) -> SettingRule {
        SettingRule(
            name: name, kind: .integer(bits: bits), range: range,
            correction: correction ?? .replaced(by: value), defaultValue: .integer(value),
            unit: unit, meaning: meaning)
    }

    private static func flag(_ name: String, default isOn: Bool, meaning: String) -> SettingRule {
        SettingRule(
            name: name, kind: .flag, range: nil, correction: .kept, defaultValue: .flag(isOn),
            unit: "", meaning: meaning)
    }

    private static func choice(
        _ name: String, _ words: [String], aliases: [String: String] = [:], meaning: String
    ) -> SettingRule {
        SettingRule(
            name: name, kind: .choice(words: words, aliases: aliases), range: nil,
            correction: .kept, defaultValue: .text(Array((words.first ?? "").utf8)), unit: "",
            meaning: meaning)
    }

    private static let callsign = SettingRule(
        name: "CALLSIGN", kind: .text(maximumBytes: 11), range: nil, correction: .kept,
        defaultValue: .text([]), unit: "",
        meaning: "the station's callsign, keyed in Morse; empty: transmitter off")

    private static func zone(_ value: Int) -> SettingRule {
        integer(
            "ITU_ZONE", 1...3, default: value, otherwise: .kept,
            meaning: "1: 144-146 MHz; 2 and 3: 144-148 MHz")
    }

    private static func frequency(_ hertz: Int) -> SettingRule {
        SettingRule(
            name: "FREQ_MHZ", kind: .frequency, range: nil, correction: .kept,
            defaultValue: .frequency(hertz: hertz), unit: "MHz", meaning: "transmit frequency")
    }

    private static let duty = integer(
        "DUTY_CYCLE", 0...100, default: 100, unit: "%",
        meaning: "share of time on the air; 0: never")

    private static let attenuation = integer(
        "ATTENUATION", 0...127, default: 0, otherwise: .replaced(by: 127), unit: "steps",
        meaning: "power reduction, about 0.25 dB a step")

    private static func speed(upTo limit: Int) -> SettingRule {
        integer("MORSE_WPM", 1...limit, default: 15, unit: "WPM", meaning: "speed of the Morse ID")
    }

    private static let tone = integer(
        "MORSE_TONE", 100...2499, default: 600, bits: 16, unit: "Hz",
        meaning: "pitch of the Morse ID")

    private static func volume(_ value: Int) -> SettingRule {
        integer(
            "MORSE_TONE_VOL", 1...100, default: value, unit: "%", meaning: "level of the Morse ID")
    }

    /// The keys of the stock family.
    static func stock(zone value: Int, hertz: Int, attenuator: Bool) -> [SettingRule] {
        [callsign, zone(value), frequency(hertz), duty]
            + (attenuator ? [attenuation] : [])
            + [
                speed(upTo: 30),
                integer(
                    "MORSE_FARNSWORTH_WPM", 1...255, default: 10,
                    otherwise: .raised(toKey: "MORSE_WPM"), unit: "WPM",
                    meaning: "spacing of the Morse ID; never slower than MORSE_WPM"),
                tone, volume(70),
            ]
    }

    /// The keys of pacificon.
    ///
    /// SSTV_MODE knows one word only, so it is no effective value.
    static let pacificon: [SettingRule] = [
        callsign, zone(2), frequency(146_565_000), duty,
        choice(
            "ATTENUATION_MODE", ["FIXED", "RANDOM"], aliases: ["AUTO": "RANDOM"],
            meaning: "FIXED: ATTENUATION; RANDOM: between MIN and MAX, anew each time"),
        attenuation,
        integer(
            "ATTENUATION_MIN", 0...127, default: 0, otherwise: .replaced(by: 127), unit: "steps",
            meaning: "least attenuation in RANDOM mode"),
        integer(
            "ATTENUATION_MAX", 0...127, default: 127, unit: "steps",
            meaning: "most attenuation in RANDOM mode"),
        speed(upTo: 60), tone, volume(60),
        flag("MORSE_MESSAGE_ENABLE", default: false, meaning: "send the lines of morse.txt"),
        flag("VOICE_ENABLE", default: true, meaning: "play WAV files or tunes"),
        choice("AUDIO_MODE", ["WAV", "RTTTL"], meaning: "WAV files, or tunes of songs.txt"),
        flag("FREQUENCY_SHIFTING", default: true, meaning: "shift the carrier between cycles"),
        flag("SSTV_ENABLE", default: false, meaning: "send pictures"),
        choice("SSTV_MODE", ["ROBOT36"], aliases: ["36": "ROBOT36"], meaning: "picture format"),
        flag("APRS_ENABLE", default: false, meaning: "send the lines of messages.txt as APRS"),
    ]
}
