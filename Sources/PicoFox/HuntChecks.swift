// What a hunter would meet who listens to all foxes: a check of several drafts together.

/// The checks of the drafts of one hunt; drafts that stay off the air are none of them.
package struct HuntChecks: Sendable {
    /// A fox of the hunt, as its draft has it.
    package struct Fox: Sendable, Hashable {
        /// The draft's name.
        package let name: String
        /// The firmware that it is for.
        package let firmware: Firmware
        /// What the firmware makes of its settings.
        package let settings: EffectiveSettings
        /// What it sends.
        package let timeline: AirTimeline

        /// Describes a fox.
        ///
        /// - Parameters:
        ///   - name: The draft's name.
        ///   - firmware: The firmware that it is for.
        ///   - settings: What the firmware makes of its settings.
        ///   - files: The draft's files.
        package init(
            name: String, firmware: Firmware, settings: EffectiveSettings, files: [StagedFile]
        ) {
            self.name = name
            self.firmware = firmware
            self.settings = settings
            timeline = AirTimeline(settings, firmware: firmware, files: files)
        }

        /// The frequencies in Hz on which it is heard, one after another.
        fileprivate var carriers: [Int] { timeline.carrierOffsets.map { settings.hertz + $0 } }

        fileprivate var hasSlots: Bool {
            if case .slots = firmware.cycle { true } else { false }
        }
    }

    /// The distance in Hz from which on two foxes do not disturb each other: the spacing of narrow FM
    /// channels in the 2 m band.
    package static let channelWidth = 15_000

    /// Those that are on the air, in the order in which people count.
    private let foxes: [Fox]

    /// - Parameter foxes: The foxes, in any order.
    package init(_ foxes: [Fox]) {
        self.foxes = foxes.filter(\.settings.onAir).sorted {
            (NaturalOrder($0.name), $0.name) < (NaturalOrder($1.name), $1.name)
        }
    }

    /// What is found, the warnings first; `file` is the name of a draft that it is about.
    package var findings: [Finding] { collisions + sameIDs }

    /// Two foxes that can be heard at the same time on one channel: neither is understood then.
    private var collisions: [Finding] {
        foxes.indices.flatMap { first in
            foxes[(first + 1)...].compactMap { Self.collision(foxes[first], $0) }
        }
    }

    private static func collision(_ one: Fox, _ other: Fox) -> Finding? {
        let distance = one.carriers.flatMap { carrier in
            other.carriers.map { abs($0 - carrier) }
        }.min()
        guard let distance, distance < channelWidth,
            let overlap = ChannelOverlap(
                one.timeline, other.timeline, areTogether: one.hasSlots && other.hasSlots)
        else { return nil }
        let channel =
            FrequencyText.short(hertz: one.settings.hertz)
            + (one.settings.hertz == other.settings.hertz
                ? " MHz"
                : " and \(FrequencyText.short(hertz: other.settings.hertz)) MHz, closer than"
                    + " \(channelWidth / 1000) kHz")
        let share = "\(seconds(overlap.seconds)) of each \(seconds(overlap.cycleSeconds))"
        return Finding(
            .channelCollision, file: one.name,
            "\(one.name) and \(other.name) "
                + (overlap.isCertain
                    ? "both transmit on \(channel): "
                        + (overlap.isWithoutEnd ? "all the time" : share)
                    : "can both transmit on \(channel): up to \(share)"))
    }

    /// One callsign on several frequencies is what most hunts are: worth one word for all of them.
    private var sameIDs: [Finding] {
        var groups: [String: [Fox]] = [:]
        for fox in foxes { groups[fox.timeline.keying.heard, default: []].append(fox) }
        let same = groups.filter { id, foxes in
            !id.isEmpty && Set(foxes.map(\.settings.hertz)).count > 1
        }.sorted { $0.key < $1.key }
        guard let first = same.first?.value.first else { return [] }
        let words = same.map { id, foxes in
            let names = foxes.prefix(3).map(\.name).joined(separator: ", ")
            return "\(id) (\(names)\(foxes.count > 3 ? " and \(foxes.count - 3) more" : ""))"
        }
        return [
            Finding(
                .sameIDElsewhere, file: first.name,
                "the same ID is sent on several frequencies, which alone tell the foxes apart: "
                    + words.joined(separator: ", "))
        ]
    }

    private static func seconds(_ value: Double) -> String {
        let tenths = Int((min(max(value, 0), 1e9) * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
