// Is this volume a PicoFox? Decided by the content of settings.txt and by nothing else.
internal import FoxSystem
package import PicoFox

/// Looks for a PicoFox's settings.txt in the root of a volume.
package enum Recogniser {
    /// The most names that are looked at: a FAT16 root has 512 entries.
    package static let nameLimit = 4096

    /// What is said of a root without settings.txt.
    static let noSettings = "there is no settings.txt"

    /// What was found.
    package struct Found: Equatable, Sendable {
        /// settings.txt as the device spells it, with its bytes.
        package let settings: DeviceFile
        /// All entries of the root.
        package let entries: [VolumeEntry]

        /// Which firmware the device seems to run.
        package var guess: FirmwareGuess {
            FirmwareGuess(settings: settings.bytes, names: files.map(\.nameBytes))
        }

        /// The entries that are files: what else has the name of one tells nothing of a firmware.
        var files: [VolumeEntry] { entries.filter { $0.status.kind == .regular } }
    }

    /// Reads the root and settings.txt, and nothing beyond the limit of a PicoFox's.
    ///
    /// - Parameter volume: Any volume, a stranger's stick included.
    /// - Returns: What was found.
    /// - Throws: `SyncError` with code `unavailable` and the reason when it is no PicoFox.
    package static func recognise(_ volume: any VolumeIO) throws(SyncError) -> Found {
        let (found, refusal) = try look(volume)
        if let refusal { throw refusal }
        return found
    }

    /// Reads the root and a settings.txt of any content, for whoever only looks.
    ///
    /// A fox whose settings.txt is broken is not recognised, and just then somebody wants to know
    /// what its firmware makes of it.
    ///
    /// - Parameter volume: Any volume.
    /// - Returns: What was found, and why it is not taken for a PicoFox's, nil when it is.
    /// - Throws: `SyncError` when there is no settings.txt that could be read whole.
    package static func look(
        _ volume: any VolumeIO
    ) throws(SyncError) -> (found: Found, refusal: SyncError?) {
        let entries: [VolumeEntry]
        do throws(VolumeError) { entries = try volume.list(limit: nameLimit) } catch {
            if error.code == .tooManyEntries { throw refused("it has more entries than any") }
            throw SyncError(error, .recognise)
        }
        var found = entries.filter { $0.name?.lowercased() == "settings.txt" }
        if found.isEmpty { found = betweenNames(entries, volume) }
        guard let entry = found.first, let name = entry.name else {
            throw refused(noSettings)
        }
        guard found.count == 1 else {
            throw refused("settings.txt is there \(found.count) times, in different letter case")
        }
        guard entry.status.kind == .regular else {
            throw refused("settings.txt is a \(entry.status.kind.rawValue), not a file")
        }
        guard entry.status.links <= 1 else {
            throw refused("settings.txt has a second name (hard link), as no file on FAT has")
        }
        guard entry.status.size <= Recognition.maximumSize else {
            throw refused(
                "settings.txt has \(entry.status.size) bytes; a PicoFox's has at most"
                    + " \(Recognition.maximumSize)")
        }
        let bytes: [UInt8]
        do throws(VolumeError) {
            bytes = try volume.readWhole(name, limit: Recognition.maximumSize)
        } catch {
            // It was something else than it is now when it was looked at.
            if [.notRegular, .tooLarge].contains(error.code) { throw refused(error.description) }
            throw SyncError(error, .recognise, file: name)
        }
        let there = Found(settings: DeviceFile(name: name, bytes: bytes), entries: entries)
        switch Recognition.judge(bytes) {
        case .picoFox: return (there, nil)
        case .other(let reason): return (there, refused(reason))
        }
    }

    /// The settings of a fox whose run was cut while it put the spelling of their name right.
    ///
    /// They are under a temporary name then, until the next contact or the next power-up.
    private static func betweenNames(
        _ entries: [VolumeEntry], _ volume: any VolumeIO
    ) -> [VolumeEntry] {
        let left = entries.first { entry in
            guard let name = entry.name, DeviceWriter.temporaryNames.contains(name.lowercased()),
                entry.status.kind == .regular, entry.status.size <= Recognition.maximumSize,
                let bytes = try? volume.readWhole(name, limit: Recognition.maximumSize)
            else { return false }
            if case .picoFox = Recognition.judge(bytes) { return true }
            return false
        }
        return left.map { [$0] } ?? []
    }

    private static func refused(_ reason: String) -> SyncError {
        SyncError(.unavailable, .recognise, "not a PicoFox: \(reason)")
    }
}
