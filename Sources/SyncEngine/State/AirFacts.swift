// What a fox sends, in the few words that the log keeps of it.
internal import PicoFox

/// What is sent with some files under some firmware.
package struct AirFacts: Equatable, Sendable, Codable {
    /// The callsign, as its bytes are in `ByteText`; empty for none.
    package var callsign: String
    /// The frequency, in hertz.
    package var hertz: Int
    /// What is keyed in Morse.
    package var identifier: String?
    /// The length of all cycles until they repeat, in milliseconds; nil when nothing is sent, or when
    /// only the settings are known.
    package var cycle: Int?
    /// Whether anything is sent.
    package var isOnAir: Bool

    /// Describes what is sent.
    package init(
        callsign: String, hertz: Int, identifier: String? = nil, cycle: Int? = nil, isOnAir: Bool
    ) {
        self.callsign = callsign
        self.hertz = hertz
        self.identifier = identifier
        self.cycle = cycle
        self.isOnAir = isOnAir
    }

    /// Takes what a firmware makes of settings, of whose audio nothing is known.
    ///
    /// - Parameters:
    ///   - settings: The bytes of settings.txt.
    ///   - firmware: The firmware that reads them.
    init(settings: [UInt8], as firmware: Firmware) {
        let effective = EffectiveSettings.read(settings, as: firmware)
        self.init(
            callsign: effective.callsign, hertz: effective.hertz,
            identifier: MorseKeying(effective, for: firmware).heard, isOnAir: effective.onAir)
    }

    /// Takes what a firmware makes of files.
    ///
    /// - Parameters:
    ///   - files: The files by their canonical names; settings.txt among them.
    ///   - firmware: The firmware that plays them.
    init(_ files: [String: DeviceFile], as firmware: Firmware) {
        let effective = EffectiveSettings.read(files["settings.txt"]?.bytes ?? [], as: firmware)
        self.init(effective, AirTimeline(effective, firmware: firmware, files: files.staged))
    }

    /// Takes what a timeline has.
    init(_ effective: EffectiveSettings, _ timeline: AirTimeline) {
        // A cycle of hours is a damaged file, and no number for the log.
        let seconds = timeline.seconds
        let isOnAir = timeline.offAirReason == nil
        self.init(
            callsign: effective.callsign, hertz: effective.hertz,
            identifier: timeline.keying.heard,
            cycle: isOnAir && seconds < 1e6 ? Int(seconds * 1000) : nil, isOnAir: isOnAir)
    }
}

extension [String: DeviceFile] {
    /// The files beside settings.txt, by name.
    var staged: [StagedFile] {
        values.filter { $0.name.lowercased() != "settings.txt" }.sorted { $0.name < $1.name }
            .map { StagedFile(name: $0.name, bytes: $0.bytes) }
    }
}
