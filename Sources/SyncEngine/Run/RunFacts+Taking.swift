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

    /// Takes what is sent with the files of a draft.
    ///
    /// - Parameter draft: The files.
    /// - Returns: What is sent when.
    @discardableResult
    mutating func take(_ draft: FrozenDraft) -> AirTimeline {
        let effective = draft.effective
        let timeline = AirTimeline(
            effective, firmware: draft.firmware, files: draft.files.staged)
        inDraft = AirFacts(effective, timeline)
        return timeline
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
