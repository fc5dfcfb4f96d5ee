// Carrying a prepared change of drafts out, to its end whatever happens: the next caller goes on.
internal import FoxSystem
internal import Glibc

// A change is prepared as a folder `.transaction.partial` in the versions area: the new files, the
// versions to keep, and a `plan` of one step a line. When all of that is durable it is renamed to
// `.transaction`: from this moment the change is made. Its files are then moved into the drafts one
// by one; whoever takes the lock next and finds a `.transaction` carries it out to the end. A step
// that was done finds nothing to move any more, so that it is never done twice. At last the folder
// takes its `.partial` name again and is removed.

/// The journal of the change that is being made.
struct DraftJournal {
    /// One step of a change.
    enum Step: Equatable {
        /// Keep the prepared version of a draft under this name.
        case keep(draft: String, version: String)
        /// Move the prepared files into a draft, which is made when it is not there.
        case fill(draft: String)
        /// Take a file out of a draft.
        case take(draft: String, file: String)
        /// Remember a draft's options, or forget the draft.
        case options(draft: String, DraftOptions?)
        /// Take a draft from every device.
        case unassign(draft: String)
        /// Assign a draft to a device that has none.
        case assign(draft: String, device: String, byHand: Bool)
        /// Assign a draft to a device by hand, whatever draft that has now.
        case give(draft: String, device: String)
        /// Give a device the draft back that it had, or none.
        case restore(device: String, Assignment?)
        /// A file of the devices that have a draft counts as the draft's, which has it no more.
        case claim(draft: String, file: String)
        /// Remove a draft's folder, empty by now.
        case drop(draft: String)
        /// Give a draft another name, its versions and all that is known of it included.
        case rename(draft: String, to: String)
        /// A file of a draft as it was when the change was prepared; nil when there was none.
        case saw(draft: String, file: String, Digest?)
    }

    let store: DraftStore

    /// The folder while it is prepared, and while it is removed.
    var partial: String { store.versions.folder + "/.transaction.partial" }
    /// The folder of a change that is made.
    var path: String { store.versions.folder + "/.transaction" }

    /// Whether a change is made and not carried out.
    var isPending: Bool { Folder.mayExist(path) }

    /// Removes what a program left that was killed before its change was made, or after it was.
    func cleanUp() throws(SyncError) {
        do { try Folder.removeTree(partial) } catch { throw failed(error) }
    }

    /// Makes the prepared change: from here on it is carried out, by this program or the next.
    func commit(_ steps: [Step]) throws(SyncError) {
        do throws(Errno) {
            let text = steps.map(\.line).joined(separator: "\n") + "\n"
            try DraftStore.writeFile(Array(text.utf8), to: partial + "/plan")
            try Folder.synchronize(partial)
            try Folder.move(partial, to: path)
        } catch { throw failed(error) }
    }

    /// Carries out what a program began that was killed.
    ///
    /// A file that somebody changed since then is kept as a version first.
    func recover() throws(SyncError) {
        let steps: [Step]
        do throws(Errno) {
            let plan = try FileDescriptor.open(path + "/plan", flags: O_RDONLY | O_NOFOLLOW)
                .readAll(limit: 1 << 24)
            steps = String(decoding: plan, as: UTF8.self).split(separator: "\n").compactMap {
                Step(line: String($0))
            }
        } catch { throw failed(error) }
        try keepForeignEdits(steps)
        try carryOut(steps)
    }

    /// Carries a change out that is made.
    func carryOut(_ steps: [Step]) throws(SyncError) {
        do throws(Errno) {
            try Folder.synchronize(store.versions.folder)
            for step in steps { try carryOut(step) }
        } catch { throw failed(error) }
        try carryOutInState(steps)
        do throws(Errno) {
            for step in steps {
                if case .keep(let draft, _) = step { try store.versions.prune(draft) }
            }
            try Folder.move(path, to: partial)
            try Folder.synchronize(store.versions.folder)
            try Folder.removeTree(partial)
        } catch { throw failed(error) }
    }

    private func carryOut(_ step: Step) throws(Errno) {
        switch step {
        case .keep(let draft, let version):
            let parent = store.versions.folder + "/" + draft
            try Folder.create(parent)
            try move(folder("before", draft), to: parent + "/" + version)
            try Folder.synchronize(parent)
        case .fill(let draft):
            let prepared = folder("new", draft)
            try Folder.create(store.path(of: draft))
            for name in try names(in: prepared) {
                try place(prepared + "/" + name, as: store.path(of: draft) + "/" + name)
            }
            try Folder.synchronize(store.path(of: draft))
            try Folder.synchronize(store.folder)
        case .take(let draft, let file):
            // Into the journal, and not simply away: so it is known to be done.
            let taken = folder("old", draft) + "/" + file
            if (try? Folder.status(taken)) != nil { return }
            try Folder.create(folder("old", draft))
            let target = store.path(of: draft) + "/" + file
            do throws(Errno) { try move(target, to: taken) } catch Errno.crossDevice {
                try Folder.removeFile(target)
            }
        case .drop(let draft):
            do throws(Errno) {
                _ = try retrying { rmdir(store.path(of: draft)) }
                try Folder.synchronize(store.folder)
            } catch Errno.notFound {} catch Errno.notEmpty {}
        case .rename(let draft, let other):
            try renameFolders(draft, other)
        case .options, .unassign, .assign, .give, .restore, .claim, .saw: break
        }
    }

