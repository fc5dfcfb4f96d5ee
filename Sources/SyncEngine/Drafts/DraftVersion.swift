// One kept version of a draft, and what is noted of it beside its files.
internal import PicoFox

/// A version that a draft had, before something replaced it.
package struct DraftVersion: Equatable, Sendable {
    /// Its folder.
    package let path: String
    /// Its number: later ones have higher ones.
    package let number: Int
    /// When it was kept, to the second.
    package let at: Timestamp
    /// What was about to replace it, one word.
    package let reason: String
    /// What is noted of it.
    package let notes: Notes

    /// What a version's files do not tell.
    package struct Notes: Equatable, Sendable {
        /// What the change was about, in a few words; may be empty.
        package var what = ""
        /// The draft's options.
        package var options = DraftOptions()
        /// For an undo: how many numbers below its own the version is that it brought back.
        package var back: Int?
        /// What the change left in the draft: the digests by the files' names.
        package var after: [String: Digest] = [:]
        /// Whether there was no draft of this name: nothing was before.
        package var isAbsent = false
        /// The devices that it was assigned to, when the change took it away from them.
        package var devices: [String: Bool] = [:]

        /// The devices that the change gave another draft or none, by identity.
        var moved: [String: Move] = [:]

        /// Nothing is noted.
        package init() {}
    }

    /// What became of a device's draft.
    struct Move: Equatable, Sendable {
        /// What it had.
        let before: Assignment?
        /// What the change gave it.
        let after: Assignment?
    }

    /// The file in a version's folder that holds the notes; no draft can have one of this name.
    static let notesName = ".version"
}

extension DraftVersion.Notes {
    /// The notes as lines: a word, a blank, fields that hold no blanks.
    var bytes: [UInt8] {
        var lines = ["what \(Escaped.text(what))"]
        if let firmware = options.firmware { lines.append("firmware \(Escaped.text(firmware))") }
        if options.offAir { lines.append("off-air") }
        if isAbsent { lines.append("absent") }
        if let back { lines.append("back \(back)") }
        for (name, digest) in after.sorted(by: { $0.key < $1.key }) {
            lines.append("after \(digest.hex) \(Escaped.text(name))")
        }
        for (device, byHand) in devices.sorted(by: { $0.key < $1.key }) {
            lines.append("device \(byHand ? 1 : 0) \(Escaped.text(device))")
        }
        for (device, move) in moved.sorted(by: { $0.key < $1.key }) {
            let sides = [move.before, move.after].map { side in
                side.map { "\($0.byHand ? 1 : 0) \(Escaped.text($0.draft))" } ?? "- -"
            }
            lines.append("moved \(Escaped.text(device)) \(sides.joined(separator: " "))")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// Reads what `bytes` wrote; words that are not known are skipped.
    init(_ bytes: [UInt8]) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ").map(String.init)
            switch (fields.first, fields.count) {
            case ("what", 2): what = Escaped.read(fields[1])
            case ("firmware", 2): options.firmware = Escaped.read(fields[1])
            case ("off-air", 1): options.offAir = true
            case ("absent", 1): isAbsent = true
            case ("back", 2): back = Int(fields[1])
            case ("after", 3): after[Escaped.read(fields[2])] = Digest(hex: fields[1])
            case ("moved", 6):
                let sides = [2, 4].map { place in
                    fields[place] == "-"
                        ? nil
                        : Assignment(
                            draft: Escaped.read(fields[place + 1]), byHand: fields[place] == "1")
                }
                moved[Escaped.read(fields[1])] = DraftVersion.Move(
                    before: sides[0], after: sides[1])
            case ("device", 3): devices[Escaped.read(fields[2])] = fields[1] == "1"
            default: break
            }
        }
    }
}

/// Text as one word: percent signs for what a line of fields cannot hold.
enum Escaped {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte <= 0x20 || byte == 0x7f || byte == UInt8(ascii: "%") {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func read(_ word: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let first = rest.popFirst() {
            if first == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(first)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
