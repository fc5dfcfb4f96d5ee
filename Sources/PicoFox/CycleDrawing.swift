// A picture of what a fox sends, for a terminal: one bar for each cycle, and what the parts are.

/// Draws a timeline as lines of text.
package struct CycleDrawing: Sendable {
    /// How many cycles are drawn; longer sequences end with a count of the rest.
    package static let drawnCycles = 6

    private let width: Int
    private let isPlain: Bool

    /// - Parameters:
    ///   - width: The width of the terminal in columns; at least 20 are used.
    ///   - isPlain: Whether to keep to ASCII.
    package init(width: Int, isPlain: Bool) {
        self.width = max(20, min(width, 400))
        self.isPlain = isPlain
    }

    /// The lines of a timeline.
    ///
    /// - Parameter timeline: The cycles.
    /// - Returns: Lines without line ends, none longer than the width (names apart).
    package func lines(_ timeline: AirTimeline) -> [String] {
        if let reason = timeline.offAirReason { return ["off the air: \(reason)"] }
        var lines: [String] = []
        for cycle in timeline.cycles.prefix(CycleDrawing.drawnCycles) {
            lines.append(bar(cycle))
            lines += legend(cycle)
        }
        let rest = timeline.cycles.count - CycleDrawing.drawnCycles
        if rest > 0 { lines.append("and \(rest) more cycles like these") }
        return lines
    }

    /// One cycle as a bar with its length behind it.
    private func bar(_ cycle: AirTimeline.Cycle) -> String {
        let length = " " + CycleDrawing.clock(cycle.seconds)
        let columns = max(cycle.segments.count, width - 2 - length.count)
        let counts = CycleDrawing.share(columns, among: cycle.segments.map(\.seconds))
        let body = zip(cycle.segments, counts).map { segment, count in
            String(repeating: sign(segment.kind), count: count)
        }.joined()
        return (isPlain ? "|" : "│") + body + (isPlain ? "|" : "│") + length
    }

    private func legend(_ cycle: AirTimeline.Cycle) -> [String] {
        var start = 0.0
        return cycle.segments.map { segment in
            defer { start += segment.seconds }
            let name = CycleDrawing.padded(CycleDrawing.name(segment.kind), to: 8)
            let seconds = CycleDrawing.padded(CycleDrawing.tenths(segment.seconds) + " s", to: -9)
            let line =
                "  \(sign(segment.kind)) \(CycleDrawing.padded(CycleDrawing.clock(start), to: -5))"
                + "  \(name)\(seconds)"
            return segment.label.isEmpty ? line : line + "  " + segment.label
        }
    }

    private func sign(_ kind: AirSegment.Kind) -> String {
        switch kind {
        case .audio: isPlain ? "#" : "█"
        case .id: isPlain ? "=" : "▚"
        case .message: isPlain ? "+" : "▞"
        case .picture: isPlain ? "%" : "▒"
        case .packet: isPlain ? "*" : "◆"
        case .carrier: isPlain ? "-" : "─"
        case .silence: isPlain ? "." : "·"
        }
    }

    private static func name(_ kind: AirSegment.Kind) -> String {
        kind == .id ? "ID" : kind.rawValue
    }

    /// Shares columns in proportion to lengths, at least one for each.
    static func share(_ columns: Int, among lengths: [Double]) -> [Int] {
        let total = lengths.reduce(0, +)
        guard total > 0, columns >= lengths.count else { return lengths.map { _ in 1 } }
        var counts = lengths.map { max(1, Int($0 / total * Double(columns))) }
        while counts.reduce(0, +) != columns {
            let isShort = counts.reduce(0, +) < columns
            // Give to the segment that lacks most, or take from the one that has most too much.
            let errors = zip(lengths, counts).map { length, count in
                length / total * Double(columns) - Double(count)
            }
            let candidates = counts.indices.filter { isShort || counts[$0] > 1 }
            guard
                let index = candidates.max(by: {
                    isShort ? errors[$0] < errors[$1] : errors[$0] > errors[$1]
                })
            else { return counts }
            counts[index] += isShort ? 1 : -1
        }
        return counts
    }

    /// Minutes and seconds, such as `1:05`; hours when there are any.
    package static func clock(_ seconds: Double) -> String {
        let all = Int(max(0, min(seconds, 1e9)).rounded())
        let twoDigits = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
        let (minutes, rest) = all.quotientAndRemainder(dividingBy: 60)
        if minutes < 60 { return "\(minutes):\(twoDigits(rest))" }
        return "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(rest))"
    }

    private static func tenths(_ seconds: Double) -> String {
        let all = Int((max(0, min(seconds, 1e9)) * 10).rounded())
        return "\(all / 10).\(all % 10)"
    }

    /// Fills with blanks behind, or in front for a negative width.
    private static func padded(_ text: String, to width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, Int(width.magnitude) - text.count))
        return width < 0 ? blanks + text : text + blanks
    }
}
