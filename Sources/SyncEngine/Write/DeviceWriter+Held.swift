// Held-dir: replacing a file by rename while its old clusters are held, and removing alike.

extension DeviceWriter {
    /// Bytes between two looks at how much has reached the medium: whole flash blocks of 4 KiB.
    private static let chunk = 1 << 17

    /// Writes a temporary file, proves it, and gives it the name.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - bytes: What it shall hold.
    ///   - known: What it may hold now; nil among them means that it may be missing.
    ///   - isRepeated: Whether an earlier attempt may have left its temporary file.
    ///   - held: The old file's handles. An attempt that fails leaves them open: whether the new
    ///     entry is on the medium is unknown then, and the old one's clusters must not be freed.
    /// - Returns: How it was read back.
    /// - Throws: `SyncError`.
    func replaceHeld(
        _ name: String, with bytes: [UInt8], known: Set<FileContent?>, isRepeated: Bool,
        held: inout [VolumeHandle]
    ) throws(SyncError) -> ReadMethod {
        let exists = try confirm(name, is: known)
        try clearTemporary(isOurs: mayRemoveTemporary || isRepeated)
        if exists {
            held.append(
                try on(name) { () throws(VolumeError) in try volume.open(name, for: .reading) })
        }
        do throws(SyncError) {
            let method = try putInPlace(name, with: bytes, known: known)
            // vfat frees the old clusters at this close, and not before.
            while let handle = held.popLast() {
                try on(name) { () throws(VolumeError) in try volume.close(handle) }
            }
            try on(name) { () throws(VolumeError) in try volume.syncAll() }
            return method
        } catch {
            // The journal knows of the temporary file; often it can go at once.
            if (try? volume.space()) != nil { try? removeOwnTemporary() }
            throw error
        }
    }

    /// Closes what failed attempts held, after one more try to bring the new entry out first.
    func letGo(_ held: [VolumeHandle]) {
        if held.isEmpty { return }
        if (try? volume.space()) != nil { try? volume.syncAll() }
        for handle in held { try? volume.close(handle) }
    }

    /// The part during which the old file is held.
    private func putInPlace(
        _ name: String, with bytes: [UInt8], known: Set<FileContent?>
    ) throws(SyncError) -> ReadMethod {
        let temporary = try on(name) { () throws(VolumeError) in
            try volume.open(Self.temporaryName, for: .create)
        }
        let method: ReadMethod
        do throws(SyncError) {
            try on(name) { () throws(VolumeError) in try fill(temporary, with: bytes) }
            let found = try on(name) { () throws(VolumeError) in
                try volume.readMedium(Self.temporaryName, limit: bytes.count)
            }
            guard found.bytes == bytes else {
                throw SyncError(
                    .verification, .verify, file: name,
                    "what was read back is not what was written; the old file is still there")
            }
            method = found.method
            try confirm(name, is: known)
            try on(name) { () throws(VolumeError) in
                try volume.rename(Self.temporaryName, to: name)
                try volume.syncRoot()
                try volume.sync(temporary)
            }
        } catch {
            try? volume.close(temporary)
            throw error
        }
        try on(name) { () throws(VolumeError) in try volume.close(temporary) }
        return method
    }

    private func fill(_ handle: VolumeHandle, with bytes: [UInt8]) throws(VolumeError) {
        var offset = 0
        repeat {
            let end = min(offset + Self.chunk, bytes.count)
            try volume.write(handle, bytes[offset..<end], at: offset)
            try volume.syncData(handle)
            progress(end)
            offset = end
        } while offset < bytes.count
        try volume.syncRoot()
        try volume.sync(handle)
    }

    /// Unlinks a file while it is held open, so that its clusters outlive its entry.
    ///
    /// - Parameter name: The file.
    /// - Throws: `SyncError`.
    func removeHeld(_ name: String) throws(SyncError) {
        try on(name) { () throws(VolumeError) in
            let held = try volume.open(name, for: .reading)
            do throws(VolumeError) {
                try volume.remove(name)
                try volume.syncRoot()
            } catch {
                try? volume.close(held)
                throw error
            }
            try volume.close(held)
            try volume.syncAll()
        }
    }

    /// A temporary file in the way is removed only when the journal says that it is ours.
    private func clearTemporary(isOurs: Bool) throws(SyncError) {
        let name = Self.temporaryName
        let found = try on(name) { () throws(VolumeError) in try volume.entry(name) }
        if found == nil { return }
        guard isOurs else {
            throw SyncError(
                .refused, .write, file: name,
                "a file of this name is in the way and fox-sync did not leave it there;"
                    + " remove it if nobody needs it")
        }
        try removeHeld(name)
    }

    private func removeOwnTemporary() throws(SyncError) {
        let name = Self.temporaryName
        let found = try on(name) { () throws(VolumeError) in try volume.entry(name) }
        if found != nil { try removeHeld(name) }
    }
}
