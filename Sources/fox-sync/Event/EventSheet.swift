// A hunt as a table: what each column means, and each row checked before anything is done.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

/// The foxes of an event, one a row.
struct EventSheet {
    /// A row that was read and understood.
    struct Fox {
        /// The row, as a spreadsheet shows it.
        let row: Int
        let name: String
        var firmware: Firmware?
        /// The device that gets it.
        var device: String?
        /// Keys of settings.txt with what was typed.
        var settings: [(column: String, key: String, value: String)] = []
        /// Audio files: where the file is, by its name in the draft; nil for the firmware's first.
        var audio: [(column: String, name: String?, path: String)] = []
    }

    /// What one cell is about.
    enum Column: Equatable {
        case name
        case firmware
        case device
        case audio(name: String?)
        case setting(String)
    }

    let foxes: [Fox]

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - table: Its rows; the first names the columns.
    ///   - folder: Where the audio files are looked for.
    ///   - devices: The devices that are known.
    /// - Throws: `CLIError` that names every row and column that is wrong.
    init(_ table: CSVTable, folder: String, devices: [DeviceRecord]) throws(CLIError) {
        guard let head = table.rows.first else {
            throw EventSheet.refused(["row 1: there is no row with the names of the columns"])
        }
        let titles = head.cells.map(Self.trimmed)
        var problems: [String] = []
        var columns: [Column?] = []
        for (index, title) in titles.enumerated() {
            let column = Self.column(title)
            if column == nil, !title.isEmpty {
                problems.append(
                    "row \(head.number), column '\(title.orDash)': no such column; there are name,"
                        + " callsign, frequency, device, audio, firmware, and the keys of settings.txt"
                )
            }
            if let column, columns.contains(column) {
                problems.append(
                    "row \(head.number), column '\(title.orDash)': it is there twice")
            }
            if title.isEmpty,
                table.rows.dropFirst().contains(where: {
                    index < $0.cells.count && !Self.trimmed($0.cells[index]).isEmpty
                })
            {
                problems.append(
                    "row \(head.number), column \(index + 1): it has no name, and cells below it")
            }
            columns.append(column)
        }
        if !columns.contains(.name) {
            problems.append("row \(head.number): there is no column 'name'")
        }
        if !problems.isEmpty { throw EventSheet.refused(problems) }
        var foxes: [Fox] = []
        var missing = 0
        for (number, cells) in table.rows.dropFirst() {
            guard cells.count <= titles.count else {
                problems.append(
                    "row \(number): it has \(cells.count) cells, and there are \(titles.count) columns"
                )
                continue
            }
            let place = columns.firstIndex(of: .name) ?? 0
            let name = place < cells.count ? Self.trimmed(cells[place]) : ""
            if let refusal = DraftName.refusal(name) {
                problems.append("row \(number), column '\(titles[place])': \(refusal)")
                continue
            }
            var fox = Fox(row: number, name: name)
            for (index, cell) in cells.enumerated() {
                let text = Self.trimmed(cell)
                guard !text.isEmpty, let column = columns[index] else { continue }
                do throws(CLIError) {
                    try fox.take(
                        text, column, title: titles[index], folder: folder, devices: devices)
                } catch {
                    problems.append("row \(number), column '\(titles[index])': \(error.message)")
                    missing += error.exit == .notFound ? 1 : 0
                }
            }
            foxes.append(fox)
        }
        problems += Self.twins(foxes)
        if foxes.isEmpty, problems.isEmpty { problems.append("there is no fox in it") }
        if !problems.isEmpty { throw EventSheet.refused(problems, missing: missing) }
        self.foxes = foxes
    }

    /// The error for a table with something wrong in it.
    ///
    /// - Parameters:
    ///   - problems: What is wrong.
    ///   - missing: How many of them are that something named is not there.
    /// - Returns: The error; with exit code 4 where nothing else is wrong.
    static func refused(_ problems: [String], missing: Int = 0) -> CLIError {
        let shown = problems.prefix(20).joined(separator: "\n  ")
        let more = problems.count > 20 ? "\n  and \(problems.count - 20) more" : ""
        return CLIError(
            missing == problems.count ? .notFound : .invalid, "event",
            "nothing was done:\n  " + shown + more)
    }

    private static func column(_ title: String) -> Column? {
        let lower = title.lowercased()
        switch lower {
        case "name", "draft", "fox": return .name
        case "callsign", "call": return .setting("CALLSIGN")
        case "frequency", "freq", "mhz": return .setting("FREQ_MHZ")
        case "device", "serial", "device serial": return .device
        case "audio", "audio file": return .audio(name: nil)
        case "firmware": return .firmware
        default: break
        }
        if Firmware.everyKey.contains(title.uppercased()) { return .setting(title.uppercased()) }
        return Firmware.all.contains { $0.plays(lower) } ? .audio(name: lower) : nil
    }

    /// Rows that would be the same fox.
    private static func twins(_ foxes: [Fox]) -> [String] {
        var names: [String: Int] = [:]
        var devices: [String: Int] = [:]
        return foxes.flatMap { fox -> [String] in
            var problems: [String] = []
            if let other = names.updateValue(fox.row, forKey: fox.name.lowercased()) {
                problems.append(
                    "row \(fox.row), column 'name': '\(fox.name)' is in row \(other) already")
            }
            if let device = fox.device, let other = devices.updateValue(fox.row, forKey: device) {
                problems.append(
                    "row \(fox.row), column 'device': \(device) is in row \(other) already")
            }
            return problems
        }
    }

    /// Refuses what no cell may have in it.
    static func refuseControls(_ text: String) throws(CLIError) {
        guard Array(text.utf8).printable == text else {
            throw CLIError(.invalid, "event", "there are control characters in it")
        }
    }

    /// A cell without the blanks round it.
    static func trimmed(_ text: String) -> String {
        let blanks: Set<Character> = [" ", "\t", "\u{a0}"]
        var rest = text[...]
        while let first = rest.first, blanks.contains(first) { rest.removeFirst() }
        while let last = rest.last, blanks.contains(last) { rest.removeLast() }
        return String(rest)
    }
}

extension EventSheet.Fox {
    fileprivate mutating func take(
        _ text: String, _ column: EventSheet.Column, title: String, folder: String,
        devices: [DeviceRecord]
    ) throws(CLIError) {
        // Of a setting, only what the draft has not already: see PreparedFox.
        if case .setting(let key) = column {
            settings.append((title, key, text))
            return
        }
        try EventSheet.refuseControls(text)
        switch column {
        case .name: break
        case .firmware:
            guard let named = Firmware.named(text) else { throw Command.noFirmware(text) }
            firmware = named
        case .device: device = try Self.device(text, devices)
        case .audio(let name):
            audio.append((title, name, text.hasPrefix("/") ? text : folder + "/" + text))
        case .setting: break
        }
    }

    /// A known device by its name or number, or a serial number of a PicoFox.
    private static func device(
        _ text: String, _ devices: [DeviceRecord]
    ) throws(CLIError) -> String {
        let wanted = text.lowercased()
        let found = devices.filter {
            $0.id.lowercased() == wanted || $0.name?.lowercased() == wanted
        }
        if let only = found.first, found.count == 1 { return only.id }
        // The flash chip's unique id, as Linux shows it.
        if text.utf8.count == 16, text.allSatisfy(\.isHexDigit) { return text.uppercased() }
        throw CLIError(
            .notFound, "event",
            "'\(text)' is no fox that was ever seen, and no serial number of 16 hexadecimal digits")
    }
}
