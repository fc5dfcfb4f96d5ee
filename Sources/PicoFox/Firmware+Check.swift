// The one entrance to the checks: what would this firmware do with these files?

extension Firmware {
    /// Checks a draft, or what is on a device.
    ///
    /// - Parameters:
    ///   - settings: The content of settings.txt.
    ///   - files: The other files, by name; `settings.txt` itself may be among them.
    ///   - offAirAllowed: Whether the user asked for a silent fox (an empty callsign, DUTY_CYCLE=0
    ///     or no mode at all are fine then).
    /// - Returns: The findings: settings.txt by line, then the air, then the files.
    package func check(
        settings: [UInt8], files: [String: [UInt8]], offAirAllowed: Bool
    ) -> [Finding] {
        let staged = files.sorted { $0.key < $1.key }
            .filter { role(of: $0.key) != .settings || canonicalName(for: $0.key) != $0.key }
            .map { StagedFile(name: $0.key, bytes: $0.value) }
        return check(settings: settings, files: staged, offAirAllowed: offAirAllowed)
    }

    /// Checks a draft, or what is on a device, from files that were inspected before.
    ///
    /// - Parameters:
    ///   - settings: The content of settings.txt; nil when the file is there and was refused unread,
    ///     so that nothing can be said of it.
    ///   - files: The other files.
    ///   - refused: The names of files that are there and were refused unread: they are not missing.
    ///   - offAirAllowed: Whether the user asked for a silent fox.
    /// - Returns: The findings: settings.txt by line, then the air, then the files.
    package func check(
        settings: [UInt8]?, files: [StagedFile], refused: [String] = [], offAirAllowed: Bool
    ) -> [Finding] {
        let refused = refused.compactMap(canonicalName)
        guard let settings else {
            let factory = EffectiveSettings.read(factorySettings, as: self)
            return FileChecks(firmware: self, effective: factory, files: files, refused: refused)
                .findings
        }
        let checks = SettingsChecks(settings, for: self)
        let timeline = AirTimeline(checks.effective, firmware: self, files: files)
        let air = AirChecks(
            firmware: self, effective: checks.effective, document: checks.document,
            timeline: timeline, offAirAllowed: offAirAllowed)
        let rest = FileChecks(
            firmware: self, effective: checks.effective, files: files, refused: refused)
        return ConflictCopy.findings(in: settings) + checks.findings + air.findings + rest.findings
    }
}
