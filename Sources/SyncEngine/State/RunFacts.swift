// Who and what a run met, as it was then: names change, and a device can be forgotten.

/// What the log keeps of the device, the person and the air at one run.
package struct RunFacts: Equatable, Sendable {
    /// The name that the device had.
    package var deviceName: String?
    /// The SCSI vendor.
    package var vendor: String?
    /// The SCSI model.
    package var model: String?
    /// The SCSI revision.
    package var revision: String?
    /// The identity of the firmware that the device seems to run.
    package var guess: String?
    /// What speaks for that firmware, one sentence a line.
    package var guessReasons: [String] = []
    /// Who made the run: user and computer.
    package var madeBy: String?
    /// The callsign of what was to be on the device, as its bytes are in `ByteText`.
    package var callsign: String?
    /// The frequency, in hertz.
    package var hertz: Int?
    /// What is keyed in Morse.
    package var identifier: String?
    /// The length of all cycles until they repeat, in milliseconds; nil when nothing is sent.
    package var cycle: Int?

    /// Facts that nobody knows yet.
    package init() {}
}
