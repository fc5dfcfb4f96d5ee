// What is to do about a fox: one answer, which every display shows.

/// What is to do about a fox, why, and the commands of which one goes on.
package struct FoxState: Equatable, Sendable {
    /// What is to do; what waits for a person comes first.
    package enum Kind: String, Sendable, Codable, CaseIterable, Comparable {
        /// Somebody has to decide between the fox and its draft.
        case needsDecision = "needs-decision"
        /// It has no readable settings.txt, or its FAT is broken.
        case damaged
        /// Its draft is not valid, or silent.
        case offAir = "off-the-air"
        /// Its draft is not the one that it got.
        case behind
        /// It was never synced, has no draft, or a cut run left what nobody has proven.
        case unknown
        /// It has its draft, proven.
        case ready

        /// The kind for people.
        package var words: String {
            self == .needsDecision
                ? "needs a decision" : rawValue.split(separator: "-").joined(separator: " ")
        }

        /// Whether a person has to do something before anything can be synced.
        package var isWaiting: Bool { self == .needsDecision || self == .damaged }

        /// Whether the left one comes first.
        package static func < (left: Kind, right: Kind) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// What is to do.
    package let kind: Kind
    /// Why, in one sentence.
    package let reason: String
    /// The commands of which one goes on; none when nothing is to do.
    package let next: [String]

    /// Says what is to do.
    package init(_ kind: Kind, _ reason: String, next: [String] = []) {
        self.kind = kind
        self.reason = reason
        self.next = next
    }
}
