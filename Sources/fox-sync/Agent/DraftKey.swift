// What a fox would get now: when this is another than at its last run, there is something to do.
internal import FoxSystem
internal import SyncEngine

/// The draft that is meant for one fox, as it is now.
///
/// By content: a draft that is saved without a change calls for nothing.
struct DraftKey: Equatable, Sendable {
    /// How the draft comes to the fox.
    enum Claim: Equatable, Sendable {
        /// It is the only one that no fox has.
        case free
        /// A push gave it to the fox.
        case pushed
        /// A person did.
        case byHand
    }

    /// What can be said of the draft.
    enum State: Equatable, Sendable {
        /// Everything in it, by its mark.
        case frozen(Digest)
        /// Somebody is writing to it.
        case busy
        /// It, or the state, cannot be read.
        case unreadable(String)
    }

    /// Its name; nil when none is meant for the fox.
    let draft: String?
    /// How it comes to the fox; nil when none does.
    let claim: Claim?
    /// What can be said of it; nil when there is none.
    private(set) var state: State?

    /// Works out what a fox would get.
    ///
    /// - Parameters:
    ///   - device: The fox.
    ///   - context: Where drafts and state are.
    init(of device: DeviceIdentity, _ context: Context) {
        do throws(CLIError) {
            let names = try context.engine { () throws(SyncError) in try context.drafts.names() }
            let devices = try context.state { (store) throws(StateError) in try store.devices() }
            let choice = DraftChooser.choose(
                wanted: nil, device: device.id, devices: devices, drafts: names)
            guard case .draft(let name, let byHand, let isAssigned) = choice else {
                self.init(nil, nil, nil)
                return
            }
            self.init(
                name, byHand ? .byHand : isAssigned ? .pushed : .free,
                try Self.state(of: name, context))
        } catch { self.init(nil, nil, .unreadable(error.message)) }
    }

    /// - Parameters:
    ///   - draft: The draft's name; nil for none.
    ///   - claim: How it comes to the fox.
    ///   - state: What can be said of it.
    init(_ draft: String?, _ claim: Claim?, _ state: State?) {
        self.draft = draft
        self.claim = claim
        self.state = state
    }

    private static func state(of name: String, _ context: Context) throws(CLIError) -> State {
        let options = try context.state { (store) throws(StateError) in
            try store.options(of: name)
        }
        do throws(SyncError) {
            return .frozen(try context.drafts.freeze(name, options: options).mark)
        } catch  where error.errno == .wouldBlock {
            return .busy
        } catch { return .unreadable(error.description) }
    }

    /// Whether the fox would get it as any new fox would.
    var isFree: Bool { claim == .free }

    /// Whether a fox that is plugged in has something new to get.
    ///
    /// A free draft goes to a fox that comes. One that is there gets nothing unasked because another
    /// fox was given its draft: only the free draft that it met when it came goes on being meant for it.
    ///
    /// - Parameter old: What it was to get at its last run; nil before the first.
    /// - Returns: Whether a run is due.
    func isNews(after old: DraftKey?) -> Bool {
        guard let old else { return true }
        if isFree { return old.isFree && old.draft == draft && old.state != state }
        // Of a fox without a draft, nothing that cannot be read matters.
        if draft == nil, old.draft == nil { return false }
        // The first push made a free draft the fox's own, and changed nothing else.
        let isSame = claim == old.claim || (claim == .pushed && old.isFree)
        return !(isSame && old.draft == draft && old.state == state)
    }

    /// Takes what a run has found: it may have come to another content than was there before it.
    ///
    /// - Parameter report: The run.
    mutating func take(_ report: RunReport) {
        if report.run.result == .noDraft {
            self = DraftKey(nil, nil, nil)
        } else if let mark = report.draftMark, report.run.draft == draft {
            state = .frozen(mark)
        }
    }

    /// The draft, where it can only be pushed half-done now.
    ///
    /// - Parameters:
    ///   - open: Files that were written to and not closed: all that can be known of a network's.
    ///   - drafts: Where the drafts are.
    /// - Returns: Its name, or nil when it can be pushed.
    func busyDraft(open: Set<String>, in drafts: DraftStore) -> String? {
        guard let draft, let state else { return nil }
        switch state {
        case .busy: return draft
        case .frozen:
            return open.contains { $0.deletingLastComponent == drafts.path(of: draft) }
                ? draft : nil
        case .unreadable: return nil
        }
    }
}
