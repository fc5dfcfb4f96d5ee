// A run as a row of the table `runs`, and back.

extension RunRecord {
    /// The columns, in the order of `init(_:)` and `values`.
    static let columns = """
        id, kind, device, draft, volume, started, finished, result, message, next_command, method,
        files, bytes, firmware, backup, warnings, origin, device_name, vendor, model, revision,
        guess, guess_reasons, made_by, callsign, hertz, identifier, cycle, hold, fox_callsign,
        fox_hertz, fox_identifier, fox_cycle, fox_on_air
        """

    /// The start of a statement whose rows `init(_:)` reads.
    static let select = "SELECT \(columns), sequence FROM runs"

    /// What an update of a run that is known already changes.
    static let updates = [
        "device", "draft", "finished", "result", "message", "next_command", "method", "files",
        "bytes", "firmware", "backup", "warnings", "device_name", "vendor", "model", "revision",
        "guess", "guess_reasons", "made_by", "callsign", "hertz", "identifier", "cycle", "hold",
        "fox_callsign", "fox_hertz", "fox_identifier", "fox_cycle", "fox_on_air",
    ].map { "\($0) = excluded.\($0)" }.joined(separator: ", ")

    /// Reads a row of `select`.
    init(_ row: borrowing SQLiteRow) {
        self.init(
            id: row.text(0) ?? "", kind: row.text(1).flatMap(Kind.init) ?? .sync,
            volume: row.text(4) ?? "", started: Timestamp(milliseconds: row.integer(5) ?? 0))
        device = row.text(2)
        draft = row.text(3)
        finished = row.integer(6).map(Timestamp.init(milliseconds:))
        result = row.text(7).flatMap(RunResult.init) ?? .failed
        message = row.text(8) ?? ""
        next = Self.lines(row.text(9))
        method = row.text(10).flatMap(ReadMethod.init)
        files = row.integer(11) ?? 0
        bytes = row.integer(12) ?? 0
        firmware = row.text(13)
        backup = row.text(14)
        warnings = Self.lines(row.text(15))
        origin = row.text(16)
        facts.deviceName = row.text(17)
        facts.vendor = row.text(18)
        facts.model = row.text(19)
        facts.revision = row.text(20)
        facts.guess = row.text(21)
        facts.guessReasons = Self.lines(row.text(22))
        facts.madeBy = row.text(23)
        if let callsign = row.text(24), let hertz = row.integer(25) {
            facts.inDraft = AirFacts(
                callsign: callsign, hertz: hertz, identifier: row.text(26), cycle: row.integer(27),
                isOnAir: row.integer(27) != nil)
        }
        hold = row.text(28).flatMap(Hold.Reason.init)
        if let callsign = row.text(29), let hertz = row.integer(30) {
            facts.onFox = AirFacts(
                callsign: callsign, hertz: hertz, identifier: row.text(31), cycle: row.integer(32),
                isOnAir: row.integer(33) == 1)
        }
        sequence = row.integer(34) ?? 0
    }

    /// The values of `columns`.
    var values: [SQLiteValue] {
        [
            .text(id), .text(kind.rawValue), .optional(device), .optional(draft), .text(volume),
            .integer(started.milliseconds), .optional(finished?.milliseconds),
            .text(result.rawValue), .text(message), .text(next.joined(separator: "\n")),
            .optional(method?.rawValue), .integer(files), .integer(bytes), .optional(firmware),
            .optional(backup), .text(warnings.joined(separator: "\n")), .optional(origin),
            .optional(facts.deviceName), .optional(facts.vendor), .optional(facts.model),
            .optional(facts.revision), .optional(facts.guess),
            .text(facts.guessReasons.joined(separator: "\n")), .optional(facts.madeBy),
            .optional(facts.inDraft?.callsign), .optional(facts.inDraft?.hertz),
            .optional(facts.inDraft?.identifier), .optional(facts.inDraft?.cycle),
            .optional(hold?.rawValue), .optional(facts.onFox?.callsign),
            .optional(facts.onFox?.hertz), .optional(facts.onFox?.identifier),
            .optional(facts.onFox?.cycle), .optional(facts.onFox.map { $0.isOnAir ? 1 : 0 }),
        ]
    }

    private static func lines(_ text: String?) -> [String] {
        // By bytes: most are empty, and finding characters is most of what reading a log costs.
        text?.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) } ?? []
    }
}
