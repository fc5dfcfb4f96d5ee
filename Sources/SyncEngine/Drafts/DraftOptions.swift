// What was said of a draft beside its files.

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
}
