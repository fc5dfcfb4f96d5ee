// Which of the audio files that are there a firmware plays, and what in place of the missing ones.

extension Firmware {
    /// The clips of one round, in playing order.
    ///
    /// - Parameters:
    ///   - audio: The files that are there.
    ///   - settings: The effective settings (AUDIO_MODE counts).
    /// - Returns: At least one clip where the firmware plays audio at all.
    package func clipsPlayed(of audio: [AudioClip], _ settings: EffectiveSettings) -> [AudioClip] {
        let byName = Dictionary(audio.map { ($0.name, $0) }) { first, _ in first }
        switch self.audio.order {
        case .none:
            return []
        case .first, .everyOne:
            return self.audio.names.map { byName[$0] ?? .factoryAudio }
        case .upToFirstGap:
            if settings.values["AUDIO_MODE"] == .text(Array("RTTTL".utf8)) {
                return [
                    AudioClip(name: "tunes of songs.txt", seconds: AudioClip.factoryTune.seconds)
                ]
            }
            let played = firstOfSequence(self.audio.names, audio.map(\.name))
            return played.isEmpty ? [.factoryTune] : played.compactMap { byName[$0] }
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
