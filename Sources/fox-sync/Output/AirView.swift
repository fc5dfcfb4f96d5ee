// What a fox sends, as people and scripts see it.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine

/// What is sent with some files.
struct AirView: Encodable, Sendable {
    let callsign: String
    let frequencyHz: Int
    let identifier: String?
    let cycleSeconds: Double?
    let onAir: Bool

    init(_ facts: AirFacts) {
        callsign = facts.callsign
        frequencyHz = facts.hertz
        identifier = facts.identifier
        cycleSeconds = facts.cycle.map { Double($0) / 1000 }
        onAir = facts.isOnAir
    }
}

extension AirFacts {
    /// The frequency, such as `146.565 MHz`.
    var megahertz: String { "\(FrequencyText.short(hertz: hertz)) MHz" }

    /// `K7ABC on 146.565 MHz, keys K7ABC, a cycle of 32.1 s`.
    var words: String {
        var words = ["\(callsign.isEmpty ? "no callsign" : callsign) on \(megahertz)"]
        if let identifier, !identifier.isEmpty { words.append("keys \(identifier)") }
        if let cycle { words.append("a cycle of \(Style.seconds(milliseconds: cycle))") }
        if !isOnAir { words.append("off the air") }
        return words.joined(separator: ", ")
    }
}
