// Replacing and removing single files on a device, in the two ways that vfat survives.
internal import FoxSystem

// A file on the device is replaced by exactly one of these, and a failure is reported; there is no
// third way to fall back to. Both were chosen by looking at the medium after every single sector
// write (DESIGN.md, 'On the device'); rename with fsync of the folder alone is not safe there.
//
// Pad (`DeviceWriter+Pad.swift`), for a settings.txt of one sector: nothing is allocated and no
// entry moves. Append newlines to the old text until it is as long as the new one, fsync; overwrite
// in place with the new text, padded with newlines to that length, fsync. Never shrink.
//
// Held-dir (`DeviceWriter+Held.swift`), for everything else: hold the old file open, so that vfat
// keeps its clusters; write a temporary file; its data to the medium; fsync the folder (its FAT);
// fsync the file (its entry); read it back from the medium; rename; fsync the folder; fsync the
// file; close both; syncfs. Removing holds the file open in the same way.
//
// Before either, a file that the device has under another spelling gets its canonical name
// (`DeviceWriter+Name.swift`).

/// Writes files to one device, each wholly or not at all.
package struct DeviceWriter: Sendable {
    /// The temporary name on a device: it fits 8.3, so it costs a single directory entry.
    package static let temporaryName = "foxsync.tmp"
    /// All of them: another one is taken while a left-over has to stay, see `crossLinked`.
    package static let temporaryNames =
        [temporaryName] + (2...9).map { "foxsync\($0).tmp" }
    /// How often one file is started over after a passing error.
    package static let attempts = 3

    let volume: any VolumeIO
    let progress: @Sendable (Int) -> Void
    let pause: @Sendable (Int) -> Void
    let mayRemoveTemporary: Bool
    let unproven: Set<String>
    /// The file as the snapshot has it.
    let seen: DeviceFile?

    /// Prepares to write.
    ///
    /// - Parameters:
    ///   - volume: The device's root.
    ///   - mayRemoveTemporary: Whether the journal says that a temporary file there is our own.
    ///   - unproven: Files that a cut run wrote and never proved: they may share their clusters with
    ///     its temporary file.
    ///   - seen: The file as the snapshot has it: of these bytes no digest is computed again.
    ///   - pause: Waits before attempt n (2, 3): the firmware may be busy.
    ///   - progress: Told how many bytes of the present file have reached the medium.
    package init(
        volume: any VolumeIO, mayRemoveTemporary: Bool = false, unproven: Set<String> = [],
        seen: DeviceFile? = nil, pause: @escaping @Sendable (Int) -> Void = { _ in },
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.volume = volume
        self.mayRemoveTemporary = mayRemoveTemporary
        self.unproven = unproven
        self.seen = seen
        self.pause = pause
        self.progress = progress
    }

    /// What came of writing one file.
    package struct Outcome: Equatable, Sendable {
        /// How it was read back.
        package let method: ReadMethod
        /// How often it was started.
        package let attempts: Int
    }

    /// Replaces a file, or makes it.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - bytes: What it shall hold.
    ///   - old: What it holds now by the snapshot, or nil when there is none.
    ///   - mayPad: Whether newlines behind the old content change nothing (settings).
    ///   - deviceName: The name under which the device has it, in another spelling; nil where it has
    ///     this one. It is put right first, and is all that is written where the content stays.
    /// - Returns: How it was read back.
    /// - Throws: `SyncError`; the file is then the old or the new one.
    package func replace(
        _ name: String, with bytes: [UInt8], old: FileContent?, mayPad: Bool,
        deviceName: String? = nil
    ) throws(SyncError) -> Outcome {
        var known: Set<FileContent?> = [old]
        var spelled = deviceName ?? name
        var held: [VolumeHandle] = []
        var attempt = 1
        while true {
            do throws(SyncError) {
                if spelled != name {
                    if case .acrossSectors = try respell(&spelled, as: name, known: known) {
                        known.insert(nil)
                        known.insert(FileContent(of: bytes))
                        let method = try writeAnew(name, with: bytes)
                        return Outcome(method: method, attempts: attempt)
                    } else if attempt == 1, !unproven.contains(name.lowercased()),
                        let seen, sameBytes(seen.bytes, bytes)
                    {
                        let found = try on(name) { () throws(VolumeError) in
                            try volume.readMedium(name, limit: bytes.count)
                        }
                        if sameBytes(found.bytes, bytes) {
                            return Outcome(method: found.method, attempts: attempt)
                        }
                    }
                }
                // After a failed pad nobody knows what of it reached the medium, while the cache
                // shows all of it: held-dir, which trusts neither, does the rest.
                if mayPad, attempt == 1, try staysInPlace(name),
                    let current = try padCandidate(name, new: bytes)
                {
                    guard known.contains(FileContent(of: current)) else {
                        throw changedMeanwhile(name)
                    }
                    for length in current.count...bytes.count {
                        known.insert(FileContent(of: Padding.padded(current, to: length)))
                    }
                    let method = try pad(name, from: current, to: bytes)
                    return Outcome(method: method, attempts: attempt)
                }
                let method = try replaceHeld(
                    name, with: bytes, known: known, isRepeated: attempt > 1, held: &held)
                return Outcome(method: method, attempts: attempt)
            } catch {
                guard error.errno == .io,
                    attempt < Self.attempts, (try? volume.space()) != nil
                else {
                    letGo(held)
                    throw error
                }
                attempt += 1
                // The file may have taken its new name before the error: that is known, too.
                known.insert(FileContent(of: bytes))
                pause(attempt)
            }
        }
    }

    /// Whether the entry and the clusters that a file has may stay its own.
    ///
    /// Of a file that a cut or failed run wrote, they may be what is wrong.
    private func staysInPlace(_ name: String) throws(SyncError) -> Bool {
        guard unproven.contains(name.lowercased()) else { return true }
        guard try crossLinked(with: name).isEmpty else { return false }
        return try on(name) { () throws(VolumeError) in
            guard let entry = try volume.entry(name) else { return true }
            return try MediumProof(volume: volume).isLinked(name, size: entry.status.size)
        }
    }

    /// Removes a file, its clusters held until its entry is gone from the medium.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - old: What it holds by the snapshot; nil skips the comparison (files that the firmware
    ///     made for itself).
    /// - Throws: `SyncError`; the file is then whole or gone.
    package func remove(_ name: String, old: FileContent?) throws(SyncError) {
        if let old { try confirm(name, is: [old]) }
        let isUnproven = unproven.contains(name.lowercased())
        // Replacing another file may have removed a left-over already.
        if isUnproven || Self.temporaryNames.contains(name.lowercased()),
            try on(name, { () throws(VolumeError) in try volume.entry(name) }) == nil
        {
            if isUnproven { try removeAgain(name) }
            return
        }
        try removeHeld(name)
    }

    /// Promise 6: just before a file is touched it is still what the snapshot said.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - known: What it may hold; nil among them means that it may be missing.
    /// - Returns: Whether the file exists.
    /// - Throws: `SyncError`; `changedMeanwhile` when it is anything else.
    @discardableResult
    func confirm(_ name: String, is known: Set<FileContent?>) throws(SyncError) -> Bool {
        let found: FileContent? = try on(name) { () throws(VolumeError) in
            guard let entry = try volume.entry(name) else { return nil }
            // Bytes are only read when the size alone does not tell.
            guard known.contains(where: { $0?.size == entry.status.size }) else {
                return FileContent(digest: Digest(hex: ""), size: entry.status.size)
            }
            let bytes = try readCached(name, size: entry.status.size)
            if let seen, sameBytes(seen.bytes, bytes) { return seen.content }
            return FileContent(of: bytes)
        }
        if known.contains(found) { return found != nil }
        throw changedMeanwhile(name)
    }

    private func changedMeanwhile(_ name: String) -> SyncError {
        SyncError(
            .changedMeanwhile, .write, file: name,
            "it was changed on the device after it was looked at; fox-sync left it as it is")
    }

    /// Runs operations on the volume for a file; their errors name it.
    func on<Result>(
        _ name: String, _ body: () throws(VolumeError) -> Result
    ) throws(SyncError) -> Result {
        do throws(VolumeError) { return try body() } catch {
            throw SyncError(error, .write, file: name)
        }
    }

    /// A file's bytes through the page cache.
    func readCached(_ name: String, size: Int) throws(VolumeError) -> [UInt8] {
        let handle = try volume.open(name, for: .reading)
        let bytes: [UInt8]
        do throws(VolumeError) { bytes = try volume.read(handle, at: 0, count: size + 1) } catch {
            try? volume.close(handle)
            throw error.naming(name)
        }
        try volume.close(handle)
        return bytes
    }
}
