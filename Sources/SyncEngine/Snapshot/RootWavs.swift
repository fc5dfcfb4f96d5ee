// Every WAV in a root, also those with names that no firmware plays: somebody put them there, and
// `doctor` says what each firmware would make of them.
internal import FoxSystem
internal import PicoFox

/// Reads the WAVs of a root for whoever only looks.
package enum RootWavs {
    /// Reads every WAV in a root: any regular file whose name ends in `.wav`, in any letter case, but
    /// not what a firmware makes for itself or a computer leaves behind.
    ///
    /// What the snapshot has is not read again; of the others one is read after the other, so that no
    /// more than one of them has to be in memory.
    ///
    /// - Parameters:
    ///   - volume: The volume.
    ///   - found: What is in its root.
    ///   - snapshot: What was read of it before.
    ///   - body: Gets each file, in the order of the names.
    /// - Returns: The names of those that were not read, with the reason.
    package static func read(
        _ volume: any VolumeIO, _ found: Recogniser.Found, _ snapshot: Snapshot,
        _ body: (DeviceFile) -> Void
    ) -> [String: String] {
        var left = SnapshotReader.byteLimit
        var unread: [String: String] = [:]
        for (name, status) in wavs(in: found) {
            if status.links > 1 {
                unread[name] = "it has a second name (hard link), as no file on FAT has"
            } else if status.size > left {
                unread[name] = "there is more audio than a PicoFox can hold"
            } else {
                do throws(VolumeError) {
                    let file: DeviceFile
                    if let read = snapshot.files[name.lowercased()], read.name == name {
                        file = read
                    } else {
                        file = try volume.readFile(name, limit: left, expected: status.size)
                    }
                    left -= file.bytes.count
                    body(file)
                } catch { unread[name] = error.description }
            }
        }
        return unread
    }

    private static func wavs(in found: Recogniser.Found) -> [(name: String, status: FileStatus)] {
        found.entries.compactMap { entry in
            guard let name = entry.name, name.lowercased().hasSuffix(".wav"),
                entry.status.kind == .regular, Firmware.all.contains(where: { isAudio(name, $0) })
            else { return nil }
            return (name, entry.status)
        }.sorted { $0.name < $1.name }
    }

    /// Whether a file may be somebody's audio: jf9som makes an audio.wav, and others play it.
    private static func isAudio(_ name: String, _ firmware: Firmware) -> Bool {
        switch firmware.role(of: name) {
        case .audio, .foreign: true
        case .settings, .picture, .text, .firmwareOwned, .hostLitter: false
        }
    }
}
