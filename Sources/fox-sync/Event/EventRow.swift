// What a row of an event changes, as people and scripts see it.
internal import PicoFox
internal import SyncEngine

/// A row and what becomes of its draft.
struct EventRow: Encodable, Sendable {
    /// What becomes of a draft.
    enum Change: String, Encodable, Sendable {
        case made
        case changed
        case unchanged
    }

    /// The row, as a spreadsheet shows it.
    let row: Int
    let draft: String
    let change: Change
    /// What the firmware will make of the settings, and made of them before.
    let settings: [SettingChange]?
    /// Audio files that are put into the draft.
    let files: [String]?
    /// The firmware, where it is another one than before.
    let firmware: String?
    /// The fox that gets the draft, where it had not.
    let device: String?
    /// Left out of the JSON.
    private let firmwareBefore: String?

    private enum CodingKeys: String, CodingKey {
        case row, draft, change, settings, files, firmware, device
    }

    /// Describes a row.
    ///
    /// - Parameters:
    ///   - row: Its number.
    ///   - draft: The draft's name.
    ///   - isNew: Whether the draft is made.
    ///   - settings: What changes of the settings.
    ///   - files: Other files that change.
    ///   - firmware: The firmware before and afterwards; nil when it stays.
    ///   - device: The device that gets the draft; nil when it stays.
    ///   - isText: Whether the text of the settings changes at all.
    init(
        _ row: Int, _ draft: String, isNew: Bool, settings: [SettingChange], files: [String],
        firmware: (before: String?, after: String)?, device: String?, isText: Bool
    ) {
        self.row = row
        self.draft = draft
        let isSame = !isText && files.isEmpty && firmware == nil && device == nil
        change = isNew ? .made : isSame ? .unchanged : .changed
        self.settings = settings.isEmpty ? nil : settings
        self.files = files.isEmpty ? nil : files
        self.firmware = firmware?.after
        firmwareBefore = firmware?.before
        self.device = device
    }

    /// The settings that differ.
    static func changes(
        from old: [UInt8], to new: [UInt8], of firmware: Firmware, isNew: Bool
    ) -> [SettingChange] {
        let from = EffectiveSettings.typed(old, as: firmware)
        let to = EffectiveSettings.typed(new, as: firmware)
        return to.changedKeys(from: from).map {
            SettingChange(
                key: $0, from: isNew ? nil : from.values[$0]?.settingsText,
                to: to.values[$0]?.settingsText)
        }
    }

    /// The row in words, behind the draft's name.
    ///
    /// - Parameter isDone: Whether it is done; else it would be.
    /// - Returns: Such as `would change: MORSE_WPM 15 → 20`.
    func words(isDone: Bool) -> String {
        var parts: [String] = []
        if let firmware {
            parts.append(firmwareBefore.map { "firmware \($0) → \(firmware)" } ?? "for \(firmware)")
        }
        parts += (settings ?? []).map {
            $0.from == nil ? "\($0.key) \(($0.to ?? "").orDash)" : $0.words
        }
        parts += files ?? []
        if let device { parts.append("for \(device.orDash)") }
        let verb =
            switch change {
            case .made: isDone ? "made" : "would be made"
            case .changed: isDone ? "changed" : "would change"
            case .unchanged: "unchanged"
            }
        return parts.isEmpty ? verb : "\(verb): \(parts.joined(separator: ", "))"
    }
}
