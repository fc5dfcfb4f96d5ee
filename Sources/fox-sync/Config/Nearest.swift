// What somebody meant who typed something else: the known word with the fewest differences.

/// Finds the nearest of some known words.
enum Nearest {
    /// Finds the known word that was probably meant.
    ///
    /// - Parameters:
    ///   - word: What was typed.
    ///   - known: The words there are.
    /// - Returns: The nearest, or nil when none is near.
    static func word(to word: String, among known: [String]) -> String? {
        // Of a word that is longer than any, the beginning tells as much.
        let typed = Array(word.lowercased().unicodeScalars.prefix(64))
        let all = known.map { (distance(typed, Array($0.unicodeScalars)), $0) }
        guard let best = all.min(by: { $0.0 < $1.0 }) else { return nil }
        return best.0 <= max(2, best.1.count / 3) ? best.1 : nil
    }

    /// How many letters have to be put in, left out, replaced or swapped with their neighbour.
    ///
    /// - Parameters:
    ///   - left: A word.
    ///   - right: Another one.
    /// - Returns: The distance (Damerau and Levenshtein, without overlaps).
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var now = [row + 1]
            for (column, other) in right.enumerated() {
                var least = min(
                    last[column + 1] + 1, now[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                now.append(least)
            }
            (before, last) = (last, now)
        }
        return last[right.count]
    }
}
