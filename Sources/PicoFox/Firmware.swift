// A firmware as a host sees it: which keys and files it knows, and what it does to them. The facts
// come from the public firmware sources; the profiles themselves are in Firmware+Profiles.swift.

/// One firmware of the PicoFox: everything that differs between them, as data.
package struct Firmware: Sendable, Identifiable {
    /// How the firmware splits settings.txt into keys and values.
    package enum Grammar: Sendable, Hashable {
        /// Nothing is trimmed, text without `=` sticks to the next line, an unfinished last line is
        /// not read (AI6YM r2 and r3, kc9mne, jf9som).
        case untrimmed
        /// Keys and values are trimmed; a line without `=` is forgotten; missing own keys are
        /// appended before reading (pacificon).
        case trimmed
    }

    /// What one cycle on the air looks like.
    package enum Cycle: Sendable, Hashable {
        /// Audio, ID, then silence of (100 − duty) % of the time on the air.
        case audioThenID
        /// A fixed slot of a fixed cycle, in which the ID and a bare carrier are sent.
        case slots(seconds: Double, cycleSeconds: Double)
        /// Key-up, audio, gap, ID; then silence of on-time × (100 − duty) / duty.
        case keyUpAudioGapID(keyUpSeconds: Double, gapSeconds: Double)
    }

    /// How the Morse ID is keyed.
    package enum Morse: Sendable, Hashable {
        /// With a gap before, between and after all characters, silent ones too (stock, kc9mne).
        case gapRoundEveryCharacter
        /// As stock, with MOE … MO5 in front and no gap at the end (jf9som).
        case foxIdentifierFirst
        /// Gaps only between characters that are keyed; no Farnsworth; `/` is keyed (pacificon).
        case gapsBetween
    }

    /// The stable name used in configuration, output and the database.
    package let id: String
    /// The name for people.
    package let title: String
    /// How settings.txt is split.
    package let grammar: Grammar
    /// The keys that the firmware knows.
    package let keys: [SettingRule]
    /// Keys that the firmware appends with their defaults when they are missing.
    package let appendedKeys: [String]
    /// Keys that are read even from a last line without a newline.
    package let keysOfUnfinishedLine: Set<String>
    /// Switches of which at least one must be on for anything to be sent; empty where there are none.
    package let modeSwitches: [String]
    /// The distance in Hz that the firmware keeps from both band edges.
    package let bandMargin: Int
    /// The rate in Hz at which WAV files are played.
    package let sampleRate: Int
    /// The frequency deviation in Hz of a full-scale sample.
    package let fullScaleDeviation: Int
    /// Whether the WAV header's format is checked (else only `RIFF` and `WAVE`).
    package let checksWavFormat: Bool
    /// The WAV files that are played.
    package let audio: AudioSequence
    /// The pictures that are sent.
    package let pictures: [String]
    /// The text files that are read, besides settings.txt.
    package let texts: [String]
    /// The Morse ID file that the firmware makes, nil where the ID is keyed live.
    package let idFile: String?
    /// Files that the firmware makes and nobody needs to keep.
    package let ownedFiles: [String]
    /// The keys on whose values the Morse ID file depends.
    package let idKeys: Set<String>
    /// Whether files that the firmware does not know are deleted at boot.
    package let deletesForeignFiles: Bool
    /// Whether a name in another letter case counts as another name (and is deleted).
    package let comparesNamesByCase: Bool
    /// Whether settings.txt is written anew at every boot.
    package let rewritesSettings: Bool
    /// What one cycle looks like.
    package let cycle: Cycle
    /// How the ID is keyed.
    package let morse: Morse

    /// The profiles, the most common first.
    package static let all: [Firmware] = [.stock, .stockR2, .kc9mne, .jf9som, .pacificon]

    /// The keys that any firmware knows.
    package static let everyKey = Set(all.flatMap { $0.keys.map(\.name) })

    /// Finds a profile by its stable name.
    ///
    /// - Parameter name: The `id`, in any letter case.
    /// - Returns: The profile, or nil when no firmware is called so.
    package static func named(_ name: String) -> Firmware? {
        let wanted = name.lowercased()
        return all.first { $0.id == wanted }
    }

    /// The rule of a key.
    ///
    /// - Parameter key: The key, in capitals.
    /// - Returns: The rule, or nil when this firmware does not know the key.
    package func rule(for key: String) -> SettingRule? {
        keys.first { $0.name == key }
    }

    /// The settings.txt that the firmware writes after a factory reset, in meaning and order.
    ///
    /// Pacificon surrounds the same lines with comments, which are left out here.
    package var factorySettings: [UInt8] {
        var text = ""
        for rule in keys {
            text += rule.name + "=" + rule.factoryText + "\n"
        }
        return Array(text.utf8)
    }
}

extension Firmware: Hashable {
    /// Two profiles are the same firmware when their stable names are.
    package static func == (left: Firmware, right: Firmware) -> Bool {
        left.id == right.id
    }

    /// Hashes the stable name only.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
