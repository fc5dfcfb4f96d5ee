// One file of a run and how far it has come: until the run has ended, its journal.

/// One step of a run: a file and what was done with it.
package struct StepRecord: Codable, Equatable, Sendable {
    /// How far a step has come.
    package enum State: String, Sendable, Codable {
        /// In the journal, not begun.
        case planned
        /// Begun; what is on the device is the old or the new file.
        case begun
        /// Done and read back.
        case done
        /// Given up.
        case failed
    }

    /// The file's name.
    package let file: String
    /// What to do.
    package let action: String
    /// Why, in a few words.
    package let why: String
    /// The content before, or nil when there was no such file.
    package let from: FileContent?
    /// The content after, or nil when the file is removed.
    package let to: FileContent?
    /// How far it has come.
    package var state: State
    /// How it was read back.
    package var method: ReadMethod?
    /// How long it took.
    package var milliseconds: Int?
    /// How often it was started.
    package var attempts: Int?

    /// Describes a step.
    package init(
        file: String, action: String, why: String, from: FileContent?, to: FileContent?,
        state: State = .planned
    ) {
        self.file = file
        self.action = action
        self.why = why
        self.from = from
        self.to = to
        self.state = state
    }
}
