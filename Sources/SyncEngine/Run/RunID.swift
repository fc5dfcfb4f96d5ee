// Identities of runs: short enough to type, random enough to merge the logs of several benches.

/// Makes identities of runs.
package enum RunID {
    // Crockford's alphabet: no letter that is taken for a digit.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// A new identity: 8 characters, 40 random bits.
    ///
    /// - Returns: The identity.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<8).map { _ in alphabet[Int.random(in: 0..<32, using: &generator)] })
    }
}
