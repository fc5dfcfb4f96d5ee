// libFuzzer target for settings.txt: no bytes may crash the reader, and what it promises holds for
// all of them. Built together with Sources/PicoFox; see Fuzz/run.

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSettings(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let document = SettingsDocument(bytes)
    precondition(document.bytes == bytes, "a document is the bytes that it was read from")
    _ = Recognition.judge(bytes)
    _ = FirmwareGuess(settings: bytes, names: [bytes])
    if let tune = RingTone(bytes) {
        let seconds = tune.notes.reduce(0) { $0 + $1.seconds }
        precondition(seconds == tune.seconds && seconds >= 0, "a tune is as long as its notes")
        precondition(tune.notes.allSatisfy { $0.hertz.map { $0 > 0 } ?? true }, "pitches are heard")
    }
    for firmware in Firmware.all {
        let effective = EffectiveSettings.read(bytes, as: firmware)
        let keys = Set(firmware.keys.filter(\.isEffective).map(\.name))
        precondition(Set(effective.values.keys) == keys, "every key has a value")
        let callsign = effective.values["CALLSIGN"]?.bytes ?? []
        precondition(ByteText.decode(ByteText.encode(callsign)) == callsign, "text is reversible")

        let canonical = document.canonical(for: firmware)
        precondition(canonical.canonical(for: firmware) == canonical, "once is enough")
        let findings = firmware.check(
            settings: canonical.bytes, files: [StagedFile](), offAirAllowed: true)
        precondition(findings.allSatisfy { !cured.contains($0.code) }, "draft fix cures for good")
        _ = firmware.check(settings: bytes, files: [StagedFile](), offAirAllowed: false)

        let rule = firmware.keys[count % firmware.keys.count]
        if rule.isEffective, !rule.name.hasPrefix("ATTENUATION_M") {
            var edited = document
            edited.set(rule.name, to: rule.factoryText, for: firmware)
            let read = EffectiveSettings.typed(edited.bytes, as: firmware).values[rule.name]
            precondition(read == rule.defaultValue, "what is set is read")
        }

        let timeline = AirTimeline(effective, firmware: firmware, audio: [])
        _ = CycleDrawing(width: 60, isPlain: true).lines(timeline)
        precondition(timeline.dutyReached >= 0 && timeline.dutyReached <= 1 + 1e-9, "a share")
        precondition(effective.onAir || timeline.cycles.isEmpty, "off is off")
    }
    return 0
}

private let cured: Set<String> = [
    "byte-order-mark", "hidden-line", "joined-lines", "spaces-around-equals", "unfinished-line",
    "nul-byte", "no-equals", "duplicate-key", "carriage-return", "decimal-comma",
    "too-many-decimals",
]
