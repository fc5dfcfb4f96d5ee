// Text in lines that fit a terminal of the usual width.

/// Breaking text into lines at blanks.
enum TextWrap {
    /// The width that help is written for.
    static let width = 80

    /// Breaks one paragraph.
    ///
    /// - Parameters:
    ///   - text: Words with single blanks between them.
    ///   - width: The most characters of a line; a longer word stands alone.
    /// - Returns: The lines; one empty line for no words.
    static func lines(_ text: some StringProtocol, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty && line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
    }

    /// Fills the paragraphs of a longer text anew; lines with columns in them stay as they are.
    ///
    /// - Parameters:
    ///   - text: Lines; paragraphs end at an empty one.
    ///   - width: The most characters of a line.
    /// - Returns: The text.
    static func filled(_ text: String, width: Int = width) -> String {
        var result: [String] = []
        var words = ""
        func finish() {
            if !words.isEmpty { result += lines(words, width: width) }
            words = ""
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || line.contains("  ") {
                finish()
                result += aligned(line, width: width)
            } else {
                words += (words.isEmpty ? "" : " ") + line
            }
        }
        finish()
        return result.joined(separator: "\n")
    }

    /// A line of two columns, the second one broken beside the first.
    private static func aligned(_ line: Substring, width: Int) -> [String] {
        guard line.count > width, let gap = line.dropFirst(2).range(of: "  ") else {
            return [String(line)]
        }
        let first = line[..<gap.lowerBound]
        let second = line[gap.lowerBound...].drop { $0 == " " }
        let indent = line.count - second.count
        return lines(second, width: width - indent).enumerated().map { index, text in
            index == 0
                ? first + String(repeating: " ", count: indent - first.count) + text
                : String(repeating: " ", count: indent) + text
        }
    }
}

extension Substring {
    /// Where two characters first stand side by side.
    fileprivate func range(of pair: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(pair) }.map { $0..<index($0, offsetBy: pair.count) }
    }
}
