// How a firmware splits settings.txt into keys and values, quirks included: the ground truth for
// effective settings and for the checks that explain why a line is not read as written.

/// What a firmware sees in the bytes of settings.txt, line by line.
struct SettingsReading: Sendable, Hashable {
    /// One key and value, as the firmware takes them.
    struct Assignment: Sendable, Hashable {
        /// The key, in capitals.
        let key: [UInt8]
        /// The value, up to the first NUL.
        let value: [UInt8]
        /// The number of the line (from 1) where the text begins.
        ///
        /// It is earlier than `line` when text without `=` stuck to it.
        let firstLine: Int
        /// The number of the line whose end completed it, nil when the firmware appended it.
        let line: Int?
    }

    /// The assignments in the order in which they are made; later ones win.
    let assignments: [Assignment]

    init(_ bytes: [UInt8], as firmware: Firmware) {
        assignments =
            switch firmware.grammar {
            case .untrimmed: SettingsReading.untrimmed(bytes)
            case .trimmed: SettingsReading.trimmed(bytes, as: firmware)
            }
    }

    /// The value that counts for a key.
    func value(of key: String) -> [UInt8]? {
        let wanted = Array(key.utf8)
        return assignments.last { $0.key == wanted }?.value
    }

    private static func untrimmed(_ bytes: [UInt8]) -> [Assignment] {
        var found: [Assignment] = []
        var text: [UInt8] = []
        var line = 1
        var firstLine = 1
        // The first '=' or NUL decides: behind a NUL no '=' is found any more, however many lines
        // follow, since the text without '=' is kept and the next line appended to it.
        var split: Int?
        for byte in bytes {
            if byte != ASCII.lineFeed {
                if text.isEmpty { firstLine = line }
                if split == nil, byte == ASCII.equals || byte == 0 { split = text.count }
                text.append(ASCII.upper(byte))
                continue
            }
            if let end = split, text[end] == ASCII.equals {
                found.append(
                    Assignment(
                        key: Array(text[..<end]), value: ASCII.cString(text[(end + 1)...]),
                        firstLine: firstLine, line: line))
                text = []
                split = nil
            }
            line += 1
        }
        return found
    }

    private static func trimmed(_ bytes: [UInt8], as firmware: Firmware) -> [Assignment] {
        var lines = bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
            .map { Array($0.filter { $0 != ASCII.carriageReturn }) }
        let starts = lines.map { line in
            ASCII.trimmed(line).prefix { $0 != ASCII.equals }.map(ASCII.upper)
                + (line.contains(ASCII.equals) ? [ASCII.equals] : [])
        }
        let missing = firmware.appendedKeys.filter { !starts.contains(Array(($0 + "=").utf8)) }
        let writtenLines = lines.count
        if !missing.isEmpty {
            // The firmware ends the last line, whatever it is, and goes on below.
            lines += missing.map { key in
                let text = firmware.rule(for: key)?.factoryText ?? ""
                return Array((key + "=" + text).utf8)
            }
            lines.append([])
        }
        var found: [Assignment] = []
        for (index, text) in lines.enumerated() {
            guard let assignment = assignment(in: text, line: index + 1, of: writtenLines) else {
                continue
            }
            let isUnfinished = index == lines.count - 1
            let key = String(decoding: assignment.key, as: UTF8.self)
            if !isUnfinished || firmware.keysOfUnfinishedLine.contains(key) {
                found.append(assignment)
            }
        }
        return found
    }

    private static func assignment(in text: [UInt8], line: Int, of written: Int) -> Assignment? {
        let visible = ASCII.cString(text)
        guard let split = visible.firstIndex(of: ASCII.equals) else { return nil }
        return Assignment(
            key: ASCII.trimmed(visible[..<split]).map(ASCII.upper),
            value: ASCII.cString(ASCII.trimmed(text[(split + 1)...])),
            firstLine: line, line: line <= written ? line : nil)
    }
}

extension Firmware {
    /// The keys that the firmware finds in settings.txt, with those that it appends itself.
    ///
    /// - Parameter settings: The bytes of settings.txt.
    /// - Returns: Keys of its own that have a value; the others are read as their defaults.
    package func keysRead(in settings: [UInt8]) -> Set<String> {
        let reading = SettingsReading(settings, as: self)
        return Set(keys.map(\.name).filter { reading.value(of: $0) != nil })
    }
}
