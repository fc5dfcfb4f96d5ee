// What a page is made of, read from the log in one go.
internal import SyncEngine

/// One fox of the overview and of the event sheet.
struct ReportFox: Sendable {
    /// Its identity.
    let id: String
    /// The name that its owner gave it.
    let name: String?
    /// The draft assigned to it.
    let draft: String?
    /// The last run that proved what is on it, or nil.
    let verified: RunRecord?
    /// The run that last read, or wrote, what it sends; nil when nobody knows.
    let heard: RunRecord?
    /// The last run at all.
    let last: RunRecord?

    /// Its name, or its identity.
    var title: String { name ?? verified?.facts.deviceName ?? last?.facts.deviceName ?? id }
}

/// All of a page.
struct ReportData: Sendable {
    /// The foxes, by name.
    private(set) var foxes: [ReportFox] = []
    /// The runs with their stories, in the order of the log.
    private(set) var runs: [RunView] = []
    /// The waveforms of their sounds.
    private(set) var waves = WaveformDrawing()
    /// How many runs are in the log in all.
    let total: Int
    /// When it was read.
    let at: Timestamp

    /// Reads the log.
    ///
    /// - Parameters:
    ///   - store: The state.
    ///   - query: Which runs.
    /// - Throws: `StateError`.
    init(_ store: StateStore, _ query: RunQuery) throws(StateError) {
        at = .now
        total = try store.runCount()
        let devices = try store.devices()
        let names = devices.reduce(into: [String: String]()) { $0[$1.id] = $1.name }
        var seen = Set(devices.map(\.id))
        for device in devices {
            foxes.append(
                try Self.fox(device.id, device.name, device.assignment?.draft, store))
        }
        for run in try store.runs(query) {
            if let device = run.device, seen.insert(device).inserted {
                foxes.append(try Self.fox(device, nil, nil, store))
            }
            let planned = try store.plan(of: run.id)
            let steps = try store.steps(of: run.id)
            let sounds = planned.map { ($0.file, $0.to) } + steps.map { ($0.file, $0.to) }
            for (file, content) in sounds where file.lowercased().hasSuffix(".wav") {
                guard let digest = content?.digest, !waves.contains(digest) else { continue }
                if let form = try store.waveform(of: digest) { waves.add(form, of: digest) }
            }
            let name = run.device.flatMap { names[$0] } ?? run.facts.deviceName
            runs.append(RunView(run, deviceName: name, steps: steps, planned: planned))
        }
    }

    private static func fox(
        _ id: String, _ name: String?, _ draft: String?, _ store: StateStore
    ) throws(StateError) -> ReportFox {
        var query = RunQuery(limit: 1, device: id)
        let last = try store.runs(query).first
        query.results = RunResult.proven
        return ReportFox(
            id: id, name: name, draft: draft, verified: try store.runs(query).first,
            heard: try store.runs(query).first, last: last)
    }
}
