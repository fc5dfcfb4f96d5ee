// What the log knows of the firmware of a device.
internal import PicoFox

extension StateStore {
    /// The firmware that the last run on this computer took a device for.
    ///
    /// - Parameter device: The device's identity.
    /// - Returns: The firmware, or nil when no run has met the device.
    /// - Throws: `StateError`.
    package func knownFirmware(of device: String) throws(StateError) -> KnownFirmware? {
        let found = try database.rows(
            """
            SELECT guess, guess_reasons FROM runs WHERE device = ? AND guess IS NOT NULL
            AND origin IS NULL ORDER BY sequence DESC, rowid DESC LIMIT 1
            """, [.text(device)]
        ) { row in (row.text(0) ?? "", row.text(1) ?? "") }
        guard let (name, reasons) = found.first, let firmware = Firmware.named(name) else {
            return nil
        }
        return KnownFirmware(
            firmware: firmware, reasons: reasons.split(separator: "\n").map(String.init))
    }
}
