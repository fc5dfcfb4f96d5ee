// The clusters of a file in their order, as a table links them.

/// A chain of clusters.
package struct FATChain: Equatable, Sendable {
    /// How a chain ends.
    package enum Ending: String, Sendable {
        /// As it should.
        case end
        /// Its last cluster counts as free: the next file that is written takes it.
        case free
        /// It leads to a cluster that there is not.
        case outside
        /// It leads back into itself.
        case loop
    }

    /// The clusters in order.
    package let clusters: [Int]
    /// What comes behind the last one.
    package let ending: Ending

    /// Puts clusters and ending together.
    package init(clusters: [Int], ending: Ending) {
        self.clusters = clusters
        self.ending = ending
    }

    /// The parts of the volume that lie one behind the other.
    ///
    /// - Parameters:
    ///   - size: How many bytes of the chain are wanted.
    ///   - layout: Where clusters are.
    /// - Returns: The parts in order, in bytes of the volume, as far as the chain goes.
    package func parts(size: Int, in layout: FATLayout) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var rest = size
        for cluster in clusters where rest > 0 {
            let begin = layout.offset(of: cluster)
            let count = min(rest, layout.clusterSize)
            if let last = parts.last, last.upperBound == begin {
                parts[parts.count - 1] = last.lowerBound..<begin + count
            } else {
                parts.append(begin..<begin + count)
            }
            rest -= count
        }
        return parts
    }
}
