// What is to do about a fox, as people and scripts see it.
internal import FoxSystem
internal import SyncEngine

/// A fox's state as an object of its own.
struct FoxStateView: Encodable, Sendable {
    let state: FoxState.Kind
    let reason: String
    let next: [String]

    init(_ state: FoxState) {
        self.state = state.kind
        reason = state.reason
        next = state.next
    }
}

extension FoxState {
    /// Why, safe to print.
    var shownReason: String { Array(reason.utf8).printable }
}

extension FoxState.Kind {
    /// The colour of a state.
    var tint: Style.Tint {
        switch self {
        case .ready: .good
        case .behind, .offAir, .needsDecision: .warn
        case .damaged: .bad
        case .unknown: .dim
        }
    }
}

extension Context {
    /// How it is with foxes that runs have just met.
    ///
    /// - Parameter ids: Their identities.
    /// - Returns: The states; what cannot be read is left out, since the runs are told all the same.
    func states(of ids: [String]) -> [String: FoxState] {
        guard !ids.isEmpty, let names = try? drafts.names(),
            let store = try? StateStore(reading: places.database),
            var states = try? FoxStates(store, drafts, names: names)
        else { return [:] }
        return ids.reduce(into: [:]) { $0[$1] = (try? states.state(of: $1)) ?? nil }
    }
}
