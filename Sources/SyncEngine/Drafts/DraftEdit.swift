// A change of drafts: all of it is made, or nothing, whenever the program is killed.
internal import FoxSystem
internal import PicoFox

// The order of a change: take the lock, carry out what a killed program began, read, collect what
// shall be changed, and at the end `commit`: prepare new files and kept versions, make the change
// by one rename of the journal's folder, carry it out. Whoever fails or leaves before `commit` has
// changed nothing.

/// One change of one or several drafts, made under the lock.
///
/// Make it, read through it, say what shall be changed, commit: that gives the lock free, as does
/// the end of this value. Keep it for no longer than that, never while a person, an editor or a fox is waited for.
package final class DraftEdit {
    let store: DraftStore
    let reason: String
    private var lock: DraftLock?
    private var state: StateStore?
    var changes: [String: Change] = [:]
    var renames: [(from: String, to: String)] = []
    var extraSteps: [DraftJournal.Step] = []
    /// Why a change that is made could not be carried out to its end: the next change goes on.
    package internal(set) var unfinished: SyncError?
    /// What `bringBack` did about the devices that had the draft, or have it now.
    package internal(set) var returned: [ReturnedDevice] = []

    /// What shall be changed of one draft.
    struct Change {
        /// New files by name; nil for one that shall go.
        var files: [String: [UInt8]?] = [:]
        /// New options; nil when they stay.
        var options: DraftOptions?
        /// Whether the draft shall exist afterwards.
        var stays = true
        /// The devices that get another draft, or none; this one, mostly.
        var moves: [String: Assignment?] = [:]
        /// What is noted in the kept version.
        var notes = DraftVersion.Notes()
    }

    /// Begins a change: waits for the lock, and carries out what a killed program began.
    ///
    /// - Parameters:
    ///   - store: The drafts.
    ///   - reason: What makes the change, one word without blanks: the kept version has it.
    ///   - onWait: Told once who has the lock, before waiting.
    /// - Throws: `SyncError`.
    package init(
        _ store: DraftStore, reason: String, onWait: (String) -> Void = { _ in }
    ) throws(SyncError) {
        self.store = store
        self.reason = reason
        do throws(Errno) {
            lock = try DraftLock(
                folder: store.locks, mode: .changing, what: reason, onWait: onWait)
        } catch { throw DraftStore.failed(store.locks, error) }
        let journal = DraftJournal(store: store)
        if journal.isPending { try journal.recover() }
        try journal.cleanUp()
    }

    /// The names of all drafts, sorted, as they are before the change.
    ///
    /// - Returns: The names.
    /// - Throws: `SyncError`.
    package func names() throws(SyncError) -> [String] { try store.namesNow() }

    /// Whether a draft of this name exists before the change.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: True when its folder is there.
    package func contains(_ name: String) -> Bool { store.containsNow(name) }

    /// What was said of a draft beside its files.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: The options, those that this change sets included.
    /// - Throws: `SyncError`.
    package func options(of name: String) throws(SyncError) -> DraftOptions {
        if let options = changes[name]?.options { return options }
        return try inState { (state) throws(StateError) in try state.options(of: name) }
    }

    /// Reads a draft as it is before the change, or after it once that is committed.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: The draft.
    /// - Throws: `SyncError`; `notFound` when there is none.
    package func draft(_ name: String) throws(SyncError) -> FrozenDraft {
        if lock == nil { return try store.freeze(name, options: try options(of: name)) }
        return try store.freezeNow(name, options: try options(of: name))
    }

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - files: Its files.
    ///   - options: What is said of it beside its files.
    /// - Throws: `SyncError` for a name that no draft can have, or that one has already.
    package func create(
        _ name: String, files: [DeviceFile], options: DraftOptions
    ) throws(SyncError) {
        if let refusal = DraftName.refusal(name) { throw SyncError(.usage, .draft, refusal) }
        if contains(name) || changes[name] != nil {
            throw SyncError(.refused, .draft, "there is a draft '\(name)' already")
        }
        if (try? Folder.status(store.path(of: name))) != nil {
            throw SyncError(
                .refused, .draft,
                "\(store.path(of: name)) is \(store.link(name) ?? "no folder")")
        }
        // FAT is not the only one that knows no letter case: nor do people.
        if let other = try names().first(where: { $0.lowercased() == name.lowercased() }) {
            throw SyncError(
                .refused, .draft, "there is a draft '\(other)' already: '\(name)' looks the same")
        }
        var change = Change()
        change.options = options
        for file in files { change.files[file.name] = .some(file.bytes) }
        changes[name] = change
    }

    /// Writes a file of a draft.
    ///
    /// - Parameters:
    ///   - bytes: The new content.
    ///   - file: The file's name.
    ///   - name: The draft's name.
    package func write(_ bytes: [UInt8], to file: String, of name: String) {
        changes[name, default: Change()].files[file] = .some(bytes)
    }

    /// Gives a file of a draft the name that the firmware looks for.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - canonical: Its new name.
    ///   - name: The draft's name.
    /// - Throws: `SyncError` when the file cannot be read.
    package func respell(
        _ file: String, as canonical: String, of name: String
    ) throws(SyncError) {
        try refuseTooLarge(name) { $0 == file }
        guard let bytes = try store.read(file, of: name) else { return }
        write(bytes, to: canonical, of: name)
        remove(file, of: name)
    }

    /// Removes a file of a draft.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - name: The draft's name.
    package func remove(_ file: String, of name: String) {
        changes[name, default: Change()].files[file] = .some(nil)
    }

    /// Replaces all staged files of a draft.
    ///
    /// - Parameters:
    ///   - files: The new files; staged files that are not among them are removed.
    ///   - draft: The draft as it was read.
    /// - Throws: `SyncError` when the draft is not any more what was read.
    package func replace(
        _ files: [DeviceFile], in draft: FrozenDraft
    ) throws(SyncError) {
        try expect(draft)
        try refuseTooLarge(draft.name, DraftStore.isUsed)
        for file in files { write(file.bytes, to: file.name, of: draft.name) }
        let kept = Set(files.map(\.name))
        for name in draft.files.keys where !kept.contains(name) { remove(name, of: draft.name) }
    }

    /// Makes sure that a draft is what was read of it before the lock was taken.
    ///
    /// - Parameter draft: The draft as it was read.
    /// - Throws: `SyncError` when somebody changed it meanwhile.
    package func expect(_ draft: FrozenDraft) throws(SyncError) {
        guard try self.draft(draft.name).files == draft.files else {
            throw SyncError(
                .busy, .draft,
                "the draft '\(draft.name)' was changed meanwhile; nothing was done, try again")
        }
    }

    /// Says something of a draft beside its files.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - name: The draft's name.
    package func set(_ options: DraftOptions, of name: String) {
        changes[name, default: Change()].options = options
    }

    /// Notes in the kept version what the change of a draft is about.
    ///
    /// - Parameters:
    ///   - what: A few words.
    ///   - name: The draft's name.
    package func note(_ what: String, of name: String) {
        changes[name, default: Change()].notes.what = what
    }

    /// Gives the lock free before this value goes.
    func end() { lock = nil }

    func inState<Result>(
        _ body: (StateStore) throws(StateError) -> Result
    ) throws(SyncError) -> Result {
        do throws(StateError) {
            if let state { return try body(state) }
            let open = try StateStore(path: store.database)
            state = open
            return try body(open)
        } catch { throw SyncError(error, .draft) }
    }
}
