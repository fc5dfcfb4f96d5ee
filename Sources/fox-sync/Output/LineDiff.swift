// What differs between two texts, line by line, as `diff -u` shows it without the headers.

/// A line of a difference.
enum LineDiff: Equatable {
    /// In both.
    case same(String)
    /// Only in the old text.
    case removed(String)
    /// Only in the new text.
    case added(String)

    /// Compares two texts.
    ///
    /// - Parameters:
    ///   - old: The old text, as lines.
    ///   - new: The new text, as lines.
    /// - Returns: All lines of both, in order.
    static func between(_ old: [String], _ new: [String]) -> [LineDiff] {
        let difference = new.difference(from: old)
        var removed: Set<Int> = []
        var added: [Int: String] = [:]
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, let line, _): added[offset] = line
            }
        }
        var result: [LineDiff] = []
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            if from < old.count, removed.contains(from) {
                result.append(.removed(old[from]))
                from += 1
            } else if let line = added[to] {
                result.append(.added(line))
                to += 1
            } else {
                result.append(.same(old[from]))
                from += 1
                to += 1
            }
        }
        return result
    }
}
