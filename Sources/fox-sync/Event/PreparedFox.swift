// A row of an event, with its files read: ready to become a draft in one transaction.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

// What the draft has already is no change: a cell is compared with the text of the draft, and then by
// what the firmware makes of it. So an export that comes back as it went out changes nothing, not even
// in a draft that no fox would take.

/// A fox of an event and the draft that it will be.
struct PreparedFox {
    let name: String
    let isNew: Bool
    /// What is wrong, with row and column.
    let problems: [String]
    /// How many of them are that a file is not there.
    let missing: Int
    /// What the row comes to.
    let row: EventRow
    private let before: FrozenDraft?
    private let files: [DeviceFile]
    /// Nil when they stay.
    private let options: DraftOptions?
    /// Nil when it stays.
    private let device: String?

    /// Reads what a row names.
    ///
    /// - Parameters:
    ///   - fox: The row.
    ///   - standard: The firmware of a draft that is made and whose row names none.
    ///   - devices: The known devices.
    ///   - context: Where everything lives.
    /// - Throws: `CLIError` when the draft that is there cannot be read.
    init(
        _ fox: EventSheet.Fox, standard: Firmware?, _ devices: [DeviceRecord], _ context: Context
    ) throws(CLIError) {
        name = fox.name
        isNew = !context.drafts.contains(fox.name)
        before = isNew ? nil : try Command.load(fox.name, context)
        let firmware = fox.firmware ?? before?.firmware ?? standard ?? .stock
        let hasOtherFirmware = before.map { $0.firmware != firmware } ?? false
        device = fox.device.flatMap { wanted in
            devices.first { $0.id == wanted }?.assignment?.draft == fox.name ? nil : wanted
        }
        var problems: [String] = []
        var missing = 0
        let old = before?.settings ?? Command.fresh(firmware)
        var settings = old
        for (column, key, value) in fox.settings {
            do throws(CLIError) {
                settings = try Self.set(
                    key, value, in: settings, before: before?.settings, of: firmware)
            } catch {
                problems.append("row \(fox.row), column '\(column)': \(error.message)")
            }
        }
        options =
            isNew || hasOtherFirmware
            ? DraftOptions(firmware: firmware.id, offAir: before?.offAir ?? false)
                .writing(settings, for: firmware) : nil
        var files: [DeviceFile] = []
        if isNew || settings != old {
            if let finding = before?.missing("settings.txt") {
                problems.append("row \(fox.row), column 'name': \(finding.message)")
            }
            files.append(DeviceFile(name: "settings.txt", bytes: settings))
        }
        for (column, wanted, path) in fox.audio {
            guard let target = wanted ?? firmware.audio.names.first, firmware.plays(target) else {
                problems.append(
                    "row \(fox.row), column '\(column)': the \(firmware.id) firmware plays no such"
                        + " file")
                continue
            }
            if Self.isSame(path, context.drafts.path(of: fox.name) + "/" + target) { continue }
            do throws(CLIError) {
                let wav = try EventAudio.wav(of: path, for: firmware, context)
                if before?.files[target]?.bytes == wav { continue }
                files.append(DeviceFile(name: target, bytes: wav))
            } catch {
                problems.append("row \(fox.row), column '\(column)': \(error.message)")
                missing += error.exit == .notFound ? 1 : 0
            }
        }
        self.problems = problems
        self.missing = missing
        self.files = files
        row = EventRow(
            fox.row, name, isNew: isNew,
            settings: EventRow.changes(from: old, to: settings, of: firmware, isNew: isNew),
            files: files.map(\.name).filter { $0 != "settings.txt" },
            firmware: isNew || hasOtherFirmware ? (before?.firmware.id, firmware.id) : nil,
            device: device, isText: settings != old)
    }

    /// A setting as a cell has it: the text stays where it says so, or the same, already.
    private static func set(
        _ key: String, _ value: String, in settings: [UInt8], before: [UInt8]?,
        of firmware: Firmware
    ) throws(CLIError) -> [UInt8] {
        let own = before.flatMap { SettingsDocument($0).value(of: key) }
        if let own, EventSheet.trimmed(own) == value { return settings }
        try EventSheet.refuseControls(value)
        let new = try Command.set([(key, value)], in: settings, of: firmware)
        let (from, to) = (
            EffectiveSettings.typed(settings, as: firmware).values,
            EffectiveSettings.typed(new, as: firmware).values
        )
        // A new draft says what its row says; one that is there keeps its own spelling, unless only
        // the firmware's default makes the same of it.
        let rule = firmware.rule(for: key)
        let isMeant = own.map {
            rule?.meaning(of: Array($0.utf8)) == rule?.meaning(of: Array(value.utf8))
        }
        return before != nil && from == to && isMeant ?? true ? settings : new
    }

    /// Whether two paths lead to one file.
    private static func isSame(_ path: String, _ other: String) -> Bool {
        guard let real = try? Folder.realPath(path) else { return false }
        return real == (try? Folder.realPath(other))
    }

    /// Says what shall be changed.
    func apply(to edit: DraftEdit) throws(SyncError) {
        if let before {
            if !files.isEmpty || options != nil { try edit.expect(before) }
            for file in files { edit.write(file.bytes, to: file.name, of: name) }
            if let options { edit.set(options, of: name) }
        } else if let options {
            try edit.create(name, files: files, options: options)
        }
        if let device { edit.assign(name, to: device) }
    }
}
