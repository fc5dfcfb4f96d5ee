// Preparing a change and making it.
internal import FoxSystem
internal import PicoFox

extension DraftEdit {
    /// Makes the change: afterwards, or at the latest when fox-sync looks next, it is there whole.
    ///
    /// - Returns: The names of the drafts that are other than before.
    /// - Throws: `SyncError`; then nothing is changed, unless the message says otherwise.
    @discardableResult
    package func commit() throws(SyncError) -> [String] {
        defer { end() }
        let journal = DraftJournal(store: store)
        do throws(SyncError) {
            let (changed, steps) = try make(journal)
            if steps.isEmpty { return [] }
            // It is made: what fails from now on is no reason to say that it is not.
            do { try journal.carryOut(steps) } catch { unfinished = error }
            return changed
        } catch {
            // What was prepared takes room that a full disk has better use for.
            try? journal.cleanUp()
            throw error
        }
    }

    /// Prepares the change, and makes it.
    private func make(
        _ journal: DraftJournal
    ) throws(SyncError) -> (changed: [String], steps: [DraftJournal.Step]) {
        let folder = journal.partial
        var steps: [DraftJournal.Step] = []
        var changed: [String] = []
        do throws(Errno) {
            try Folder.create(folder)
            for part in ["before", "new", "old"] { try Folder.create(folder + "/" + part) }
        } catch { throw failed(error) }
        for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
            let prepared = try prepare(name, change, in: folder)
            if !prepared.isEmpty { changed.append(name) }
            steps += prepared
        }
        for (from, to) in renames {
            steps.append(.rename(draft: from, to: to))
            changed.append(to)
        }
        steps += extraSteps
        guard !steps.isEmpty else {
            try journal.cleanUp()
            return ([], [])
        }
        let ballast: [Ballast]
        do throws(Errno) {
            for part in ["before", "new", "old"] { try Folder.synchronize(folder + "/" + part) }
            ballast = try Ballast.on(
                [folder, store.folder, store.database.deletingLastComponent], steps: steps.count)
        } catch { throw failed(error) }
        defer { withExtendedLifetime(ballast) {} }
        try journal.commit(steps)
        return (changed, steps)
    }

    /// Prepares the change of one draft; no steps when it is none.
    private func prepare(
        _ name: String, _ change: Change, in folder: String
    ) throws(SyncError) -> [DraftJournal.Step] {
        let exists = contains(name)
        let change = exists ? try replacingSpellings(change, of: name) : change
        try refuseTooLarge(name) { change.files[$0] != nil }
        let before = try store.kept(name, touching: Set(change.files.keys))
        let old = Dictionary(before.map { ($0.name, $0) }) { first, _ in first }
        // A folder or link in the way counts as no file: it is refused below.
        let files = change.files.filter { $0.value != old[$0.key]?.bytes }
        let options = exists ? try oldOptions(name) : nil
        let newOptions = (change.options ?? Self.options(options, writing: files, over: before))
            .flatMap { $0 == options ? nil : $0 }
        if files.isEmpty, newOptions == nil, exists, change.stays, change.moves.isEmpty {
            return []
        }
        try refuseObstacles(name, files)
        var steps: [DraftJournal.Step] = []
        // A name with a history keeps the moment before it was used again, too.
        let kept = try store.versions.versions(of: name)
        if exists || !kept.isEmpty {
            steps.append(try keep(name, change, before, options, files, in: folder))
            for file in files.keys.sorted() {
                steps.append(.saw(draft: name, file: file, old[file]?.content.digest))
            }
        }
        do throws(Errno) {
            let new = "\(folder)/new/\(name)"
            try Folder.create(new)
            for (file, bytes) in files {
                guard let bytes else { continue }
                try DraftStore.writeFile(bytes, to: new + "/" + file)
            }
            try Folder.synchronize(new)
        } catch { throw failed(error) }
        for (file, bytes) in files.sorted(by: { $0.key < $1.key }) where bytes == nil {
            steps.append(.take(draft: name, file: file))
        }
        if change.stays {
            steps.append(.fill(draft: name))
            if let newOptions { steps.append(.options(draft: name, newOptions)) }
        } else {
            steps += [.drop(draft: name), .options(draft: name, nil), .unassign(draft: name)]
        }
        return steps
    }

    /// The same change, in which a file that is written takes the place of one that is only spelled
    /// otherwise.
    private func replacingSpellings(
        _ change: Change, of name: String
    ) throws(SyncError) -> Change {
        let there = try DraftEntries(of: store.path(of: name)).names
        var change = change
        for (file, bytes) in change.files where bytes != nil && !there.contains(file) {
            let spelled = there.filter { name in
                change.files[name] == nil && name != file
                    && Firmware.all.contains { $0.canonicalName(for: name) == file }
            }
            if spelled.count == 1 { change.files[spelled[0]] = .some(nil) }
        }
        return change
    }

    /// The options that new settings leave, where the change says nothing of them.
    private static func options(
        _ options: DraftOptions?, writing files: [String: [UInt8]?], over before: [DeviceFile]
    ) -> DraftOptions? {
        guard let options, options.offAir, let settings = files["settings.txt"] ?? nil else {
            return nil
        }
        let names = Set(before.map(\.name)).subtracting(files.keys)
            .union(files.filter { $0.value != nil }.keys).map { Array($0.utf8) }
        let given = options.firmware.flatMap(Firmware.named)
        return options.writing(
            settings, for: given ?? FirmwareGuess(settings: settings, names: names).best)
    }

    private func oldOptions(_ name: String) throws(SyncError) -> DraftOptions {
        try inState { (state) throws(StateError) in try state.options(of: name) }
    }

    /// Prepares the version before.
    private func keep(
        _ name: String, _ change: Change, _ before: [DeviceFile], _ options: DraftOptions?,
        _ files: [String: [UInt8]?], in folder: String
    ) throws(SyncError) -> DraftJournal.Step {
        var notes = change.notes
        notes.options = options ?? DraftOptions()
        notes.isAbsent = !contains(name)
        var after = Dictionary(before.map { ($0.name, $0.content.digest) }) { first, _ in first }
        for (file, bytes) in files { after[file] = bytes.map { Digest(of: $0) } }
        notes.after = after
        if !change.stays {
            notes.devices = try inState { (state) throws(StateError) in
                try state.devices().reduce(into: [:]) { found, device in
                    if let own = device.assignment, own.draft == name {
                        found[device.id] = own.byHand
                    }
                }
            }
        }
        if !change.moves.isEmpty {
            let devices = try inState { (state) throws(StateError) in try state.devices() }
            for (device, after) in change.moves {
                let before = devices.first { $0.id == device }?.assignment
                notes.moved[device] = .init(
                    before: before?.written(of: name), after: after?.written(of: name))
            }
        }
        if notes.what.isEmpty, files.isEmpty {
            notes.what = change.moves.keys.sorted().joined(separator: ", ")
        }
        if notes.what.isEmpty { notes.what = files.keys.sorted().joined(separator: ", ") }
        do throws(Errno) {
            let target = "\(folder)/before/\(name)"
            try store.copy(before, of: name, to: target)
            try DraftStore.writeFile(notes.bytes, to: target + "/" + DraftVersion.notesName)
            try Folder.synchronize(target)
            return .keep(
                draft: name, version: try store.versions.nextName(of: name, reason: reason))
        } catch { throw failed(error) }
    }

    /// Refuses what could not be carried out later.
    private func refuseObstacles(
        _ name: String, _ files: [String: [UInt8]?]
    ) throws(SyncError) {
        for file in files.keys {
            let path = store.path(of: name) + "/" + file
            // Nothing but a file can be kept as a version.
            if let kind = (try? Folder.status(path))?.kind, kind != .regular {
                throw SyncError(
                    .invalidDraft, .draft, file: file,
                    "\(path) is a \(kind == .directory ? "folder" : kind.rawValue), and only plain"
                        + " files count: remove it first")
            }
        }
        let path = store.path(of: name)
        if contains(name), !Folder.isWritable(path) {
            throw SyncError(.host, .draft, "\(path) cannot be written: check its permissions")
        }
    }

    private func failed(_ error: Errno) -> SyncError {
        SyncError(
            .host, .draft,
            "the draft's present version cannot be kept, so nothing was changed: \(error)",
            errno: error)
    }
}
