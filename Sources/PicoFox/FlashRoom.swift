// How much a PicoFox holds. The figures are those of the volume that the firmware formats itself
// (SdFat's FatFormatter): 30,489 sectors in the partition, less a boot sector, two FATs of 60 and a
// root folder of 32.

/// The room that a draft's audio has on a fox.
package struct FlashRoom: Sendable, Equatable {
    /// Bytes of one cluster, the unit in which space is given out.
    package static let cluster = 1024
    /// All clusters: 14.8 MiB.
    package static let clusters = 15_168
    /// Bytes of the largest file that the volume holds.
    package static let largestFile = clusters * cluster
    /// What the firmware's own audio takes (282 clusters): it is still there while the file that
    /// takes its place is written.
    private static let factoryAudio = clusters(
        for: WavInspection.headerSize + WavFile.factoryBytes)

    /// Clusters that are left for one file.
    private let free: Int

    /// Works out the room for a file.
    ///
    /// - Parameters:
    ///   - file: The file's name.
    ///   - firmware: The draft's firmware.
    ///   - settings: The effective settings: the length of the Morse ID counts.
    ///   - others: The sizes in bytes of all files of the draft, by name.
    package init(
        for file: String, _ firmware: Firmware, _ settings: EffectiveSettings, others: [String: Int]
    ) {
        var used = FlashRoom.factoryAudio
        for (name, size) in others where name != file { used += FlashRoom.clusters(for: size) }
        if firmware.idFile != nil {
            let seconds = MorseKeying(settings, for: firmware).seconds
            let samples = min(seconds, 3600) * Double(firmware.sampleRate)
            used += FlashRoom.clusters(for: WavInspection.headerSize + 2 * Int(samples))
        }
        free = max(0, FlashRoom.clusters - used)
    }

    /// Clusters that a file takes.
    private static func clusters(for size: Int) -> Int { (size + cluster - 1) / cluster }

    /// The most samples that a WAV file in it can have.
    package var samples: Int {
        max(0, (free * FlashRoom.cluster - WavInspection.headerSize) / 2)
    }

    /// Whether a file of this size can be replaced by another one while it is on the fox.
    ///
    /// A file is not given free before the new one has its name.
    ///
    /// - Parameter size: Bytes.
    /// - Returns: False when a fox that has one has no room for a second.
    package func fitsTwice(_ size: Int) -> Bool {
        2 * FlashRoom.clusters(for: size) <= free + FlashRoom.factoryAudio
    }
}
