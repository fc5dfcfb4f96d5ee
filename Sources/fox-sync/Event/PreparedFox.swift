// A row of an event, with its files read: ready to become a draft in one transaction.
internal import PicoFox
internal import SyncEngine

/// A fox of an event and the draft that it will be.
struct PreparedFox {
    let name: String
    let isNew: Bool
    /// What is wrong, with row and column.
    let problems: [String]
    private let before: FrozenDraft?
    private let files: [DeviceFile]
    private let options: DraftOptions
    private let device: String?

    /// Reads what a row names.
    ///
    /// - Parameters:
    ///   - fox: The row.
    ///   - standard: The firmware of a draft that is made and whose row names none.
    ///   - context: Where everything lives.
    /// - Throws: `CLIError` when the draft that is there cannot be read.
    init(_ fox: EventSheet.Fox, standard: Firmware?, _ context: Context) throws(CLIError) {
        name = fox.name
        device = fox.device
        isNew = !context.drafts.contains(fox.name)
        before = isNew ? nil : try Command.load(fox.name, context)
        let firmware = fox.firmware ?? before?.firmware ?? standard ?? .stock
        let isGiven = isNew || fox.firmware != nil || before?.firmwareIsGiven == true
        options = DraftOptions(
            firmware: isGiven ? firmware.id : nil, offAir: before?.offAir ?? false)
        var problems: [String] = []
        var settings = before?.settings ?? Command.fresh(firmware)
        for (column, key, value) in fox.settings {
            // A key that this firmware has not is only wrong when it says something.
            do throws(CLIError) {
                settings = try Command.set([(key, value)], in: settings, of: firmware)
            } catch {
                problems.append("row \(fox.row), column '\(column)': \(error.message)")
            }
        }
        var files = [DeviceFile(name: "settings.txt", bytes: settings)]
        for (column, wanted, path) in fox.audio {
            guard let target = wanted ?? firmware.audio.names.first, firmware.plays(target) else {
                problems.append(
                    "row \(fox.row), column '\(column)': the \(firmware.id) firmware plays no such"
                        + " file")
                continue
            }
            do throws(CLIError) {
                files.append(
                    DeviceFile(name: target, bytes: try EventAudio.wav(of: path, for: firmware)))
            } catch {
                problems.append("row \(fox.row), column '\(column)': \(error.message)")
            }
        }
        self.problems = problems
        self.files = files
    }

    /// Says what shall be changed.
    func apply(to edit: DraftEdit) throws(SyncError) {
        if let before {
            try edit.expect(before)
            for file in files { edit.write(file.bytes, to: file.name, of: name) }
            edit.set(options, of: name)
        } else {
            try edit.create(name, files: files, options: options)
        }
        if let device { edit.assign(name, to: device) }
    }
}
