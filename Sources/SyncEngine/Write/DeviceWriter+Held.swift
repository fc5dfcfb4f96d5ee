// Held-dir: replacing a file by rename while its old clusters are held, and removing alike.
internal import FoxSystem

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
        let linked = try crossLinked(with: name)
        let temporary = try freeTemporary(isOurs: mayRemoveTemporary || isRepeated)
        if exists {
            held.append(
                try on(name) { () throws(VolumeError) in try volume.open(name, for: .reading) })
        }
        do throws(SyncError) {
            let method = try putInPlace(name, from: temporary, with: bytes, known: known)
            // vfat frees the old clusters at this close, and not before.
            while let handle = held.popLast() {
                try on(name) { () throws(VolumeError) in try volume.close(handle) }
            }
            try on(name) { () throws(VolumeError) in try volume.syncAll() }
            // Before anything else can be given the clusters that were freed just now.
            for other in linked { try removeHeld(other) }
            return method
        } catch {
            // The journal knows of the temporary file; often it can go at once.
            if (try? volume.space()) != nil { try? removeIfThere(temporary) }
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
        _ name: String, from temporaryName: String, with bytes: [UInt8], known: Set<FileContent?>
    ) throws(SyncError) -> ReadMethod {
        let temporary = try on(name) { () throws(VolumeError) in
            try volume.open(temporaryName, for: .create)
        }
        let method: ReadMethod
        do throws(SyncError) {
            try on(name) { () throws(VolumeError) in try fill(temporary, with: bytes) }
            let found = try on(name) { () throws(VolumeError) in
                try volume.readMedium(temporaryName, limit: bytes.count)
            }
            guard sameBytes(found.bytes, bytes) else {
                throw SyncError(
                    .verification, .verify, file: name,
                    "what was read back is not what was written; the old file is still there")
            }
            method = found.method
            try confirm(name, is: known)
            try on(name) { () throws(VolumeError) in
                try volume.rename(temporaryName, to: name)
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
                try syncRemoval(of: name)
            } catch {
                letGo([held])
                throw error
            }
            try volume.close(held)
            try volume.syncAll()
        }
    }

    /// Brings the absence of a file to the medium, which still has its entry.
    ///
    /// The kernel has nothing to write there until something in the folder changes.
    ///
    /// - Parameter name: The file, which the kernel does not show.
    /// - Throws: `SyncError`.
    func removeAgain(_ name: String) throws(SyncError) {
        try on(name) { () throws(VolumeError) in
            try stirRoot()
            try syncRemoval(of: name)
            try volume.syncAll()
        }
    }

    /// Waits until a removed entry is gone from the medium.
    ///
    /// After a failed fsync the kernel counts the folder's sectors as clean, and a second one would
    /// succeed without writing them. An empty file that comes and goes makes them dirty again: vfat
    /// puts it where the first entry is free, which is where one was removed just now.
    ///
    /// - Parameter name: The file that was removed.
    /// - Throws: `VolumeError`; the entry may then still be on the medium.
    func syncRemoval(of name: String) throws(VolumeError) {
        var attempt = 1
        while true {
            do throws(VolumeError) { return try volume.syncRoot() } catch {
                guard error.errno == .io, attempt < Self.attempts, (try? volume.space()) != nil
                else { throw error }
                attempt += 1
                pause(attempt)
                // The kernel reads a sector that it could not write again: then the entry is back,
                // with another inode, and unlinking that one would free its clusters twice.
                let isBack = try volume.list(limit: Recogniser.nameLimit)
                    .contains { $0.name?.lowercased() == name.lowercased() }
                if isBack { throw error }
                do throws(VolumeError) { try stirRoot() } catch _ { throw error }
            }
        }
    }

    private func stirRoot() throws(VolumeError) {
        for name in Self.temporaryNames where try volume.entry(name) == nil {
            let handle = try volume.open(name, for: .create)
            do throws(VolumeError) { try volume.remove(name) } catch {
                try? volume.close(handle)
                throw error
            }
            return try volume.close(handle)
        }
        throw VolumeError(.system, "create", name: Self.temporaryName, errno: .exists)
    }

    /// A name for the temporary file; a left-over that has it makes room.
    ///
    /// - Parameter isOurs: Whether the journal says that left-overs are fox-sync's own.
    /// - Returns: A name that nothing has.
    /// - Throws: `SyncError`.
    private func freeTemporary(isOurs: Bool) throws(SyncError) -> String {
        for name in Self.temporaryNames {
            let found = try on(name) { () throws(VolumeError) in try volume.entry(name) }
            if found == nil { return name }
            guard isOurs else {
                throw SyncError(
                    .refused, .write, file: name,
                    "a file of this name is in the way and fox-sync did not leave it there;"
                        + " remove it if nobody needs it")
            }
            var isShared = false
            for file in unproven where try crossLinked(with: file).contains(name) {
                isShared = true
            }
            if isShared { continue }
            try removeHeld(name)
            return name
        }
        throw SyncError(
            .refused, .write, file: Self.temporaryName,
            "every temporary name is taken; remove the files foxsync*.tmp if nobody needs them")
    }

    /// Left-overs that may own the same clusters as a file.
    ///
    /// When the power goes while an entry moves, both names can be left with the new clusters.
    /// Removing one then frees the other's content without an error (measured, usb lab: XLINK). So
    /// the file gets new clusters first, under another temporary name, and the left-over goes next:
    /// the kernel finds its clusters free already and turns the mount read-only, and the next visit
    /// goes on.
    ///
    /// - Parameter file: A file.
    /// - Returns: The names of left-overs that hold the same bytes as the file, if a cut run wrote
    ///   it and never proved it.
    /// - Throws: `SyncError`.
    func crossLinked(with file: String) throws(SyncError) -> [String] {
        guard mayRemoveTemporary, unproven.contains(file.lowercased()) else { return [] }
        return try on(file) { () throws(VolumeError) in
            guard let entry = try volume.entry(file) else { return [] }
            var names: [String] = []
            for name in Self.temporaryNames {
                // A left-over of another size is not read: a dangling one ends the mount.
                guard let other = try volume.entry(name), other.status.size == entry.status.size,
                    try readCached(name, size: other.status.size)
                        == readCached(file, size: entry.status.size)
                else { continue }
                names.append(name)
            }
            return names
        }
    }

    private func removeIfThere(_ name: String) throws(SyncError) {
        let found = try on(name) { () throws(VolumeError) in try volume.entry(name) }
        if found != nil { try removeHeld(name) }
    }
}
