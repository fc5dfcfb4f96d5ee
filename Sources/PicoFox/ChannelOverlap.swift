// How long two foxes can be on the air at the same time, from their timelines.

/// The time that two foxes are on the air together, in a cycle.
package struct ChannelOverlap: Sendable, Hashable {
    /// The most intervals of both foxes together for which each phase is tried; beyond, the result is
    /// what the shares of time allow at most.
    private static let triedIntervals = 400
    /// Less is a click, and no collision, in seconds.
    private static let least = 0.05

    /// How long at most, in seconds.
    package let seconds: Double
    /// Of how much: the longer of the two cycles, in seconds.
    package let cycleSeconds: Double
    /// Whether it is so in each cycle, and not only when chance has it so.
    package let isCertain: Bool

    /// Whether both never stop.
    package var isWithoutEnd: Bool { isCertain && seconds > cycleSeconds - ChannelOverlap.least }

    /// Lays two timelines over each other; nil when they never meet.
    ///
    /// Foxes with slots begin their cycles together. All others begin when they are switched on, and
    /// each goes its own way: what counts is the worst case.
    ///
    /// - Parameters:
    ///   - one: What the one sends.
    ///   - other: What the other sends.
    ///   - areTogether: Whether both keep to slots of one clock.
    package init?(_ one: AirTimeline, _ other: AirTimeline, areTogether: Bool) {
        let (first, second) = (Pattern(one), Pattern(other))
        let (long, short) =
            first.period >= second.period ? (first, second) : (second, first)
        cycleSeconds = long.period
        guard long.onAir > 0, short.onAir > 0 else { return nil }
        let isFixed = areTogether && long.period - short.period < Self.least
        if isFixed {
            seconds = long.overlap(with: short, at: 0)
        } else if long.intervals.count * short.intervals.count <= Self.triedIntervals {
            // The overlap grows and shrinks evenly between phases at which two edges meet.
            seconds =
                long.edges.flatMap { edge in short.edges.map { $0 - edge } }
                .map { long.overlap(with: short, at: $0) }.max() ?? 0
        } else {
            seconds = min(long.onAir, (long.period / short.period).rounded(.up) * short.onAir)
        }
        isCertain = isFixed || seconds > long.period - Self.least
        if seconds < Self.least { return nil }
    }
}

/// When a fox is on the air, again and again.
private struct Pattern {
    let period: Double
    let intervals: [ClosedRange<Double>]

    init(_ timeline: AirTimeline) {
        var intervals: [ClosedRange<Double>] = []
        var start = 0.0
        for segment in timeline.cycles.flatMap(\.segments) {
            let end = start + segment.seconds
            defer { start = end }
            guard segment.isOnAir else { continue }
            if let last = intervals.last, last.upperBound == start {
                intervals[intervals.count - 1] = last.lowerBound...end
            } else {
                intervals.append(start...end)
            }
        }
        period = start
        self.intervals = intervals
    }

    var onAir: Double { intervals.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    var edges: [Double] { intervals.flatMap { [$0.lowerBound, $0.upperBound] } }

    /// The time on the air from the first cycle's beginning on; less than nothing before it.
    private func onAir(until time: Double) -> Double {
        let cycles = (time / period).rounded(.down)
        let rest = time - cycles * period
        return intervals.reduce(cycles * onAir) {
            $0 + max(0, min(rest, $1.upperBound) - $1.lowerBound)
        }
    }

    /// How long another one is on the air meanwhile.
    func overlap(with other: Pattern, at phase: Double) -> Double {
        intervals.reduce(0) {
            $0 + other.onAir(until: $1.upperBound + phase)
                - other.onAir(until: $1.lowerBound + phase)
        }
    }
}
