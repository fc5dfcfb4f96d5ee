// The files next to settings.txt: would the firmware keep them, play them, and play them as meant?

/// The checks of a draft's other files.
struct FileChecks {
    let firmware: Firmware
    let effective: EffectiveSettings
    let files: [StagedFile]
    /// Files that are there and were refused: no gap, and no lack.
    var refused: [String] = []

    /// The frequency deviation in Hz that receivers of 2 m FM are made for.
    static let widestDeviation = 5000

    var findings: [Finding] {
        nameFindings + files.flatMap(findings(in:)) + sequenceFindings
    }

    private var nameFindings: [Finding] {
        var seen: [String: String] = [:]
        return files.flatMap { file -> [Finding] in
            var found: [Finding] = []
            if let reason = firmware.refusal(toStage: file.name) {
                found.append(Finding(.fileName, file: file.name, reason))
            }
            let lower = String(decoding: file.name.utf8.map(ASCII.lower), as: UTF8.self)
            if let other = seen.updateValue(file.name, forKey: lower) {
                found.append(
                    Finding(
                        .duplicateName, file: file.name,
                        "'\(file.name)' and '\(other)' are one file on FAT"))
            }
            return found
        }
    }

    private func findings(in file: StagedFile) -> [Finding] {
        if case .picture(let size) = file.content, firmware.role(of: file.name) == .picture {
            return pictureFindings(file.name, size)
        }
        guard let wav = file.wav, case .audio = firmware.role(of: file.name) else { return [] }
        let verdict = wav.verdict(for: firmware)
        var found = verdict.problems.map { problem in
            let code: CheckCode =
                problem == .empty
                ? .wavEmpty
                : problem.isSilent ? .wavSkipped : problem.changesSpeed ? .wavSpeed : .wavNoise
            return Finding(code, file: file.name, problem.description)
        }
        if wav.shortage > 0 {
            let claimed = wav.layout.claimedAudio
            found.append(
                Finding(
                    .wavShort, file: file.name,
                    "the header claims \(Counted.text(claimed, "byte")) of audio, and the file ends"
                        + " after \(claimed - wav.shortage): still being copied, or cut short"))
        }
        if found.isEmpty, verdict.peak == 0 {
            found.append(
                Finding(.wavSilent, file: file.name, "the file holds silence and nothing else"))
        }
        let deviation = verdict.peak * firmware.fullScaleDeviation / 32768
        if found.isEmpty, deviation > FileChecks.widestDeviation {
            let percent = verdict.peak * 100 / 32768
            found.append(
                Finding(
                    .wavOverdeviates, file: file.name,
                    "the peaks of \(percent) % deviate by \(deviation) Hz; receivers are made for "
                        + "\(FileChecks.widestDeviation) Hz"))
        }
        return found
    }

    private func pictureFindings(_ name: String, _ size: JPEGSize?) -> [Finding] {
        guard let size else {
            return [Finding(.pictureSize, file: name, "the file is no JPEG picture: it is skipped")]
        }
        if size.width == 320, size.height == 240 { return [] }
        return [
            Finding(
                .pictureSize, file: name,
                "the picture is \(size.width)x\(size.height), not 320x240: it is skipped")
        ]
    }

    private var sequenceFindings: [Finding] {
        let names = files.map(\.name) + refused
        var found = firmware.filesBehindGap(names).filter { !refused.contains($0) }.map { name in
            Finding(
                .audioGap, file: name,
                "'\(name)' is never sent: a file before it in the sequence is missing")
        }
        let present = Set(names)
        if firmware.audio.order == .everyOne {
            let missing = firmware.audio.names.filter { !present.contains($0) }
            if !missing.isEmpty, missing.count < firmware.audio.names.count {
                found.append(
                    Finding(
                        .audioGap, file: missing[0],
                        "\(missing.joined(separator: ", ")) would be the factory audio"))
            }
        }
        let playsAudio =
            firmware.audio.order != .none && effective.values["VOICE_ENABLE"]?.isOn != false
            && effective.values["AUDIO_MODE"] != .text(Array("RTTTL".utf8))
        if playsAudio, !names.contains(where: firmware.plays) {
            let instead = firmware.modeSwitches.isEmpty ? "factory audio" : "built-in tune"
            found.append(
                Finding(
                    .audioMissing, file: firmware.audio.names[0],
                    "there is no audio file: the fox would play its \(instead)"))
        }
        if effective.values["SSTV_ENABLE"]?.isOn == true, !present.contains("sstv.jpg") {
            let others = ["VOICE_ENABLE", "MORSE_MESSAGE_ENABLE", "APRS_ENABLE"]
            let alone = others.allSatisfy { effective.values[$0]?.isOn != true }
            found.append(
                Finding(
                    .pictureMissing, as: alone ? .error : .warning, file: "sstv.jpg",
                    "there is no sstv.jpg: no picture would be sent"
                        + (alone ? ", and nothing else either" : "")))
        }
        return found
    }
}
