// What the rules say of one volume.

/// Whether a volume is looked into, which rule decided, and why in words.
package struct VolumeVerdict: Sendable, Hashable, Codable {
    /// Its content is to be looked at.
    package let isCandidate: Bool
    /// The rule that decided.
    package let rule: VolumeRule
    /// One sentence without the volume's name, fit to follow it.
    package let reason: String

    /// Puts a verdict together.
    ///
    /// - Parameters:
    ///   - isCandidate: The volume's content is to be looked at.
    ///   - rule: The rule that decided.
    ///   - reason: One sentence without the volume's name.
    package init(isCandidate: Bool, rule: VolumeRule, reason: String) {
        self.isCandidate = isCandidate
        self.rule = rule
        self.reason = reason
    }
}
