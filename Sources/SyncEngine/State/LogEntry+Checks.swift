// What an imported line may say: it comes from anywhere, and the log believes nothing.

extension LogEntry {
    /// The last moment that is taken: the end of the year 9999.
    private static let latest = 253_402_300_799_999
    private static let longest = 4096
    /// The largest number that is taken: sums and multiples of it are still numbers.
    private static let largest = 1 << 48
    private static let most = 2000

    /// What is wrong with the line, or nil.
    package var problem: String? {
        if log != Self.version {
            return "it has form \(log) and this fox-sync knows \(Self.version)"
        }
        switch (run, waveform) {
        case (let run?, nil): return Self.problem(run)
        case (nil, let wave?): return Self.problem(wave)
        default: return "it is neither a run nor a waveform"
        }
    }

    private static func problem(_ run: Run) -> String? {
        let letters = Set("0123456789abcdefghjkmnpqrstvwxyz")
        if run.id.count != 8 || !run.id.allSatisfy(letters.contains) {
            return "'\(Array(run.id.utf8.prefix(40)).printable)' is no name of a run"
        }
        if run.result == .running { return "run \(run.id) has not ended" }
        if run.origin.isEmpty { return "run \(run.id) comes from nowhere" }
        let lists =
            [run.warnings.count, run.guessReasons.count, run.steps.count, run.plan.count]
            + run.plan.map(\.changes.count)
        if lists.contains(where: { $0 > most }) { return "run \(run.id) has too many lines" }
        let numbers = [
            run.sequence, run.started, run.finished ?? 0, run.cycle ?? 0, run.onFox?.cycle ?? 0,
        ]
        if run.sequence < 1 || !numbers.allSatisfy((0...latest).contains) {
            return "run \(run.id) has a time that cannot be"
        }
        let counts =
            [run.files, run.bytes, run.hertz ?? 0, run.onFox?.hertz ?? 0]
            + run.steps.flatMap { [$0.milliseconds ?? 0, $0.attempts ?? 0] }
        if !counts.allSatisfy((0...largest).contains) {
            return "run \(run.id) has a number that cannot be"
        }
        if !texts(run).allSatisfy({ $0.utf8.count <= longest && !$0.utf8.contains(0) }) {
            return "run \(run.id) has a text that is too long"
        }
        let contents =
            run.steps.flatMap { [$0.from, $0.to] } + run.plan.flatMap { [$0.from, $0.to] }
        if !contents.compactMap({ $0 }).allSatisfy({
            isDigest($0.digest) && (0...largest).contains($0.size)
        }) {
            return "run \(run.id) has a digest or a size that cannot be"
        }
        return nil
    }

    private static func problem(_ wave: Wave) -> String? {
        isDigest(wave.digest) && (0...(1 << 40)).contains(wave.samples)
            && wave.peaks.count <= KeptWaveform.columns * 2
            ? nil : "it has a waveform that cannot be"
    }

    private static func texts(_ run: Run) -> [String] {
        let optional: [String?] = [
            run.device, run.draft, run.firmware, run.name, run.vendor, run.model, run.revision,
            run.guess, run.by, run.callsign, run.identifier, run.onFox?.callsign,
            run.onFox?.identifier,
        ]
        let steps = run.steps.flatMap { [$0.file, $0.action, $0.why] }
        let plan = run.plan.flatMap { [$0.file, $0.action, $0.why] }
        let changes = run.plan.flatMap(\.changes).flatMap { [$0.key, $0.from ?? "", $0.to ?? ""] }
        return [run.origin, run.volume, run.message] + run.warnings + run.guessReasons
            + optional.compactMap { $0 } + steps + plan + changes
    }

    private static func isDigest(_ digest: Digest) -> Bool {
        digest.hex.utf8.count == 64
            && digest.hex.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }
}

extension LogEntry.Run {
    /// The run as the log keeps it.
    var record: RunRecord {
        var record = RunRecord(
            id: id, kind: kind, volume: volume, started: Timestamp(milliseconds: started))
        record.sequence = sequence
        record.origin = origin
        record.device = device
        record.draft = draft
        record.finished = finished.map(Timestamp.init(milliseconds:))
        record.result = result
        record.message = message
        record.method = method
        record.files = files
        record.bytes = bytes
        record.firmware = firmware
        record.warnings = warnings
        record.facts.deviceName = name
        record.facts.vendor = vendor
        record.facts.model = model
        record.facts.revision = revision
        record.facts.guess = guess
        record.facts.guessReasons = guessReasons
        record.facts.madeBy = by
        record.hold = hold
        record.facts.onFox = onFox
        if let callsign, let hertz {
            record.facts.inDraft = AirFacts(
                callsign: callsign, hertz: hertz, identifier: identifier, cycle: cycle,
                isOnAir: cycle != nil)
        }
        return record
    }
}
