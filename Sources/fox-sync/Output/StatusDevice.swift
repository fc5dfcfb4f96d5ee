// One fox in the answer to `status`.
internal import FoxSystem
internal import SyncEngine

/// A fox: what is to do about it, whether it can be synced now, and what was last done with it.
struct StatusDevice: Encodable, Sendable {
    /// Whether it can be synced now.
    struct Presence: Encodable, Sendable {
        let state: Availability.State
        let reason: String
        let since: String?
    }

    let device: String
    let name: String?
    let draft: String?
    let volume: String?
    let state: FoxState.Kind
    let reason: String
    let next: [String]
    let availability: Presence
    let result: RunResult?
    let at: String?
    let verified: String?
    let method: ReadMethod?
    let message: String?
    /// What is to do.
    let todo: FoxState
    private let sinceLocal: String?
    private let atLocal: String?
    private let verifiedLocal: String?
    private let lastIsProven: Bool

    private enum CodingKeys: CodingKey {
        case device, name, draft, volume, state, reason, next, availability, result, at, verified
        case method, message
    }

    /// Puts together what is known of a fox.
    init(_ fox: FoxBoard.Fox) {
        let (last, proven) = (fox.standing.last, fox.standing.proven)
        device = fox.record.id
        name = fox.record.name
        draft = fox.record.assignment?.draft
        volume = fox.volume
        todo = fox.state
        state = fox.state.kind
        reason = fox.state.reason
        next = fox.state.next
        // The agent notes the result of a run as the reason: the result is told anyway.
        let words = (fox.noted ?? fox.availability).reason
        availability = Presence(
            state: fox.availability.state, reason: RunResult(rawValue: words) == nil ? words : "",
            since: fox.noted?.since.iso)
        sinceLocal = fox.noted?.since.localMinute
        result = last?.result
        at = last?.started.iso
        atLocal = last?.started.localMinute
        verified = proven?.started.iso
        verifiedLocal = proven?.started.localMinute
        method = proven?.method
        lastIsProven = last != nil && last?.id == proven?.id
        message = last?.message
    }

    /// Its name, or its identity, safe to print.
    var title: String { Array((name ?? device).utf8).printable }

    /// The row of a table.
    var cells: [String] {
        let outcome: String =
            switch (result, verifiedLocal) {
            case (nil, _): "never synced"
            case (let result?, let time?) where lastIsProven:
                "\(result.rawValue) \(time)" + (method.map { ", \($0.words)" } ?? "")
            case (let result?, let time):
                "\(result.rawValue) \(atLocal ?? ""), last verified \(time ?? "never")"
            }
        let presence = [
            sinceLocal.map { "since \($0)" } ?? "", Array(availability.reason.utf8).printable,
        ].filter { !$0.isEmpty }
        return [
            title, draft.map { Array($0.utf8).printable } ?? "no draft", state.words,
            availability.state.rawValue, outcome, presence.joined(separator: ", "),
        ]
    }

    /// The colours of the row.
    var tints: [Style.Tint?] {
        let tint: Style.Tint =
            switch availability.state {
            case .available: .good
            case .gone, .notMounted: .dim
            case .noSettings, .readOnly, .ioError: .bad
            }
        return [.bold, nil, state.tint, tint, result?.tint, .dim]
    }
}
