// What a page is made of, read from the log in one go.
internal import SyncEngine

/// One fox of the overview and of the event sheet.
struct ReportFox: Sendable {
    /// Its identity.
    let id: String
    /// The name that its owner gave it.
    var name: String?
    /// The draft assigned to it.
    var draft: String?
    /// What is to do about it.
    let state: FoxState
    /// The last run that proved what is on it, or nil.
    var verified: RunRecord?
    /// The run that last read, or wrote, what it sends; nil when nobody knows.
    var heard: RunRecord?
    /// The last run at all.
    var last: RunRecord?

    /// Its name, or its identity.
    var title: String { name ?? verified?.facts.deviceName ?? last?.facts.deviceName ?? id }

    /// What it sends, as was read last.
    var air: AirFacts? { heard?.facts.onFox }
}

/// All of a page.
struct ReportData: Sendable {
    /// The foxes: what waits for a person first, then by name.
    private(set) var foxes: [ReportFox] = []
    /// The same by name, for paper.
    private(set) var sheet: [ReportFox] = []
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
    ///   - board: The foxes, as they are now.
    /// - Throws: `StateError`.
    init(_ store: StateStore, _ query: RunQuery, _ board: FoxBoard) throws(StateError) {
        at = .now
        total = try store.runCount()
        foxes = board.foxes.map(ReportFox.init)
        sheet = board.foxes.sorted { $0.record < $1.record }.map(ReportFox.init)
        let names = foxes.reduce(into: [String: String]()) { $0[$1.id] = $1.name }
        var seen = Set(foxes.map(\.id))
        for run in try store.runs(query) {
            if let device = run.device, seen.insert(device).inserted {
                let fox = try ReportFox(stranger: device, store)
                foxes.append(fox)
                sheet.append(fox)
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
}

extension ReportFox {
    fileprivate init(_ fox: FoxBoard.Fox) {
        id = fox.record.id
        name = fox.record.name
        draft = fox.record.assignment?.draft
        state = fox.state
        verified = fox.standing.proven
        heard = fox.standing.heard
        last = fox.standing.last
    }

    /// A fox that was forgotten, or of which only another computer's log tells.
    fileprivate init(stranger id: String, _ store: StateStore) throws(StateError) {
        var query = RunQuery(limit: 1, device: id)
        let last = try store.runs(query).first
        query.results = RunResult.proven
        self.id = id
        state = FoxState(
            .unknown, last?.origin.map { "known from \($0) only" } ?? "it was forgotten")
        verified = try store.runs(query).first
        heard = last?.facts.onFox == nil ? nil : last
        self.last = last
    }
}
