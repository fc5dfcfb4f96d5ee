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
}
