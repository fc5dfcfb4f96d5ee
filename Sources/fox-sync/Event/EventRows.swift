// All drafts as the rows that `event import` reads.
internal import PicoFox
internal import SyncEngine

/// The rows of an event's table.
struct EventRows {
    /// The rows, the names of the columns first.
    let rows: [[String]]

    /// Describes drafts.
    ///
    /// - Parameters:
    ///   - drafts: The drafts.
    ///   - devices: The known devices with their assignments.
    ///   - store: Where the drafts are.
    init(_ drafts: [FrozenDraft], _ devices: [DeviceRecord], _ store: DraftStore) {
        let documents = drafts.map { SettingsDocument($0.settings ?? []) }
        // Only what a file says itself, in the order of the firmwares; the firmware's own stays its
        // own.
        let keys = Firmware.all.flatMap { $0.keys.map(\.name) }
            .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .filter { key in
                !["CALLSIGN", "FREQ_MHZ"].contains(key)
                    && documents.contains { $0.value(of: key) != nil }
            }
        let audio = drafts.flatMap { $0.files.keys }.filter { $0.hasSuffix(".wav") }
        let names = Set(audio).sorted {
            ($0.utf8.count, $0) < ($1.utf8.count, $1)
        }
        var rows = [["name", "callsign", "frequency", "device", "firmware"] + keys + names]
        for (draft, document) in zip(drafts, documents) {
            let device = devices.first { $0.assignment?.draft == draft.name }
            // An empty cell of an import changes nothing: what the file says wins over defaults.
            var row = [
                draft.name, document.value(of: "CALLSIGN") ?? "",
                document.value(of: "FREQ_MHZ") ?? "", device?.id ?? "", draft.firmware.id,
            ]
            row += keys.map { document.value(of: $0) ?? "" }
            row += names.map {
                draft.files[$0] == nil ? "" : store.path(of: draft.name) + "/" + $0
            }
            rows.append(row)
        }
        self.rows = rows
    }

    /// What of a draft an import would not take, or only otherwise: the draft, the key and why.
    static func warnings(_ draft: FrozenDraft) -> [String] {
        if let finding = draft.missing() { return ["\(draft.name): \(finding.message)"] }
        let document = SettingsDocument(draft.settings ?? [])
        var found: [String: String] = [:]
        for finding in draft.findings()
        where finding.severity == .error && finding.file == "settings.txt" {
            guard let line = finding.line, document.lines.indices.contains(line - 1),
                let key = document.lines[line - 1].key
            else { continue }
            found[key] = finding.message
        }
        for key in Firmware.everyKey {
            guard let value = document.value(of: key), !value.isEmpty else { continue }
            if Array(value.utf8).printable != value {
                found[key] = "there are control characters in it"
            } else if let refusal = draft.firmware.refusal(toSet: key, to: value) {
                found[key] = refusal
            }
        }
        return found.sorted { $0.key < $1.key }.map {
            "\(draft.name): \($0.key): \(Array($0.value.utf8).printable)"
        }
    }
}
