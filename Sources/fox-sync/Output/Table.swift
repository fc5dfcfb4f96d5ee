// Columns that line up.

/// Text in columns.
struct Table: Sendable {
    private var rows: [[String]] = []
    private var tints: [[Style.Tint?]] = []
    private let indent: String

    /// An empty table.
    init(indent: String = "") { self.indent = indent }

    /// Adds a row.
    mutating func add(_ cells: [String], tints: [Style.Tint?] = []) {
        rows.append(cells)
        self.tints.append(tints)
    }

    /// Whether there are no rows.
    var isEmpty: Bool { rows.isEmpty }

    /// The rows, the last column open-ended.
    func text(_ style: Style) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return zip(rows, tints).map { row, tints in
            var row = row
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
