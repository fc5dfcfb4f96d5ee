// Which of the audio files that are there a firmware plays, and what in place of the missing ones.

extension Firmware {
    /// The clips of one round, in playing order.
    ///
    /// - Parameters:
    ///   - material: What is there.
    ///   - settings: The effective settings (AUDIO_MODE counts).
    /// - Returns: At least one clip where the firmware plays audio at all.
    package func clipsPlayed(
        of material: AirMaterial, _ settings: EffectiveSettings
    ) -> [AudioClip] {
        let byName = Dictionary(material.audio.map { ($0.name, $0) }) { first, _ in first }
        switch audio.order {
        case .none:
            return []
        case .first, .everyOne:
            return audio.names.map { byName[$0] ?? .factoryAudio }
        case .upToFirstGap:
            let clips =
                settings.values["AUDIO_MODE"] == .text(Array("RTTTL".utf8))
                ? material.songs.compactMap { RingTone($0).map { AudioClip($0) } }
                : firstOfSequence(audio.names, material.audio.map(\.name))
                    .compactMap { byName[$0] }
            return clips.isEmpty ? [.factoryTune] : clips
        }
    }

    /// The names of a sequence up to its first gap.
    func firstOfSequence(_ sequence: [String], _ present: [String]) -> [String] {
        let there = Set(present)
        return Array(sequence.prefix { there.contains($0) })
    }

    /// The files of a sequence that are never played, since one before them is missing.
    ///
    /// - Parameter present: The names that are there.
    /// - Returns: The names behind the first gap, in order; empty where order does not matter.
    package func filesBehindGap(_ present: [String]) -> [String] {
        let there = Set(present)
        if there.isEmpty { return [] }
        return [audio.order == .upToFirstGap ? audio.names : [], pictures].flatMap { sequence in
            sequence.drop { there.contains($0) }.filter { there.contains($0) }
        }
    }
}
