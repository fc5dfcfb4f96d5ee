// Which file is what: FAT compares names without letter case, some firmwares with it.

extension Firmware {
    /// Names that some firmware makes for itself.
    ///
    /// They are nobody's data under any firmware.
    static let everOwned = [".callsign.wav", "callsign.wav", ".settings_crc.bin"]

    /// Says what a file in the root is for.
    ///
    /// - Parameter name: The name as bytes, as the volume gave it; ASCII case does not matter (FAT).
    /// - Returns: The role under this firmware.
    package func role(of name: [UInt8]) -> FileRole {
        let lower = name.map(ASCII.lower)
        let text = String(decoding: lower, as: UTF8.self)
        if text == "settings.txt" { return .settings }
        if ownedFiles.contains(text) || Firmware.everOwned.contains(text) { return .firmwareOwned }
        if let place = audio.names.firstIndex(of: text) { return .audio(order: place) }
        if pictures.contains(text) { return .picture }
        if texts.contains(text) { return .text }
        return Firmware.isHostLitter(text) ? .hostLitter : .foreign
    }

    /// Says what a file in the root is for.
    ///
    /// - Parameter name: The name as text.
    /// - Returns: The role under this firmware.
    package func role(of name: String) -> FileRole {
        role(of: Array(name.utf8))
    }

    /// Whether a file is one of those that the firmware plays.
    ///
    /// - Parameter name: The name, spelt exactly.
    /// - Returns: True also for a file behind a gap of the sequence.
    package func plays(_ name: String) -> Bool {
        if case .audio = role(of: name) { canonicalName(for: name) == name } else { false }
    }

    /// Whether the firmware reads or plays a file that a device has under a name.
    ///
    /// - Parameter name: The name as the device spells it; its letter case matters to some.
    /// - Returns: False for what the firmware makes for itself.
    package func uses(_ name: String) -> Bool {
        switch role(of: name) {
        case .settings, .audio, .picture, .text:
            !comparesNamesByCase || canonicalName(for: name) == name
        case .firmwareOwned, .hostLitter, .foreign: false
        }
    }

    /// The spelling under which the firmware looks for a file.
    ///
    /// - Parameter name: A name in any letter case.
    /// - Returns: The exact name that fox-sync writes, or nil when the firmware knows no such file.
    package func canonicalName(for name: String) -> String? {
        switch role(of: name) {
        case .settings, .audio, .picture, .text, .firmwareOwned:
            String(decoding: name.utf8.map(ASCII.lower), as: UTF8.self)
        case .hostLitter, .foreign: nil
        }
    }

    /// The keys whose new values make a generated Morse ID wrong.
    ///
    /// The firmware makes the ID file again only when the sum of settings.txt's bytes changes, which
    /// `MORSE_WPM=15` → `24` does not.
    ///
    /// - Parameters:
    ///   - old: The settings by which the ID was made.
    ///   - new: The new settings.
    /// - Returns: The keys in alphabetical order; none when the ID stays right.
    package func idKeysChanged(from old: [UInt8], to new: [UInt8]) -> [String] {
        EffectiveSettings.read(new, as: self)
            .changedKeys(from: EffectiveSettings.read(old, as: self))
            .filter(idKeys.contains)
    }

    /// Why a file cannot be part of a draft for this firmware.
    ///
    /// - Parameter name: The file's name in the draft.
    /// - Returns: A sentence, or nil when the name is fine.
    package func refusal(toStage name: String) -> String? {
        if let problem = Firmware.fatProblem(of: name) { return problem }
        switch role(of: name) {
        case .firmwareOwned:
            return "'\(name)' is made by the firmware itself"
        case .hostLitter:
            return "'\(name)' is a leftover of a computer, not a file for a fox"
        case .foreign:
            return deletesForeignFiles
                ? "the \(id) firmware would delete '\(name)' at its next start"
                : "the \(id) firmware does not use '\(name)'"
        case .settings, .audio, .picture, .text:
            guard let exact = canonicalName(for: name), exact != name else { return nil }
            return "'\(name)' must be named '\(exact)', in small letters"
        }
    }

    private static func isHostLitter(_ name: String) -> Bool {
        if name.hasPrefix("._") || name.hasPrefix(".trash") || ScratchName.matches(name) {
            return true
        }
        if name.hasPrefix("fsck"), name.hasSuffix(".rec") { return true }
        return [
            ".ds_store", ".spotlight-v100", ".fseventsd", ".temporaryitems", ".apdisk",
            "system volume information", "$recycle.bin", "recycler", "thumbs.db", "desktop.ini",
        ].contains(name)
    }

    /// Why FAT cannot hold a name.
    ///
    /// - Parameter name: The name as text.
    /// - Returns: A sentence that names the character or the rule, or nil when the name is fine.
    package static func fatProblem(of name: String) -> String? {
        if name.isEmpty { return "a file needs a name" }
        if name == "." || name == ".." { return "'\(name)' is a folder" }
        for scalar in name.unicodeScalars {
            if scalar.value < 32 || scalar.value == 127 {
                return "a control character in a name cannot be stored on FAT"
            }
            if "\"*/:<>?\\|".unicodeScalars.contains(scalar) {
                return "'\(scalar)' in '\(name)' cannot be stored on FAT"
            }
        }
        if name.hasSuffix(".") || name.hasSuffix(" ") {
            return "'\(name)' ends in a dot or a space, which FAT drops"
        }
        return name.utf16.count > 255 ? "the name is longer than FAT's 255 characters" : nil
    }
}
