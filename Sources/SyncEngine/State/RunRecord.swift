// One entry of the sync log.

/// A run as the log tells it.
package struct RunRecord: Equatable, Sendable {
    /// In which direction a run moves files.
    package enum Kind: String, Sendable, Codable {
        /// From the draft to the device.
        case sync
        /// From the device into the draft.
        case pull
        /// From a backup to the device.
        case restore
    }

    /// Short, stable identity; any unambiguous prefix finds it.
    package let id: String
    /// In which direction it moved files.
    package let kind: Kind
    /// The device's identity, when it was known.
    package var device: String?
    /// The draft, when one was chosen.
    package var draft: String?
    /// The mount point or folder.
    package let volume: String
    /// When it began.
    package let started: Timestamp
    /// When it ended, or nil while it runs.
    package var finished: Timestamp?
    /// How it ended.
    package var result: RunResult
    /// One sentence: what happened and what is where.
    package var message = ""
    /// What sort of decision it waits for, when it is held for one.
    package var hold: Hold.Reason?
    /// The commands of which one goes on, when somebody has to decide.
    package var next: [String] = []
    /// How the files were verified, when some were written.
    package var method: ReadMethod?
    /// Number of files written or removed.
    package var files = 0
    /// Bytes that reached the medium.
    package var bytes = 0
    /// The draft's firmware.
    package var firmware: String?
    /// The backup's folder, when one was made.
    package var backup: String?
    /// What a careful person would want to know, one sentence a line.
    package var warnings: [String] = []
    /// Who and what it met.
    package var facts = RunFacts()
    /// Its place in the log, given when it is written: larger is newer, whatever the clock says.
    package var sequence = 0
    /// The computer that it was imported from, or nil when it was made here.
    package var origin: String?

    /// Begins a record.
    package init(id: String, kind: Kind = .sync, volume: String, started: Timestamp) {
        self.id = id
        self.kind = kind
        self.volume = volume
        self.started = started
        result = .running
    }
}
