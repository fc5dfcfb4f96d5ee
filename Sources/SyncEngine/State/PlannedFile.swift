// One file of a run's plan as the log keeps it: also those that were left alone.

/// What was to happen to one file, and why.
package struct PlannedFile: Codable, Equatable, Sendable {
    /// The file's name.
    package let file: String
    /// What was to be done, in words.
    package let action: String
    /// Why, in a few words.
    package let why: String
    /// The content before, or nil when there was no such file.
    package let from: FileContent?
    /// The content after, or nil when the file was to go.
    package let to: FileContent?
    /// For settings: what differs, key by key.
    package let changes: [SettingChange]

    /// Describes what was to happen to a file.
    package init(
        file: String, action: String, why: String, from: FileContent?, to: FileContent?,
        changes: [SettingChange] = []
    ) {
        self.file = file
        self.action = action
        self.why = why
        self.from = from
        self.to = to
        self.changes = changes
    }

    /// The same, without what differs key by key.
    var withoutChanges: PlannedFile {
        PlannedFile(file: file, action: action, why: why, from: from, to: to)
    }

    /// Takes it from a plan.
    package init(_ plan: FilePlan) {
        self.init(
            file: plan.name, action: plan.action.rawValue, why: plan.why, from: plan.from,
            to: plan.to, changes: plan.changes)
    }
}
