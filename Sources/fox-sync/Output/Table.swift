// Columns that line up.

/// Text in columns.
struct Table: Sendable {
    private var rows: [[String]] = []
    private var tints: [[Style.Tint?]] = []
    private let indent: String
    private let least: [Int]

    /// An empty table.
    ///
    /// - Parameters:
    ///   - indent: What each row begins with.
    ///   - widths: The least width of each column, in characters.
    init(indent: String = "", widths: [Int] = []) {
        self.indent = indent
        least = widths
    }

    /// Adds a row.
    mutating func add(_ cells: [String], tints: [Style.Tint?] = []) {
        rows.append(cells)
        self.tints.append(tints)
    }

    /// Whether there are no rows.
    var isEmpty: Bool { rows.isEmpty }

    /// The width of each column, in characters.
    var widths: [Int] {
        let columns = rows.map(\.count).max() ?? 0
        return (0..<columns).map { column in
            let widest = rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
            return max(widest, column < least.count ? least[column] : 0)
        }
    }

    /// The rows, the last column open-ended; no line ends in blanks.
    func text(_ style: Style) -> String {
        let widths = widths
        return zip(rows, tints).map { row, tints in
            var row = row
            // An empty cell at the end would leave blanks behind the one before it.
            while row.last?.isEmpty == true { row.removeLast() }
            // Only the last column is open-ended, and it is the one that a narrow window can spare.
            let before = widths.prefix(max(0, row.count - 1)).reduce(indent.count) { $0 + $1 + 2 }
            if style.cutsLines, let last = row.last, last.count > max(8, style.width - before) {
                row[row.count - 1] = last.prefix(max(7, style.width - before - 1)) + "…"
            }
            let cells = row.enumerated().map { column, cell in
                let painted =
                    column < tints.count ? tints[column].map { style.paint(cell, $0) } : nil
                let gap = column == row.count - 1 ? 0 : widths[column] - cell.count
                return (painted ?? cell) + String(repeating: " ", count: gap)
            }
            return indent + cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