    private func renameFolders(_ draft: String, _ other: String) throws(Errno) {
        let (old, new) = (store.path(of: draft), store.path(of: other))
        if (try? Folder.status(new)) == nil { try move(old, to: new) }
        try Folder.synchronize(store.folder)
        // A draft of that name may have been removed; its versions stay below the renamed one's.
        let (from, to) = (store.versions.folder + "/" + draft, store.versions.folder + "/" + other)
        if (try? Folder.status(from)) == nil { return }
        try Folder.create(to)
        for name in try names(in: from) {
            let rest = name.drop { $0 != "-" }
            try move(
                from + "/" + name, to: to + "/" + Folder.number(after: try names(in: to)) + rest)
        }
        _ = try retrying { rmdir(from) }
        try Folder.synchronize(store.versions.folder)
    }

    private func carryOutInState(_ steps: [Step]) throws(SyncError) {
        let isAsked = steps.contains { step in
            switch step {
            case .options, .unassign, .assign, .give, .restore, .claim, .rename: true
            default: false
            }
        }
        guard isAsked else { return }
        do throws(StateError) {
            try StateStore(path: store.database).carryOut(steps)
        } catch { throw SyncError(error, .draft) }
    }

    /// Keeps what other programs wrote between the kill and now.
    private func keepForeignEdits(_ steps: [Step]) throws(SyncError) {
        var edited: [String: Set<String>] = [:]
        for case .saw(let draft, let file, let seen) in steps {
            let target = store.path(of: draft) + "/" + file
            // Moved already: what is there now is ours, or stays.
            let isWaiting = (try? Folder.status(folder("new", draft) + "/" + file)) != nil
            let isTaken = (try? Folder.status(folder("old", draft) + "/" + file)) != nil
            let isToTake = steps.contains(.take(draft: draft, file: file)) && !isTaken
            guard isWaiting || isToTake, (try? Folder.status(target)) != nil else { continue }
            let now = (try? store.read(file, of: draft)).flatMap { $0 }.map { Digest(of: $0) }
            if now != seen { edited[draft, default: []].insert(file) }
        }
        // The version before has its number already, though it may still wait to be moved.
        let pending = steps.compactMap { step -> String? in
            if case .keep(_, let version) = step { version } else { nil }
        }
        for (draft, files) in edited.sorted(by: { $0.key < $1.key }) {
            let kept = try store.kept(draft, touching: files)
            do throws(Errno) {
                let parent = store.versions.folder + "/" + draft
                let name = try store.versions.nextName(
                    of: draft, reason: "interrupted", besides: pending)
                // One who was killed here has left a part of it.
                try Folder.removeTree(path + "/edited")
                try store.copy(kept, of: draft, to: path + "/edited")
                try Folder.create(parent)
                try Folder.move(path + "/edited", to: parent + "/" + name)
                try Folder.synchronize(parent)
            } catch { throw failed(error) }
        }
    }

    /// The part of the folder for a draft.
    private func folder(_ part: String, _ draft: String) -> String {
        "\(path)/\(part)/\(draft)"
    }

    private func names(in path: String) throws(Errno) -> [String] {
        do throws(Errno) { return try Folder.names(in: path) } catch Errno.notFound { return [] }
    }

    /// Moves what is still to be moved.
    private func move(_ source: String, to target: String) throws(Errno) {
        do throws(Errno) { try Folder.move(source, to: target) } catch Errno.notFound {}
    }

    /// Moves a prepared file into a draft, or copies it where drafts are on another disk.
    private func place(_ source: String, as target: String) throws(Errno) {
        do throws(Errno) { try move(source, to: target) } catch Errno.crossDevice {
            let temporary = target.deletingLastComponent + "/.fox-sync.tmp"
            unlink(temporary)
            let bytes = try FileDescriptor.open(source, flags: O_RDONLY | O_NOFOLLOW)
                .readAll(limit: DraftStore.byteLimit)
            do throws(Errno) {
                try DraftStore.writeFile(bytes, to: temporary)
                try Folder.move(temporary, to: target)
            } catch {
                unlink(temporary)
                throw error
            }
            try Folder.synchronize(target.deletingLastComponent)
            try Folder.removeFile(source)
        }
    }

    private func failed(_ error: Errno) -> SyncError {
        SyncError(
            .host, .draft,
            "the change of drafts cannot be made: "
                + HostProblem(store.versions.folder, error).description,
            errno: error)
    }
}
