// Is this a PicoFox? Decided by the content of settings.txt alone: other programs use the name too,
// and somebody's ordinary stick must never be written to.

/// The verdict on whether a settings.txt belongs to a PicoFox.
package enum Recognition: Sendable, Hashable {
    /// It is one.
    case picoFox
    /// It is something else, for the given reason.
    case other(reason: String)

    /// The size in bytes above which a settings.txt is not looked at.
    package static let maximumSize = 65536

    /// Judges the content of a settings.txt.
    ///
    /// Where the file was found (a removable volume's root, a regular file) is for the caller.
    ///
    /// - Parameter settings: All bytes of the file.
    /// - Returns: The verdict.
    package static func judge(_ settings: [UInt8]) -> Recognition {
        if settings.count > maximumSize {
            return .other(reason: "settings.txt is larger than 64 KiB")
        }
        if settings.contains(0) {
            return .other(reason: "settings.txt holds NUL bytes, so it is no text")
        }
        let document = SettingsDocument(settings)
        let keys = Set(document.lines.compactMap(\.key)).intersection(Firmware.everyKey)
        for needed in ["CALLSIGN", "FREQ_MHZ"] where !keys.contains(needed) {
            return .other(reason: "settings.txt has no key \(needed)")
        }
        if keys.count < 3 {
            return .other(reason: "settings.txt has fewer than three keys of a PicoFox")
        }
        return .picoFox
    }
}
