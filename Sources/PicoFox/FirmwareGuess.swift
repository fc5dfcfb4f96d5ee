// Which firmware runs on a device, guessed from what it left there: it cannot be asked.

/// The firmwares that may be on a device, the likeliest first, with the reasons.
package struct FirmwareGuess: Sendable, Hashable {
    /// One firmware that may be it.
    package struct Candidate: Sendable, Hashable {
        /// The firmware.
        package let firmware: Firmware
        /// How much speaks for it; only its order among the others means something.
        package let weight: Int
        /// What speaks for it and against it, as sentences.
        package let reasons: [String]
    }

    /// All firmwares, the likeliest first.
    package let candidates: [Candidate]

    /// The likeliest firmware.
    package var best: Firmware { candidates.first?.firmware ?? .stock }

    /// Whether another firmware is as likely as the best.
    package var isOpen: Bool {
        candidates.count > 1 && candidates[0].weight == candidates[1].weight
    }

    /// The firmwares that are as likely as the best, the best included.
    package var likeliest: [Firmware] {
        candidates.filter { $0.weight == candidates.first?.weight }.map(\.firmware)
    }

    /// Why a draft's firmware does not fit the device.
    ///
    /// - Parameter firmware: The firmware that the draft is for.
    /// - Returns: A sentence for a warning, or nil when it is as likely as any other.
    package func disagreement(with firmware: Firmware) -> String? {
        guard let best = candidates.first, !likeliest.contains(firmware) else { return nil }
        let own = candidates.first { $0.firmware == firmware }?.reasons ?? []
        return
            "the draft is for the \(firmware.id) firmware, but the fox looks like \(best.firmware.id)"
            + " (\(best.reasons.joined(separator: "; ")))"
            + (own.isEmpty ? "" : "; of \(firmware.id), \(own.joined(separator: "; "))")
    }

    /// Guesses from a snapshot of a device.
    ///
    /// - Parameters:
    ///   - settings: The bytes of settings.txt, nil when there is none.
    ///   - names: The names of the files in the root.
    package init(settings: [UInt8]?, names: [[UInt8]]) {
        let keys = Set(SettingsDocument(settings ?? []).lines.compactMap(\.key))
        let files = Set(names.map { String(decoding: $0.map(ASCII.lower), as: UTF8.self) })
        let found = Firmware.all.map { FirmwareGuess.weigh($0, keys: keys, files: files) }
        // Equal ones stay in the order of the profiles, the commonest first.
        candidates = found.enumerated().sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }.map(\.element)
    }

    private init(candidates: [Candidate]) { self.candidates = candidates }

    /// The guess of somebody who knows better than the files that are there now.
    ///
    /// - Parameters:
    ///   - firmware: The firmware that it is.
    ///   - reasons: What speaks for it.
    /// - Returns: A guess whose only likeliest firmware it is; nothing is said of the others.
    package func knowing(_ firmware: Firmware, because reasons: [String]) -> FirmwareGuess {
        let weight = (candidates.first?.weight ?? 0) + 1
        let others = candidates.filter { $0.firmware != firmware }
        return FirmwareGuess(
            candidates: [Candidate(firmware: firmware, weight: weight, reasons: reasons)]
                + others.map {
                    Candidate(firmware: $0.firmware, weight: $0.weight, reasons: [])
                })
    }

    /// The same guess, with one of the likeliest firmwares as the best.
    ///
    /// - Parameter firmware: The firmware that is preferred.
    /// - Returns: The same guess as it is, when another one is likelier.
    package func preferring(_ firmware: Firmware) -> FirmwareGuess {
        guard likeliest.contains(firmware) else { return self }
        let preferred = candidates.filter { $0.firmware == firmware }
        return FirmwareGuess(
            candidates: preferred + candidates.filter { $0.firmware != firmware })
    }

    private static func weigh(
        _ firmware: Firmware, keys: Set<String>, files: Set<String>
    ) -> Candidate {
        var weight = 0
        var reasons: [String] = []
        let known = Set(firmware.keys.map(\.name))
        let strange = keys.intersection(Firmware.everyKey).subtracting(known).sorted()
        if !strange.isEmpty {
            weight -= 3 * strange.count
            reasons.append("it does not know \(strange.joined(separator: ", "))")
        }
        let written = firmware.keys.filter(\.isEffective).map(\.name)
        let missing = written.filter { !keys.contains($0) }
        if !keys.isEmpty, missing.isEmpty {
            weight += 2
            reasons.append("settings.txt has all of its keys")
        } else if !missing.isEmpty, keys.count > 2 {
            weight -= min(missing.count, 4)
            reasons.append("\(missing.joined(separator: ", ")) would be there")
        }
        let made = firmware.ownedFiles.filter { files.contains($0) && $0 != "audio.wav" }
        if !made.isEmpty {
            weight += 2 * made.count
            reasons.append("it makes \(made.joined(separator: ", "))")
        }
        let others = Firmware.everOwned.filter {
            files.contains($0) && !firmware.ownedFiles.contains($0)
        }
        if !others.isEmpty {
            weight -= 4 * others.count
            reasons.append("it does not make \(others.joined(separator: ", "))")
        }
        let texts = firmware.texts.filter { files.contains($0) }
        if !texts.isEmpty {
            weight += 2 * texts.count
            reasons.append("it makes \(texts.joined(separator: ", "))")
        }
        let numbered = files.filter { $0.hasPrefix("audio") && $0 != "audio.wav" }
            .filter { $0.hasSuffix(".wav") }
        let played = numbered.filter { firmware.audio.names.contains($0) }
        if !played.isEmpty {
            weight += 2
            reasons.append("it plays \(played.count) numbered audio files")
        } else if !numbered.isEmpty {
            weight -= 2
            reasons.append("it does not play numbered audio files")
        }
        if firmware.audio.order == .everyOne, played.isEmpty, !files.isEmpty {
            weight -= 2
            reasons.append("its audio1.wav to audio11.wav are missing")
        }
        return Candidate(firmware: firmware, weight: weight, reasons: reasons)
    }
}
