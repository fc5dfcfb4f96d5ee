// Giving a file on the device the spelling that every firmware accepts.
internal import FoxSystem

// vfat keeps the spelling of a name as it was made, and compares names without letter case: a rename
// from `Audio.wav` to `audio.wav` finds one file and does nothing, and a rename of another file over
// `Audio.wav` keeps that spelling. So the name goes over a temporary one. Between the two renames
// nothing is brought to the medium. Where the new entry lies in the sector of the old one, fsync of
// the file writes both at once: the medium has the old name or the new one, never both and never none.
// Across two sectors it would have both for a moment, with one owner too many for the clusters. There
// the old entry goes first; cut just then, the file is missing or has no content, and the next contact
// writes it from the draft. A settings.txt is written under the new name instead, its entry last.

extension DeviceWriter {
    /// What came of a new spelling.
    enum Spelling {
        /// The file has its canonical name on the medium.
        case right
        /// The kernel has a settings.txt under its canonical name, and the medium under the old one:
        /// the two entries lie in different sectors.
        case acrossSectors
    }

    /// Gives a file its canonical name, when the device spells it otherwise.
    ///
    /// - Parameters:
    ///   - spelled: The name under which the device has it; after a failure the one it has then.
    ///   - name: The canonical name.
    ///   - known: What the file may hold.
    /// - Returns: Whether the medium has the name.
    /// - Throws: `SyncError`; the file is then there under either name, or under `spelled`.
    func respell(
        _ spelled: inout String, as name: String, known: Set<FileContent?>
    ) throws(SyncError) -> Spelling {
        let root = try list(name)
        if spelled == name || root.contains(where: { $0.name == name }) { return .right }
        if !(try confirm(spelled, is: known)) { return .right }
        let held = try on(name) { [spelled] () throws(VolumeError) in
            try volume.open(spelled, for: .reading)
        }
        let spelling: Spelling
        do throws(SyncError) {
            // Where letter case counts, or the name is another one, this is all.
            try on(name) { [spelled] () throws(VolumeError) in
                try volume.rename(spelled, to: name)
            }
            var isOneSector = true
            if try !list(name).contains(where: { $0.name == name }) {
                try goRound(&spelled, to: name)
                isOneSector = Self.share(root.first { $0.name == spelled }, try list(name), name)
            } else if Self.temporaryNames.contains(spelled.lowercased()) {
                isOneSector = Self.share(root.first { $0.name == spelled }, try list(name), name)
            }
            spelling = isOneSector || name != "settings.txt" ? .right : .acrossSectors
            try on(name) { () throws(VolumeError) in
                if isOneSector {
                    try volume.sync(held)
                    try volume.syncRoot()
                } else if case .right = spelling {
                    // The old entry first: two entries must never own the same clusters.
                    try volume.syncRoot()
                    try volume.sync(held)
                }
            }
        } catch {
            try? volume.close(held)
            throw error
        }
        try on(name) { () throws(VolumeError) in try volume.close(held) }
        return spelling
    }

    /// Renames over a temporary name: no program sees the file in between for longer than that lasts.
    private func goRound(_ spelled: inout String, to name: String) throws(SyncError) {
        let root = try list(name).compactMap { $0.name?.lowercased() }
        guard let between = Self.temporaryNames.first(where: { !root.contains($0) }) else {
            throw SyncError(
                .refused, .write, file: Self.temporaryName,
                "every temporary name is taken; remove the files foxsync*.tmp if nobody needs them")
        }
        try on(name) { () throws(VolumeError) in
            try volume.rename(spelled, to: between)
            do throws(VolumeError) { try volume.rename(between, to: name) } catch {
                do throws(VolumeError) { try volume.rename(between, to: spelled) } catch _ {
                    spelled = between
                }
                throw error
            }
        }
    }

    /// Whether two entries lie in one sector: a name of up to 13 characters takes two records of 32
    /// bytes at the most (Microsoft FAT specification).
    private static func share(_ old: VolumeEntry?, _ root: [VolumeEntry], _ name: String) -> Bool {
        guard let old = old?.position, let new = root.first(where: { $0.name == name })?.position
        else { return false }
        let sector = Padding.sector
        return [old + 63, new, new + 63].allSatisfy { $0 / sector == old / sector }
    }

    /// Writes a small file whose name nothing has on the medium, so that its entry comes last.
    ///
    /// No temporary name: an entry that moves owns nothing for a moment. The data goes first, then the
    /// FAT, which fsync of any file brings out, then the entry with start and size.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - bytes: What it shall hold.
    ///   - held: Another file of the volume that is open, and has nothing to be written.
    /// - Returns: How it was read back.
    /// - Throws: `SyncError`.
    private func createWhole(
        _ name: String, with bytes: [UInt8], _ held: VolumeHandle
    ) throws(SyncError) -> ReadMethod {
        let found = try on(name) { () throws(VolumeError) in
            let handle = try volume.open(name, for: .create)
            do throws(VolumeError) {
                try volume.write(handle, bytes[...], at: 0)
                try volume.syncData(handle)
                try volume.sync(held)
                try volume.sync(handle)
                try volume.syncRoot()
            } catch {
                try? volume.close(handle)
                throw error
            }
            try volume.close(handle)
            progress(bytes.count)
            return try volume.readMedium(name, limit: bytes.count)
        }
        if sameBytes(found.bytes, bytes) { return found.method }
        throw SyncError(
            .verification, .verify, file: name, "what was read back is not what was written")
    }

    /// Removes settings.txt, which has its name in the kernel only, and writes it under that name.
    ///
    /// Between the two a power-up writes factory settings, which the next contact knows for a reset.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - bytes: What it shall hold.
    /// - Returns: How it was read back.
    /// - Throws: `SyncError`.
    func writeAnew(_ name: String, with bytes: [UInt8]) throws(SyncError) -> ReadMethod {
        let held = try on(name) { () throws(VolumeError) in try volume.open(name, for: .reading) }
        do throws(SyncError) {
            try on(name) { () throws(VolumeError) in
                try volume.remove(name)
                try syncRemoval(of: name)
            }
            let method = try createWhole(name, with: bytes, held)
            try on(name) { () throws(VolumeError) in
                try volume.close(held)
                try volume.syncAll()
            }
            return method
        } catch {
            letGo([held])
            throw error
        }
    }

    private func list(_ name: String) throws(SyncError) -> [VolumeEntry] {
        try on(name) { () throws(VolumeError) in try volume.list(limit: Recogniser.nameLimit) }
    }
}
