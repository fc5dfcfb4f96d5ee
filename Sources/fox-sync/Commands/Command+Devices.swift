// `devices`, `name`, `assign`, `unassign`, `forget`: what is known of each fox.
internal import SyncEngine

extension Command {
    static let devices = Command(
        "devices", "the foxes that were ever seen, with their names and drafts"
    ) { (context, _) throws(CLIError) in
        DevicesResult(
            devices: try FoxBoard(context).foxes.sorted { $0.record < $1.record }
                .map { DeviceView($0.record, $0.state) })
    }

    static let name = Command(
        "name", words: "DEVICE [NAME]", count: 1...2, "give a fox a name, or take it away",
        details: "DEVICE is a name, a serial number, or the beginning of one.", exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let device = try context.device(call.words[0])
        let name = call.words.count > 1 ? call.words[1] : nil
        if let name, name.isEmpty || Array(name.utf8).printable != name || name.hasPrefix("-") {
            throw .usage("'\(Array(name.utf8).printable)' cannot be a name", command: "name")
        }
        let others = try context.state { (store) throws(StateError) in
            try store.devices()
        }
        let taken = others.first {
            $0.id != device.id
                && ($0.name?.lowercased() == name?.lowercased() && name != nil
                    || $0.id.lowercased() == name?.lowercased())
        }
        if let taken, let name {
            throw .usage("\(taken.id) is called '\(name)' already", command: "name")
        }
        try context.state { (store) throws(StateError) in
            try store.name(device.id, name)
        }
        return Note(
            device: device.id,
            message: name.map { "\(device.id) is now called '\($0)'" }
                ?? "\(device.id) has no name any more")
    }

    static let assign = Command(
        "assign", words: "DEVICE DRAFT", count: 2...2, "say which draft a fox gets",
        details: """
            While the fox is plugged in, a running agent writes the draft within seconds, and else when
            it is plugged in next. Without an agent, 'fox-sync sync' does.
            """, exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let device = try context.device(call.words[0])
        let draft = call.words[1]
        guard context.drafts.contains(draft) else { throw noDraft(draft, context) }
        try context.tellingFreeDraft { () throws(CLIError) in
            try context.state { (store) throws(StateError) in
                try store.assign(draft, to: device.id, byHand: true)
            }
        }
        return Note(
            device: device.id,
            message: "\(device.title) gets the draft '\(draft)': while it is plugged in, a running"
                + " agent writes it within seconds, else when it is plugged in next; without an agent,"
                + " 'fox-sync sync' does")
    }

    static let unassign = Command(
        "unassign", words: "DEVICE", count: 1...1, "take a fox's draft away from it",
        exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let device = try context.device(call.words[0])
        try context.tellingFreeDraft { () throws(CLIError) in
            try context.state { (store) throws(StateError) in
                try store.assign(nil, to: device.id, byHand: true)
            }
        }
        return Note(device: device.id, message: "\(device.title) has no draft of its own any more")
    }

    static let forget = Command(
        "forget", words: "DEVICE", count: 1...1, "forget a fox: its name, its draft and its base",
        details: "The log and the backups stay. At the next contact it is met as a stranger.",
        options: [Option("dry-run", letter: "n", "say what would be forgotten, forget nothing")],
        exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let device = try context.device(call.words[0])
        if call.has("dry-run") {
            let base = try context.reading { (store) throws(StateError) in
                try store.base(of: device.id)
            }
            let draft = device.assignment.map { "the draft '\($0.draft)'" } ?? "no draft"
            let synced =
                base.map {
                    "the base of \($0.at.local) with \(Style.count($0.files.count, "file"))"
                }
                ?? "no base"
            return Note(
                device: device.id,
                message: "would forget \(device.title): \(draft) and \(synced); nothing was done")
        }
        try context.tellingFreeDraft { () throws(CLIError) in
            try context.state { (store) throws(StateError) in try store.forget(device.id) }
        }
        return Note(device: device.id, message: "\(device.title) is forgotten; its log stays")
    }

    /// The error for a draft that does not exist.
    static func noDraft(_ name: String, _ context: Context) -> CLIError {
        CLIError(
            .notFound, "not-found", context.drafts.notFound(name).reason,
            next: "fox-sync draft list")
    }
}

/// A sentence about what was done.
struct Note: CommandResult {
    var device: String?
    var draft: String?
    let message: String
    /// The command that goes on.
    var next: String?
    /// Left out of the JSON.
    var exitCode = ExitCode.done

    private enum CodingKeys: String, CodingKey { case device, draft, message, next }

    var exit: ExitCode { exitCode }

    func text(_ style: Style) -> String {
        message + (next.map { "\nnext: \(style.paint($0, .bold))" } ?? "")
    }
}

/// A device as people and scripts see it.
struct DeviceView: Encodable, Sendable {
    let device: String
    let name: String?
    let model: String?
    let draft: String?
    let assigned: String?
    let firstSeen: String?
    let lastSeen: String?
    let state: FoxState.Kind
    let reason: String
    let next: [String]

    init(_ record: DeviceRecord, _ fox: FoxState) {
        state = fox.kind
        reason = fox.reason
        next = fox.next
        device = record.id
        name = record.name
        let words = [record.vendor, record.model, record.revision].compactMap { $0 }
        model = words.isEmpty ? nil : words.joined(separator: " ")
        draft = record.assignment?.draft
        assigned = record.assignment.map { $0.byHand ? "by hand" : "at first push" }
        // A fox of an event may be known by its number only.
        let wasSeen = record.lastSeen.milliseconds > 0
        firstSeen = wasSeen ? record.firstSeen.iso : nil
        lastSeen = wasSeen ? record.lastSeen.iso : nil
        lastSeenLocal = wasSeen ? "last seen \(record.lastSeen.local)" : "never seen"
    }

    private let lastSeenLocal: String

    private enum CodingKeys: String, CodingKey {
        case device, name, model, draft, assigned, firstSeen, lastSeen, state, reason, next
    }

    /// The row of a table.
    var row: [String] {
        [
            name ?? "—", Array(device.utf8).printable, draft.map { "draft \($0)" } ?? "no draft",
            assigned ?? "", state.words, lastSeenLocal,
        ]
    }
}

private struct DevicesResult: CommandResult {
    let devices: [DeviceView]

    func text(_ style: Style) -> String {
        var table = Table()
        for device in devices {
            table.add(device.row, tints: [.bold, nil, nil, .dim, device.state.tint])
        }
        return table.isEmpty ? "no fox was ever seen" : table.text(style)
    }
}
