// The steps of a change as lines of its plan.

extension DraftJournal.Step {
    /// The step as one line of fields that hold no blanks.
    var line: String {
        let fields: [String] =
            switch self {
            case .keep(let draft, let version): ["keep", draft, version]
            case .fill(let draft): ["fill", draft]
            case .take(let draft, let file): ["take", draft, file]
            case .options(let draft, let options?):
                ["options", draft, options.offAir ? "off-air" : "on-air"]
                    + (options.firmware.map { [$0] } ?? [])
            case .options(let draft, nil): ["forget", draft]
            case .unassign(let draft): ["unassign", draft]
            case .assign(let draft, let device, let byHand):
                ["assign", draft, device, byHand ? "by-hand" : "by-push"]
            case .give(let draft, let device): ["give", draft, device]
            case .restore(let device, let assignment?):
                ["restore", device, assignment.byHand ? "by-hand" : "by-push", assignment.draft]
            case .restore(let device, nil): ["restore", device]
            case .claim(let draft, let file): ["claim", draft, file]
            case .drop(let draft): ["drop", draft]
            case .rename(let draft, let other): ["rename", draft, other]
            case .saw(let draft, let file, let digest):
                ["saw", draft, file] + (digest.map { [$0.hex] } ?? [])
            }
        return fields.map(Escaped.text).joined(separator: " ")
    }

    /// Reads what `line` wrote; nil for a line that is none.
    init?(line: String) {
        let fields = line.split(separator: " ").map { Escaped.read(String($0)) }
        switch (fields.first, fields.count) {
        case ("keep", 3): self = .keep(draft: fields[1], version: fields[2])
        case ("fill", 2): self = .fill(draft: fields[1])
        case ("take", 3): self = .take(draft: fields[1], file: fields[2])
        case ("options", 3...):
            self = .options(
                draft: fields[1],
                DraftOptions(
                    firmware: fields.count > 3 ? fields[3] : nil, offAir: fields[2] == "off-air"))
        case ("forget", 2): self = .options(draft: fields[1], nil)
        case ("unassign", 2): self = .unassign(draft: fields[1])
        case ("assign", 4):
            self = .assign(draft: fields[1], device: fields[2], byHand: fields[3] == "by-hand")
        case ("give", 3): self = .give(draft: fields[1], device: fields[2])
        case ("restore", 2): self = .restore(device: fields[1], nil)
        case ("restore", 4):
            self = .restore(
                device: fields[1], Assignment(draft: fields[3], byHand: fields[2] == "by-hand"))
        case ("claim", 3): self = .claim(draft: fields[1], file: fields[2])
        case ("drop", 2): self = .drop(draft: fields[1])
        case ("rename", 3): self = .rename(draft: fields[1], to: fields[2])
        case ("saw", 3...):
            self = .saw(
                draft: fields[1], file: fields[2],
                fields.count > 3 ? Digest(hex: fields[3]) : nil)
        default: return nil
        }
    }
}

extension StateStore {
    /// Carries out what a change of drafts has to do with the database, all or nothing.
    func carryOut(_ steps: [DraftJournal.Step]) throws(StateError) {
        try database.transaction { () throws(StateError) in
            for step in steps {
                switch step {
                case .options(let draft, let options?): try set(options, of: draft)
                case .options(let draft, nil):
                    try database.run("DELETE FROM drafts WHERE name = ?", [.text(draft)])
                case .unassign(let draft):
                    try database.run("DELETE FROM assignments WHERE draft = ?", [.text(draft)])
                case .assign(let draft, let device, let byHand):
                    try database.run(
                        "INSERT OR IGNORE INTO assignments (device, draft, by_hand, at)"
                            + " VALUES (?, ?, ?, ?)",
                        [
                            .text(device), .text(draft), .integer(byHand ? 1 : 0),
                            .integer(Timestamp.now.milliseconds),
                        ])
                case .give(let draft, let device):
                    // A fox that was never seen: the time is that of no sighting.
                    try database.run(
                        "INSERT OR IGNORE INTO devices (id, first_seen, last_seen)"
                            + " VALUES (?, 0, 0)", [.text(device)])
                    try assign(draft, to: device, byHand: true)
                case .restore(let device, let assignment):
                    try assign(
                        assignment?.draft, to: device, byHand: assignment?.byHand ?? true)
                case .claim(let draft, let file):
                    try database.run(
                        "UPDATE base_files SET from_draft = 1 WHERE name = ? AND device IN"
                            + " (SELECT device FROM bases WHERE draft = ?)",
                        [.text(file), .text(draft)])
                case .rename(let draft, let other):
                    // Done twice, the second finds nothing.
                    try database.run(
                        "UPDATE OR REPLACE drafts SET name = ? WHERE name = ?",
                        [.text(other), .text(draft)])
                    for table in ["assignments", "bases"] {
                        try database.run(
                            "UPDATE \(table) SET draft = ? WHERE draft = ?",
                            [.text(other), .text(draft)])
                    }
                case .keep, .fill, .take, .drop, .saw: break
                }
            }
        }
    }
}
