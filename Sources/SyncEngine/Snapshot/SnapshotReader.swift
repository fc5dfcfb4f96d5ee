// Reads the files that matter off a recognised device, each once and within limits.
internal import FoxSystem
internal import PicoFox

/// Takes snapshots.
package enum SnapshotReader {
    /// The most bytes of all files together: no PicoFox has more flash than this.
    package static let byteLimit = 64 << 20
    /// What the flash of a PicoFox holds at the most, in bytes: more than that is no fox's.
    private static let flashLimit = 16 << 20

    /// Has the volume begin with what `read` will ask for: between the two are the database and the
    /// draft, and a medium of one megabyte a second need not stand still for them.
    ///
    /// - Parameters:
    ///   - volume: The device's root.
    ///   - found: What recognising it found.
    package static func begin(_ volume: any VolumeIO, _ found: Recogniser.Found) {
        var left = flashLimit
        for entry in found.entries {
            guard let name = entry.name, Firmware.all.contains(where: { isData(name, $0) }),
                entry.status.kind == .regular, entry.status.links == 1, entry.status.size <= left
            else { continue }
            left -= entry.status.size
            volume.prefetch(name, count: entry.status.size)
        }
    }

    /// Reads every file of a device that some firmware plays or reads: which one runs is a guess.
    ///
    /// - Parameters:
    ///   - volume: The device's root.
    ///   - found: What recognising it found.
    /// - Returns: The snapshot.
    /// - Throws: `SyncError`.
    package static func read(
        _ volume: any VolumeIO, _ found: Recogniser.Found
    ) throws(SyncError) -> Snapshot {
        let names = found.entries.compactMap(\.name)
        var files = ["settings.txt": found.settings]
        var obstacles: [String: String] = [:]
        var left = byteLimit
        for entry in found.entries {
            guard let name = entry.name, Firmware.all.contains(where: { isData(name, $0) })
            else { continue }
            let canonical = name.lowercased()
            if canonical == "settings.txt" { continue }
            if entry.status.kind != .regular {
                obstacles[canonical] = "on the device it is a \(entry.status.kind.rawValue)"
            } else if entry.status.links > 1 {
                obstacles[canonical] =
                    "on the device it has a second name (hard link), as no file on FAT has"
            } else if files[canonical] != nil || obstacles[canonical] != nil {
                files[canonical] = nil
                obstacles[canonical] = "it is on the device twice, in different letter case"
            } else if entry.status.size > left {
                obstacles[canonical] = "on the device it is larger than a PicoFox can hold"
            } else {
                do throws(VolumeError) {
                    let file = try volume.readFile(
                        name, limit: left, expected: entry.status.size)
                    left -= file.bytes.count
                    files[canonical] = file
                } catch { throw SyncError(error, .snapshot, file: name) }
            }
        }
        let ids = Set(Firmware.all.compactMap(\.idFile))
        let idFiles = found.entries.filter { $0.status.kind == .regular }.compactMap(\.name)
            .filter { ids.contains($0.lowercased()) }
        let temporaries = names.filter {
            DeviceWriter.temporaryNames.contains($0.lowercased()) && $0 != found.settings.name
        }
        var sizes: [String: Int] = [:]
        for entry in found.entries {
            guard let name = entry.name, idFiles.contains(name) || temporaries.contains(name)
            else { continue }
            sizes[name] = entry.status.size
        }
        do throws(VolumeError) {
            return Snapshot(
                settings: found.settings, files: files, obstacles: obstacles,
                idFiles: idFiles, temporaries: temporaries,
                rootEntries: found.entries.reduce(0) {
                    $0 + RootEntries.needed(for: $1.nameBytes)
                },
                space: try volume.space(), removableSizes: sizes)
        } catch { throw SyncError(error, .snapshot) }
    }

    private static func isData(_ name: String, _ firmware: Firmware) -> Bool {
        switch firmware.role(of: name) {
        case .settings, .audio, .picture, .text: true
        case .firmwareOwned, .hostLitter, .foreign: false
        }
    }
}
