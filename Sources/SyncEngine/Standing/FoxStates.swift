// Reads what is known of foxes, and says what is to do about each.
internal import FoxSystem

/// The states of foxes, as the state on this computer and the drafts are now.
///
/// Each draft is read once, however many foxes have it.
package struct FoxStates {
    /// A fox with what is known of it.
    package struct Fox: Equatable, Sendable {
        /// What is to do.
        package let state: FoxState
        /// The newest run on this computer that tells something of it.
        package let last: RunRecord?
        /// The newest of them that proved what is on it.
        package let proven: RunRecord?
        /// The run that last read, or wrote, what it sends; nil when nobody knows what it sends now.
        package let heard: RunRecord?
    }

    private let store: StateStore
    private let drafts: DraftStore
    /// All foxes, those with names first, by name.
    package let devices: [DeviceRecord]
    /// The names of all drafts.
    package let names: [String]
    private var read: [String: FoxState.Target] = [:]

    /// Prepares to ask.
    ///
    /// - Parameters:
    ///   - store: The state.
    ///   - drafts: The drafts.
    ///   - names: The names of all drafts.
    /// - Throws: `StateError`.
    package init(
        _ store: StateStore, _ drafts: DraftStore, names: [String]
    ) throws(StateError) {
        self.store = store
        self.drafts = drafts
        self.names = names
        devices = try store.devices()
    }

    /// Says what is to do about a fox.
    ///
    /// - Parameters:
    ///   - device: The fox.
    ///   - availability: Whether it can be synced now, where somebody has looked.
    /// - Returns: The state with the runs that it stands on.
    /// - Throws: `StateError`.
    package mutating func fox(
        _ device: DeviceRecord, _ availability: Availability? = nil
    ) throws(StateError) -> Fox {
        var query = RunQuery(limit: 1, device: device.id)
        query.onlyOwn = true
        query.results = RunResult.ofTheFox
        var known = FoxState.Known(device: device, target: try target(of: device))
        known.availability = availability
        known.base = try store.base(of: device.id)
        known.last = try store.runs(query).first
        query.results = RunResult.proven
        let proven = try store.runs(query).first
        if known.last?.id != proven?.id || proven?.result == .pulled {
            known.unfinished = try store.unfinishedRuns(of: device.id).last?.run
        }
        let state = FoxState.of(known)
        query.results = nil
        query.withAir = true
        let isHeard = known.unfinished == nil && state.kind != .damaged
        return Fox(
            state: state, last: known.last, proven: proven,
            heard: isHeard ? try store.runs(query).first : nil)
    }

    /// Says what is to do about a fox that a run has just met.
    ///
    /// - Parameter id: The fox's identity.
    /// - Returns: The state, or nil for one that is not known.
    /// - Throws: `StateError`.
    package mutating func state(of id: String) throws(StateError) -> FoxState? {
        guard let device = devices.first(where: { $0.id == id }) else { return nil }
        return try fox(device).state
    }

    /// The drafts that are on no fox as they are now.
    ///
    /// - Returns: Their names.
    /// - Throws: `StateError`.
    package mutating func unsynced() throws(StateError) -> [String] {
        var found: [String] = []
        for name in names {
            let bases = try store.bases(ofDraft: name)
            var isOnFox = false
            if !bases.isEmpty, case .draft(let draft, _) = try target(named: name) {
                isOnFox = bases.contains { draft.changes(since: $0).isEmpty }
            }
            if !isOnFox { found.append(name) }
        }
        return found
    }

    private mutating func target(of device: DeviceRecord) throws(StateError) -> FoxState.Target {
        guard let draft = device.assignment?.draft else {
            switch DraftChooser.choose(
                wanted: nil, device: device.id, devices: devices, drafts: names)
            {
            case .draft(let free, _, _):
                return .none(
                    "no draft is assigned to it; '\(Array(free.utf8).printable)' is free",
                    isAny: true)
            case .none(let reason): return .none(reason, isAny: !names.isEmpty)
            }
        }
        guard names.contains(draft) else {
            return .none(
                "its draft '\(Array(draft.utf8).printable)' does not exist",
                isAny: !names.isEmpty)
        }
        return try target(named: draft)
    }

    private mutating func target(named name: String) throws(StateError) -> FoxState.Target {
        if let known = read[name] { return known }
        let options = try store.options(of: name)
        let target: FoxState.Target
        do throws(SyncError) {
            let draft = try drafts.freeze(name, options: options)
            target = .draft(draft, findings: draft.findings())
        } catch { target = .unreadable(name, reason: error.description) }
        read[name] = target
        return target
    }
}
