// One thing to listen to in a cycle, by its length: the timeline needs no samples.

/// A piece of audio that a fox plays.
package struct AudioClip: Sendable, Hashable {
    /// The file's name, or what the firmware plays in its place.
    package let name: String
    /// Its length on the air in seconds.
    package let seconds: Double
    /// Where its sound comes from.
    package let sound: AirSound

    /// - Parameters:
    ///   - name: The file's name.
    ///   - seconds: Its length on the air, at the firmware's rate.
    package init(name: String, seconds: Double) {
        self.init(name: name, seconds: seconds, sound: .file(name))
    }

    /// A tune of songs.txt.
    init(_ tune: RingTone) {
        self.init(name: tune.name, seconds: tune.seconds, sound: .tune(tune))
    }

    private init(name: String, seconds: Double, sound: AirSound) {
        self.name = name
        self.seconds = seconds
        self.sound = sound
    }

    /// What the stock family makes when an audio file is missing: 288,000 bytes at 5,000 Hz.
    package static let factoryAudio = AudioClip(
        name: "factory audio", seconds: 28.8, sound: .firmwareMade)
    /// The tune that pacificon plays without any audio: 36 quarter notes at 150 a minute.
    package static let factoryTune = AudioClip(
        name: "built-in tune", seconds: 14.4, sound: .firmwareMade)

    /// The length of a WAV file on the air.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - wav: The file.
    ///   - firmware: Who plays it.
    /// - Returns: The clip; of no length when the firmware skips the file.
    package static func of(
        _ name: String, _ wav: WavInspection, for firmware: Firmware
    ) -> AudioClip {
        AudioClip(name: name, seconds: wav.verdict(for: firmware).seconds)
    }

    /// The clip as a stretch of a cycle.
    var segment: AirSegment {
        AirSegment(kind: .audio, seconds: seconds, label: name, sound: sound)
    }
}
