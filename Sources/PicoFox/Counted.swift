// A number and its noun, for sentences.

/// Numbers with what they count.
package enum Counted {
    /// `1 file`, `2 files`, `3 foxes`.
    ///
    /// - Parameters:
    ///   - number: How many.
    ///   - noun: One of them.
    ///   - plural: Several of them; nil for the noun and an `s`.
    /// - Returns: The number and the noun.
    package static func text(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
    }
}
