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
    /// What is sent with the draft.
    package var inDraft: AirFacts?
    /// What the fox sends, as it was read last, or written and proven; nil when that is not known.
    package var onFox: AirFacts?

    /// Facts that nobody knows yet.
    package init() {}
}
