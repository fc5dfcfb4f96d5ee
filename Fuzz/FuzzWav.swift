// libFuzzer target for WAV files: no bytes may crash the inspection, and its verdicts never claim
// more than is there. Built together with Sources/PicoFox; see Fuzz/run.

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWav(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let wav = WavInspection(bytes)
    precondition(
        wav.chunks.allSatisfy { $0.offset >= 0 && $0.body.upperBound <= bytes.count },
        "chunks lie within the file")
    let samples = WavFile.samplesSent(of: bytes)
    for firmware in Firmware.all {
        let verdict = wav.verdict(for: firmware)
        let sent = verdict.samplesSent ?? 0
        precondition(verdict.samplesSent == nil || sent == samples.count, "what is sent is counted")
        precondition(
            verdict.noise.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= sent },
            "noise is part of what is sent")
        precondition(verdict.playsAsMeant == verdict.problems.isEmpty, "problems decide")
        precondition(!verdict.playsAsMeant || verdict.noise.isEmpty, "noise is never meant")
        precondition(verdict.peak >= 0 && verdict.peak <= 32768, "a 16-bit peak")
        _ = verdict.problems.map(\.description)
        _ = firmware.check(
            settings: firmware.factorySettings,
            files: [StagedFile(name: "audio.wav", size: bytes.count, wav: wav)],
            offAirAllowed: true)
    }
    let again = WavFile.canonical(samples: samples, sampleRate: 5000)
    precondition(
        WavInspection(again).verdict(for: .stock).playsAsMeant == !samples.isEmpty,
        "what is written plays as meant")
    return 0
}
