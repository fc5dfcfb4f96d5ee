// How text looks: colour only on a terminal, and numbers for people.
internal import PicoFox

/// Whether and how output is coloured.
struct Style: Sendable {
    /// Whether escape codes are used at all.
    let isColoured: Bool
    /// Columns of the terminal.
    var width: Int
    /// Whether lines of a table are cut at the width, as on a terminal.
    var cutsLines = false
    /// Whether block characters can be shown: a terminal, and UTF-8.
    var hasBlocks = false

    /// No colour, no cutting.
    static let plain = Style(isColoured: false, width: 80)

    /// Whether the locale's characters are UTF-8 (locale(7): the first of three variables counts).
    static func isUTF8(_ environment: [String: String]) -> Bool {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let name = locale.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }

    /// A level in dB below full scale for people, in ASCII.
    static func dBFS(_ level: Double) -> String {
        level.isFinite ? decibels(level) + "FS" : "silent"
    }

    /// A level or gain for people, in ASCII.
    static func decibels(_ level: Double, sign: Bool = false) -> String {
        let tenths = Int((min(max(level, -999), 999) * 10).rounded())
        let mark = tenths < 0 ? "-" : sign ? "+" : ""
        return "\(mark)\(tenths.magnitude / 10).\(tenths.magnitude % 10) dB"
    }

    /// A colour or weight.
    enum Tint: String, CaseIterable, Sendable {
        case good = "32"
        case warn = "33"
        case bad = "31"
        case dim = "2"
        case bold = "1"
    }

    /// Text in a colour, or plain.
    func paint(_ text: String, _ tint: Tint) -> String {
        isColoured && !text.isEmpty ? Self.code(tint.rawValue) + text + Self.code("0") : text
    }

    /// Every escape code that `paint` writes.
    static let codes = (["0"] + Tint.allCases.map(\.rawValue)).map(code)

    private static func code(_ number: String) -> String { "\u{1b}[\(number)m" }

    /// A number of bytes for people, in units of 1024.
    static func bytes(_ count: Int) -> String {
        if count < 1024 { return "\(count) B" }
        let (unit, name) = count < 1 << 20 ? (1 << 10, "KB") : (1 << 20, "MB")
        // The part first: ten times a size that a stranger claims may be no number any more.
        let tenths = (count % unit * 10 + unit / 2) / unit
        return "\(count / unit + tenths / 10).\(tenths % 10) \(name)"
    }

    /// A length of time for people.
    static func seconds(milliseconds: Int) -> String {
        "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
    }

    /// `1 file`, `2 files`, `3 foxes`.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        Counted.text(number, noun, plural)
    }
}
