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

    /// Begins a record.
    package init(id: String, kind: Kind = .sync, volume: String, started: Timestamp) {
        self.id = id
        self.kind = kind
        self.volume = volume
        self.started = started
        result = .running
    }
}

/// One step of a run: a file and what was done with it.
package struct StepRecord: Equatable, Sendable {
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

/// Digest and size of a content.
package struct FileContent: Equatable, Hashable, Sendable, Codable {
    /// SHA-256 of the bytes.
    package let digest: Digest
    /// Size in bytes.
    package let size: Int

    /// Puts both together.
    package init(digest: Digest, size: Int) {
        self.digest = digest
        self.size = size
    }

    /// Takes both from bytes.
    package init(of bytes: [UInt8]) { self.init(digest: Digest(of: bytes), size: bytes.count) }
}
