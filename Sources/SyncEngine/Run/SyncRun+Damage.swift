// A fox that is known, and that has no settings.txt that can be read: what to do about it.
internal import FoxSystem

extension SyncRun {
    /// Looks for a fox.
    ///
    /// Somebody's ordinary stick is none. But what the database knows by its identity is a fox all the
    /// same, and just then its owner wants to know.
    ///
    /// - Returns: What was found, or what is wrong with a fox that is known.
    /// - Throws: `SyncError` for any other volume, and for one that is not there any more.
    func lookForFox() throws(SyncError) -> Result<Recogniser.Found, SyncError> {
        do throws(SyncError) { return .success(try Recogniser.recognise(volume)) } catch {
            guard error.isDamage, isKnown, isThere(after: error) else { throw error }
            return .failure(error)
        }
    }

    private var isKnown: Bool {
        let devices = try? StateStore(reading: places.database).devices()
        return devices?.contains { $0.id == identity.id } ?? false
    }

    /// Asks the filesystem whether the device is there, after a failure.
    func isThere(after error: SyncError) -> Bool {
        // ENODEV is the kernel's own word for it; the node in sysfs goes a moment later.
        guard error.errno != .noDevice, (try? volume.space()) != nil else { return false }
        guard error.errno == .io else { return true }
        // A pulled plug fails what is under way some moments before its device is removed.
        pause(2)
        return (try? volume.space()) != nil
    }

    /// Says what is wrong with the fox and how it goes on.
    func describe(_ error: SyncError, _ work: inout RunWork, _ store: StateStore) {
        work.run.facts.onFox = nil
        let again =
            makeWritable == nil && identity.isPath
            ? "fox-sync sync --volume \(volumePath.shellWord)" : "fox-sync sync"
        guard error.step == .recognise, error.errno == nil else {
            work.run.message = "\(error.description); nothing was written to the fox"
            work.run.next = [
                makeWritable == nil ? "fox-sync doctor \(volumePath.shellWord)" : "fox-sync doctor"
            ]
            return
        }
        let why = error.reason.droppingPrefix("not a PicoFox: ")
        let isMissing = why == Recogniser.noSettings
        work.run.message =
            "the fox is known and cannot be read: \(why); "
            + (isMissing
                ? "switch it off and on, and its firmware writes what is missing"
                : "remove that settings.txt, switch the fox off and on, and its firmware writes a new"
                    + " one")
            + "; nothing was written to it"
        var query = RunQuery(limit: 1, device: identity.id)
        (query.withBackup, query.onlyOwn) = (true, true)
        let saved = (try? store.runs(query))?.first.flatMap {
            try? BackupStore(folder: places.backups).backup(of: $0)
        }
        work.run.next = [again] + (saved.map { ["fox-sync backup restore \($0.run)"] } ?? [])
    }
}

extension SyncError {
    /// Whether it says that what a fox must have cannot be read.
    var isDamage: Bool {
        switch (step, code) {
        case (.recognise, .unavailable): errno == nil
        case (.recognise, .volume), (.snapshot, .volume): errno == .io
        default: false
        }
    }
}

extension String {
    fileprivate func droppingPrefix(_ prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
