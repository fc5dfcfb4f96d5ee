// Rows and cells of a CSV file, as RFC 4180 and spreadsheets write them.
internal import SyncEngine

/// A table of text.
struct CSVTable: Equatable, Sendable {
    /// The rows with their numbers as a spreadsheet shows them; empty ones are left out.
    let rows: [(number: Int, cells: [String])]

    static func == (left: CSVTable, right: CSVTable) -> Bool {
        left.rows.map(\.number) == right.rows.map(\.number)
            && left.rows.map(\.cells) == right.rows.map(\.cells)
    }

    /// What is wrong with a file.
    struct Problem: Error, Equatable {
        let row: Int
        let reason: String
    }

    /// Reads a file: UTF-8 with or without byte-order mark; cells parted by commas, semicolons or
    /// tabs, whichever the first row has; lines ending in LF, CR LF or CR; a first line `sep=;`.
    ///
    /// - Parameter bytes: The file.
    /// - Throws: `Problem`.
    init(_ bytes: [UInt8]) throws(Problem) {
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            throw Problem(row: 1, reason: "this is UTF-16; save it as 'CSV UTF-8'")
        }
        let body = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
        guard let text = String(validating: body, as: UTF8.self) else {
            let lines = body.split(separator: 0x0a, omittingEmptySubsequences: false)
            let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            throw Problem(row: bad + 1, reason: "this is no UTF-8; save it as 'CSV UTF-8'")
        }
        var scalars = Array(text.unicodeScalars)
        var separator: Unicode.Scalar?
        var number = 1
        let first = scalars.prefix { !Self.isLineEnd($0) }
        if first.count == 5,
            String(String.UnicodeScalarView(first.prefix(4))).lowercased() == "sep="
        {
            separator = first.last
            scalars.removeFirst(first.count)
            if scalars.first == "\r" { scalars.removeFirst() }
            if scalars.first == "\n" { scalars.removeFirst() }
            number = 2
        }
        let parted = separator ?? Self.separator(of: scalars)
        var parser = Parser(scalars: scalars, separator: parted, number: number)
        rows = try parser.rows()
    }

    /// The separator that the first row has most of, outside quotes.
    private static func separator(of scalars: [Unicode.Scalar]) -> Unicode.Scalar {
        var isQuoted = false
        var counts: [Unicode.Scalar: Int] = [:]
        for scalar in scalars {
            if scalar == "\"" { isQuoted.toggle() }
            if isQuoted { continue }
            if isLineEnd(scalar) { break }
            if scalar == "," || scalar == ";" || scalar == "\t" { counts[scalar, default: 0] += 1 }
        }
        return [",", ";", "\t"].max { counts[$0, default: 0] < counts[$1, default: 0] } ?? ","
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r"
    }

    private struct Parser {
        let scalars: [Unicode.Scalar]
        let separator: Unicode.Scalar
        var number: Int
        var place = 0

        init(scalars: [Unicode.Scalar], separator: Unicode.Scalar, number: Int) {
            self.scalars = scalars
            self.separator = separator
            self.number = number
        }

        mutating func rows() throws(Problem) -> [(number: Int, cells: [String])] {
            var rows: [(number: Int, cells: [String])] = []
            while place < scalars.count {
                let cells = try row()
                if cells.contains(where: { !$0.isEmpty }) { rows.append((number, cells)) }
                number += 1
            }
            return rows
        }

        private mutating func row() throws(Problem) -> [String] {
            var cells: [String] = []
            while true {
                cells.append(CSVTable.withoutMark(try cell()))
                guard place < scalars.count else { return cells }
                let end = scalars[place]
                place += 1
                if end == separator { continue }
                if end == "\r", place < scalars.count, scalars[place] == "\n" { place += 1 }
                return cells
            }
        }

        private mutating func cell() throws(Problem) -> String {
            var text = String.UnicodeScalarView()
            guard place < scalars.count, scalars[place] == "\"" else {
                while place < scalars.count, scalars[place] != separator,
                    !CSVTable.isLineEnd(scalars[place])
                {
                    if scalars[place] == "\"" {
                        throw Problem(
                            row: number,
                            reason: "a quote in the middle of a cell is written twice,"
                                + " and the cell in quotes")
                    }
                    text.append(scalars[place])
                    place += 1
                }
                return String(text)
            }
            place += 1
            while true {
                guard place < scalars.count else {
                    throw Problem(row: number, reason: "a quote is opened and never closed")
                }
                let scalar = scalars[place]
                place += 1
                if scalar != "\"" {
                    text.append(scalar)
                } else if place < scalars.count, scalars[place] == "\"" {
                    text.append(scalar)
                    place += 1
                } else {
                    break
                }
            }
            guard
                place == scalars.count || scalars[place] == separator
                    || CSVTable.isLineEnd(scalars[place])
            else { throw Problem(row: number, reason: "there is text behind a closing quote") }
            return String(text)
        }
    }

    /// The cell as a spreadsheet takes it for text: what it would calculate gets an apostrophe in front.
    ///
    /// A cell that begins with `=`, `+`, `-`, `@`, a tab or a CR is a formula to spreadsheets (OWASP, 'CSV
    /// Injection'), and the text may be a stranger's. A number stays a number.
    private static func marked(_ cell: String) -> String {
        isFormula(cell.drop { $0 == "'" }) ? "'" + cell : cell
    }

    /// The cell without the apostrophe of `marked`.
    private static func withoutMark(_ cell: String) -> String {
        cell.first == "'" && isFormula(cell.drop { $0 == "'" }) ? String(cell.dropFirst()) : cell
    }

    private static func isFormula(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first)
        else { return false }
        let rest = text.unicodeScalars.dropFirst()
        let isNumber =
            (first == "+" || first == "-") && rest.contains { ("0"..."9").contains($0) }
            && rest.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
        return !isNumber
    }

    /// Writes rows: commas, CR LF, quotes where they are needed (RFC 4180), and no formulas.
    ///
    /// - Parameter rows: The rows.
    /// - Returns: The file.
    static func text(_ rows: [[String]]) -> String {
        rows.map { row in
            row.map(marked).map { cell in
                let isPlain = !cell.unicodeScalars.contains {
                    ",;\t\"\r\n".unicodeScalars.contains($0)
                }
                let isTrimmed = cell.first != " " && cell.last != " "
                return isPlain && isTrimmed
                    ? cell
                    : "\""
                        + cell.split(separator: "\"", omittingEmptySubsequences: false)
                        .joined(separator: "\"\"") + "\""
            }.joined(separator: ",") + "\r\n"
        }.joined()
    }
}
