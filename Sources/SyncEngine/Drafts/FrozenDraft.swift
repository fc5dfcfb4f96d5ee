// A draft as it was at one moment: what a run pushes, whatever is edited meanwhile.
package import PicoFox

/// The files of a draft, read once and never again during a run (promise 5).
package struct FrozenDraft: Equatable, Sendable {
    /// The draft's name.
    package let name: String
    /// The firmware it is for.
    package let firmware: Firmware
    /// Whether the firmware was said, and not guessed from the files.
    package let firmwareIsGiven: Bool
    /// Whether being off the air was asked for.
    package let offAir: Bool
    /// The staged files by name: settings.txt and what the firmware plays or reads.
    package let files: [String: DeviceFile]
    /// Files in the folder that are not staged, with the reason.
    package let leftOut: [String: String]

    /// What must not be in the folder: errors, each of them.
    package let refused: [Finding]

    /// Describes a draft as it was read.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - firmware: The firmware it is for.
    ///   - firmwareIsGiven: Whether the firmware was said.
    ///   - offAir: Whether being off the air was asked for.
    ///   - files: Its staged files by name.
    ///   - leftOut: Files that are not staged, with the reason.
    ///   - refused: What must not be in its folder.
    package init(
        name: String, firmware: Firmware, firmwareIsGiven: Bool, offAir: Bool,
        files: [String: DeviceFile], leftOut: [String: String], refused: [Finding] = []
    ) {
        self.name = name
        self.firmware = firmware
        self.firmwareIsGiven = firmwareIsGiven
        self.offAir = offAir
        self.files = files
        self.leftOut = leftOut
        self.refused = refused
    }

    /// Stands for all that a push is made of: two freezings with one mark come to the same.
    package var mark: Digest {
        let heads = [name, firmwareIsGiven ? firmware.id : "", offAir ? "off" : ""]
        let staged = files.sorted { $0.key < $1.key }
            .map { "\($0.key)\0\($0.value.content.digest)" }
        return Digest(of: Array((heads + staged).joined(separator: "\n").utf8))
    }

    /// The draft's settings text, nil when it has none.
    package var settings: [UInt8]? { files["settings.txt"]?.bytes }

    /// Why a file that is in the draft's folder is not staged.
    ///
    /// - Parameter file: The file's name, in any letter case.
    /// - Returns: The reason, or nil when it is staged or not there.
    func reasonLeftOut(_ file: String) -> String? {
        leftOut.first { $0.key.lowercased() == file.lowercased() }?.value
    }

    /// What the firmware makes of the settings.
    package var effective: EffectiveSettings {
        EffectiveSettings.read(settings ?? [], as: firmware)
    }

    /// What the firmware would do with the files: errors block a push.
    ///
    /// - Parameter names: The names of files that are on the device beside the draft: what they fill
    ///   is not missing.
    /// - Returns: The findings, in the order of the files.
    package func findings(beside names: [String] = []) -> [Finding] {
        var others = files.mapValues(\.bytes)
        others["settings.txt"] = nil
        let staged = others.sorted { $0.key < $1.key }
            .map { StagedFile(name: $0.key, bytes: $0.value) }
        // What was refused unread is not empty, and not missing either.
        return firmware.check(
            settings: missing("settings.txt") == nil ? settings ?? [] : nil, files: staged,
            refused: refused.map(\.file) + names, offAirAllowed: offAir) + refused
    }

    /// What is said of a draft for which `isOffAirAsAsked` holds.
    package static let offAirAsAsked = "off the air, as asked (--off-air)"

    /// Whether the fox would be silent, and only since that was asked for.
    ///
    /// - Parameter findings: What `findings()` gave: another cause of silence is among them.
    /// - Returns: False for a draft that is on the air, or off it by mistake.
    package func isOffAirAsAsked(_ findings: [Finding]) -> Bool {
        offAir && settings != nil && !effective.onAir
            && !findings.contains { $0.code == CheckCode.outOfBand.rawValue }
    }

    /// The files that the firmware would use under another spelling, with that one; without those of
    /// which the folder has several.
    package var misspelled: [(file: String, name: String)] {
        let clashing = refused.filter { $0.code == CheckCode.duplicateName.rawValue }
            .compactMap { firmware.canonicalName(for: $0.file) }
        return refused.filter { $0.code == CheckCode.fileName.rawValue }.compactMap { finding in
            guard let name = firmware.canonicalName(for: finding.file), name != finding.file,
                !clashing.contains(name)
            else { return nil }
            return (finding.file, name)
        }
    }

    /// What is wrong with a file that the firmware uses and that could not be taken at all, since it
    /// is no plain file or too large: whoever goes on without it loses it.
    ///
    /// - Parameter file: The file, or nil for the first of any.
    /// - Returns: The finding, or nil when there is none.
    package func missing(_ file: String? = nil) -> Finding? {
        let codes = [CheckCode.notAFile, .fileTooLarge, .settingsTooLarge].map(\.rawValue)
        return refused.first { finding in
            codes.contains(finding.code) && firmware.canonicalName(for: finding.file) != nil
                && (file == nil || finding.file == file)
        }
    }
}
