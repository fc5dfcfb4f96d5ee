// A stretch of time on or off the air.

/// One stretch of a cycle.
package struct AirSegment: Sendable, Hashable {
    /// What is sent.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// The carrier without modulation.
        case carrier
        /// An audio file or tune.
        case audio
        /// The Morse ID.
        case id
        /// A Morse message of morse.txt.
        case message
        /// A picture.
        case picture
        /// An APRS packet.
        case packet
        /// Nothing: the transmitter is off.
        case silence
    }

    /// What is sent.
    package let kind: Kind
    /// How long, in seconds.
    package let seconds: Double
    /// The file's name, the keyed ID, or what else there is to say; may be empty.
    package let label: String
    /// What is heard.
    package let sound: AirSound

    /// - Parameters:
    ///   - kind: What is sent.
    ///   - seconds: How long.
    ///   - label: What there is to say.
    ///   - sound: What is heard.
    init(kind: Kind, seconds: Double, label: String = "", sound: AirSound = .none) {
        self.kind = kind
        self.seconds = seconds
        self.label = label
        self.sound = sound
    }

    /// Morse as a stretch of a cycle.
    init(_ kind: Kind, _ keying: MorseKeying) {
        self.init(
            kind: kind, seconds: keying.seconds, label: keying.heard, sound: .morse(keying))
    }

    /// Whether the transmitter is on.
    package var isOnAir: Bool { kind != .silence }
}
