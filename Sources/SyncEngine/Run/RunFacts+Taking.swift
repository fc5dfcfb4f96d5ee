// Collecting, during a run, what its log entry says of the device, the person and the air.
internal import Glibc
internal import PicoFox

extension RunFacts {
    /// Takes who the device is, and who is at work.
    mutating func take(_ identity: DeviceIdentity, name: String?) {
        deviceName = name
        vendor = identity.vendor
        model = identity.model
        revision = identity.revision
        madeBy = Self.person
    }

    /// Takes what the device seems to run.
    mutating func take(_ found: FirmwareGuess) {
        guess = found.best.id
        guessReasons = found.candidates.first?.reasons ?? []
    }

    /// Takes what is sent with the files that the device has, or is to have.
    ///
    /// - Parameter draft: The files.
    /// - Returns: What is sent when.
    @discardableResult
    mutating func take(_ draft: FrozenDraft) -> AirTimeline {
        let effective = draft.effective
        callsign = effective.callsign
        hertz = effective.hertz
        let timeline = AirTimeline(
            effective, firmware: draft.firmware,
            files: draft.files.values.filter { $0.name != "settings.txt" }
                .sorted { $0.name < $1.name }.map { StagedFile(name: $0.name, bytes: $0.bytes) })
        identifier = timeline.keying.heard
        // A cycle of hours is a damaged file, and no number for the log.
        let seconds = timeline.seconds
        cycle = timeline.offAirReason == nil && seconds < 1e6 ? Int(seconds * 1000) : nil
        return timeline
    }

    /// Drops what was taken of a draft that goes elsewhere.
    mutating func forgetTheAir() {
        (callsign, hertz, identifier, cycle) = (nil, nil, nil, nil)
    }

    /// The user and the computer, as in `anna@bench`.
    private static var person: String {
        // Several runs ask at the same time.
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4096)
        let code = getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found)
        let name = code == 0 ? found?.pointee.pw_name.map { String(cString: $0) } : nil
        return "\(name ?? "\(geteuid())")@\(HostName.current)"
    }
}
