// The order in which people count: `fox 2` is before `fox 10`.

/// Where a name stands among others, whatever its letter case.
package struct NaturalOrder: Comparable, Sendable {
    private let parts: [Int]

    /// Takes letters as they are and numbers as wholes, so that these sort by their values.
    ///
    /// - Parameter text: The name.
    package init(_ text: String) {
        var parts: [Int] = []
        var digits = ""
        for character in text.lowercased().unicodeScalars {
            if ("0"..."9").contains(character), digits.count < 18 {
                digits.unicodeScalars.append(character)
                continue
            }
            if let number = Int(digits) { parts += [0, number] }
            digits = ""
            parts.append(Int(character.value) + 1)
        }
        if let number = Int(digits) { parts += [0, number] }
        self.parts = parts
    }

    /// Whether one name stands before another.
    package static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        left.parts.lexicographicallyPrecedes(right.parts)
    }
}
