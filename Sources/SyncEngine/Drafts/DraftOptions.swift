// What was said of a draft beside its files.
package import PicoFox

/// Options of a draft that no file in it tells.
package struct DraftOptions: Equatable, Sendable {
    /// The firmware it is for, or nil: then its files are looked at.
    package var firmware: String?
    /// Whether being off the air was asked for.
    package var offAir: Bool

    /// Describes the options; the default is what a plain folder has.
    package init(firmware: String? = nil, offAir: Bool = false) {
        self.firmware = firmware
        self.offAir = offAir
    }

    /// The options when the settings are written anew.
    ///
    /// Who puts a fox on the air again has done with its silence: the next one is asked for anew, and
    /// else is an error.
    ///
    /// - Parameters:
    ///   - settings: The new settings.
    ///   - firmware: The firmware that the draft is for.
    /// - Returns: The same options, without `offAir` when the fox would be on the air.
    package func writing(_ settings: [UInt8], for firmware: Firmware) -> DraftOptions {
        let isOnAir = EffectiveSettings.read(settings, as: firmware).onAir
        return DraftOptions(firmware: self.firmware, offAir: offAir && !isOnAir)
    }
}
