// What a fox would get now: when this is another than at its last run, there is something to do.
internal import FoxSystem
internal import SyncEngine

/// The draft that is meant for one fox, as it is now.
///
/// By content: a draft that is saved without a change calls for nothing.
enum DraftKey: Equatable, Sendable {
    /// No draft is meant for it.
    case none
    /// Its draft, or the state, cannot be read.
    case unreadable(String)
    /// Somebody is writing to its draft.
    case busy(String)
    /// A draft, whether a person assigned it, and everything in it.
    case draft(String, byHand: Bool, options: DraftOptions, content: Digest)

    /// Works out what a fox would get.
    ///
    /// - Parameters:
    ///   - device: The fox.
    ///   - context: Where drafts and state are.
    init(of device: DeviceIdentity, _ context: Context) {
        do throws(CLIError) {
            self = try Self.now(of: device, context)
        } catch { self = .unreadable(error.message) }
    }

    private static func now(
        of device: DeviceIdentity, _ context: Context
    ) throws(CLIError) -> DraftKey {
        let names: [String]
        do { names = try context.drafts.names() } catch { throw CLIError(error) }
        let devices = try context.state { (store) throws(StateError) in try store.devices() }
        let choice = DraftChooser.choose(
            wanted: nil, device: device.id, devices: devices, drafts: names)
        guard case .draft(let name, let byHand, _) = choice else { return .none }
        let options = try context.state { (store) throws(StateError) in
            try store.options(of: name)
        }
        do throws(SyncError) {
            let draft = try context.drafts.freeze(name, options: options)
            let content = draft.files.sorted { $0.key < $1.key }
                .map { "\($0.key)\0\($0.value.content.digest)\n" }.joined()
            return .draft(
                name, byHand: byHand, options: options, content: Digest(of: Array(content.utf8)))
        } catch  where error.errno == .wouldBlock {
            return .busy(name)
        } catch { return .unreadable(error.description) }
    }

    /// The draft, where it can only be pushed half-done now.
    ///
    /// - Parameters:
    ///   - open: Files that were written to and not closed: all that can be known of a network's.
    ///   - drafts: Where the drafts are.
    /// - Returns: Its name, or nil when it can be pushed.
    func busyDraft(open: Set<String>, in drafts: DraftStore) -> String? {
        switch self {
        case .busy(let name): name
        case .draft(let name, _, _, _):
            open.contains { $0.deletingLastComponent == drafts.path(of: name) } ? name : nil
        case .none, .unreadable: nil
        }
    }
}
