// Pad: replacing a one-sector settings.txt in place, without an allocation or a moved entry.

internal import FoxSystem

extension DeviceWriter {
    /// The present text, when `bytes` can take its place without shrinking it.
    func padCandidate(_ name: String, new: [UInt8]) throws(SyncError) -> [UInt8]? {
        return try on(name) { () throws(VolumeError) -> [UInt8]? in
            guard let entry = try volume.entry(name), entry.status.kind == .regular,
                (1...Padding.sector).contains(entry.status.size)
            else { return nil }
            let old = try readCached(name, size: entry.status.size)
            return Padding.target(for: new, over: old) == new ? old : nil
        }
    }

    /// Overwrites in place and reads back; on a mismatch once more, then the old text again.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - old: Its present text.
    ///   - target: The new text, padded, at least as long as the old one.
    /// - Returns: How it was read back.
    /// - Throws: `SyncError`.
    func pad(
        _ name: String, from old: [UInt8], to target: [UInt8]
    ) throws(SyncError) -> ReadMethod {
        let method = try on(name) { () throws(VolumeError) -> ReadMethod? in
            let longer = Padding.padded(old, to: target.count)
            if target.count > old.count {
                try overwrite(name, longer[old.count...], at: old.count, orRestore: longer)
            }
            for text in [target, target, longer] {
                try overwrite(name, text[...], at: 0, orRestore: longer)
                let found = try volume.readMedium(name, limit: Padding.sector)
                if found.bytes == target { return found.method }
            }
            return nil
        }
        if let method {
            progress(target.count)
            return method
        }
        throw SyncError(
            .verification, .verify, file: name,
            "it reads back otherwise than it was written, twice; the old text was written again")
    }

    /// Writes within the file and waits for the medium.
    ///
    /// A write that stopped half way leaves half of each text in the kernel's cache, from where it
    /// would reach the medium some seconds later: the old text goes back at once.
    private func overwrite(
        _ name: String, _ bytes: ArraySlice<UInt8>, at offset: Int, orRestore old: [UInt8]
    ) throws(VolumeError) {
        do throws(VolumeError) { try overwrite(name, bytes, at: offset) } catch {
            try? overwrite(name, old[...], at: 0)
            throw error
        }
    }

    private func overwrite(
        _ name: String, _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws(VolumeError) {
        let handle = try volume.open(name, for: .update)
        do throws(VolumeError) {
            try volume.write(handle, bytes, at: offset)
            try volume.sync(handle)
        } catch {
            try? volume.close(handle)
            throw error.naming(name)
        }
        try volume.close(handle)
    }
}
