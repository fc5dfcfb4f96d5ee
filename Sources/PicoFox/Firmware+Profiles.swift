// The firmwares that are known. To add one, write one more profile here and name it in `all`.

extension Firmware {
    /// AI6YM r3, the firmware that a PicoFox is sold with.
    package static let stock = Firmware(
        id: "stock", title: "AI6YM r3", grammar: .untrimmed,
        keys: SettingRule.stock(zone: 2, hertz: 146_565_000, attenuator: true),
        appendedKeys: [], keysOfUnfinishedLine: [], modeSwitches: [], bandMargin: 20_000,
        sampleRate: 5000, fullScaleDeviation: 10_000, checksWavFormat: false,
        audio: AudioSequence(names: ["audio.wav"], order: .first), pictures: [], texts: [],
        idFile: ".callsign.wav", ownedFiles: [".callsign.wav", ".settings_crc.bin"],
        idKeys: SettingRule.morseKeys, deletesForeignFiles: false, comparesNamesByCase: false,
        rewritesSettings: false, cycle: .audioThenID, morse: .gapRoundEveryCharacter)

    /// AI6YM r2: no attenuator, and files it does not know are deleted at boot.
    package static let stockR2 = Firmware(
        id: "stock-r2", title: "AI6YM r2", grammar: .untrimmed,
        keys: SettingRule.stock(zone: 2, hertz: 146_565_000, attenuator: false),
        appendedKeys: [], keysOfUnfinishedLine: [], modeSwitches: [], bandMargin: 20_000,
        sampleRate: 5000, fullScaleDeviation: 10_000, checksWavFormat: false,
        audio: AudioSequence(names: ["audio.wav"], order: .first), pictures: [], texts: [],
        idFile: ".callsign.wav", ownedFiles: [".callsign.wav", ".settings_crc.bin"],
        idKeys: SettingRule.morseKeys, deletesForeignFiles: true, comparesNamesByCase: true,
        rewritesSettings: false, cycle: .audioThenID, morse: .gapRoundEveryCharacter)

    /// KC9MNE: eleven audio files in turn.
    package static let kc9mne = Firmware(
        id: "kc9mne", title: "KC9MNE (eleven audio files)", grammar: .untrimmed,
        keys: SettingRule.stock(zone: 2, hertz: 146_565_000, attenuator: false),
        appendedKeys: [], keysOfUnfinishedLine: [], modeSwitches: [], bandMargin: 20_000,
        sampleRate: 5000, fullScaleDeviation: 10_000, checksWavFormat: false,
        audio: AudioSequence(names: (1...11).map { "audio\($0).wav" }, order: .everyOne),
        pictures: [], texts: [],
        idFile: "callsign.wav", ownedFiles: ["callsign.wav", ".settings_crc.bin"],
        idKeys: SettingRule.morseKeys, deletesForeignFiles: true, comparesNamesByCase: true,
        rewritesSettings: false, cycle: .audioThenID, morse: .gapRoundEveryCharacter)

    /// JF9SOM: identifiers MOE … MO5 in 12 s slots, for ARDF.
    package static let jf9som = Firmware(
        id: "jf9som", title: "JF9SOM (ARDF)", grammar: .untrimmed,
        keys: SettingRule.stock(zone: 1, hertz: 145_660_000, attenuator: true)
            + [
                .integer(
                    "FOX_NUMBER", 1...5, default: 1, meaning: "which of MOE MOI MOS MOH MO5 it is")
            ],
        appendedKeys: [], keysOfUnfinishedLine: [], modeSwitches: [], bandMargin: 20_000,
        sampleRate: 5000, fullScaleDeviation: 10_000, checksWavFormat: false,
        audio: AudioSequence(names: [], order: .none), pictures: [], texts: [],
        idFile: ".callsign.wav", ownedFiles: [".callsign.wav", ".settings_crc.bin", "audio.wav"],
        idKeys: SettingRule.morseKeys.union(["FOX_NUMBER"]), deletesForeignFiles: false,
        comparesNamesByCase: false, rewritesSettings: false,
        cycle: .slots(seconds: 12, cycleSeconds: 60), morse: .foxIdentifierFirst)

    /// KG6MDW's Pacificon firmware: audio sequences, SSTV, APRS, Morse messages.
    package static let pacificon = Firmware(
        id: "pacificon", title: "KG6MDW (Pacificon)", grammar: .trimmed,
        keys: SettingRule.pacificon,
        appendedKeys: [
            "VOICE_ENABLE", "AUDIO_MODE", "FREQUENCY_SHIFTING", "MORSE_MESSAGE_ENABLE",
            "ATTENUATION_MODE", "ATTENUATION_MIN", "ATTENUATION_MAX", "SSTV_ENABLE", "SSTV_MODE",
            "APRS_ENABLE",
        ],
        keysOfUnfinishedLine: [
            "ATTENUATION_MODE", "ATTENUATION", "ATTENUATION_MIN", "ATTENUATION_MAX",
            "VOICE_ENABLE", "AUDIO_MODE", "FREQUENCY_SHIFTING", "SSTV_ENABLE", "SSTV_MODE",
            "APRS_ENABLE",
        ],
        modeSwitches: ["VOICE_ENABLE", "MORSE_MESSAGE_ENABLE", "SSTV_ENABLE", "APRS_ENABLE"],
        bandMargin: 10_000, sampleRate: 8000, fullScaleDeviation: 5000, checksWavFormat: true,
        audio: AudioSequence(
            names: ["audio.wav"] + (1...999).map { "audio\($0).wav" }, order: .upToFirstGap),
        pictures: ["sstv.jpg"] + (1...999).map { "sstv\($0).jpg" },
        texts: ["songs.txt", "messages.txt", "morse.txt"],
        idFile: nil, ownedFiles: [], idKeys: SettingRule.pacificonMorseKeys,
        deletesForeignFiles: false, comparesNamesByCase: false, rewritesSettings: true,
        cycle: .keyUpAudioGapID(keyUpSeconds: 0.1, gapSeconds: 1), morse: .gapsBetween)
}
