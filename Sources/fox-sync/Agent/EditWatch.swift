// Edits of drafts, and what commands change in the state, while the agent runs.
internal import FoxSystem
internal import PicoFox
internal import SyncEngine
internal import Synchronization

/// Watches the drafts and the state database.
///
/// Files that editors and copying programs have for themselves count for nothing.
final class EditWatch: Sendable {
    /// What is told.
    enum Event: Equatable, Sendable {
        /// Somebody edits a draft.
        case editing
        /// Nothing was edited for a while; these files are still open to somebody who writes.
        case quiet(open: Set<String>)
        /// A command changed names, assignments or options.
        case state
    }

    /// How long after a change of the state, in milliseconds.
    static let stateQuiet = 200

    private let open = Mutex<Set<String>>([])
    private let watches: Mutex<[TreeWatch]> = Mutex([])
    private let edits: Mutex<Settling?> = Mutex(nil)

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - places: Where drafts and database are; neither needs to exist.
    ///   - quiet: How long no draft must have been edited, in milliseconds.
    ///   - onEvent: Told on queues of the watches' own.
    /// - Throws: `Errno`; then nothing is watched.
    init(
        _ places: Places, quiet: Int, onEvent: @escaping @Sendable (Event) -> Void
    ) throws(Errno) {
        let settling = Settling(
            milliseconds: quiet, onBegin: { onEvent(.editing) },
            onQuiet: { [weak self] in
                onEvent(.quiet(open: self?.open.withLock { $0 } ?? []))
            })
        edits.withLock { $0 = settling }
        let drafts = try TreeWatch(
            places.drafts,
            TreeWatch.Scope(
                isInFolders: true,
                kinds: [.modified, .written, .created, .deleted, .movedIn, .movedOut],
                counts: { !ScratchName.matches($0) })
        ) { [weak self] change in
            self?.open.withLock { $0 = change.open }
            settling.touch()
        }
        let database = places.database.lastComponent
        let stated = Settling(milliseconds: Self.stateQuiet) { onEvent(.state) }
        // A command that only reads makes files beside the database and removes them: those events
        // are not asked for, or one look would call for the next.
        let state = try TreeWatch(
            places.database.deletingLastComponent,
            TreeWatch.Scope(
                isInFolders: false, kinds: [.modified, .movedIn],
                counts: { $0 == database || $0 == database + "-wal" })
        ) { _ in stated.touch() }
        watches.withLock { $0 = [drafts, state] }
    }

    /// Takes another time of quiet, also for the edit that is under way.
    ///
    /// The watches stay: an edit that the kernel has told of and nobody has read yet is not lost, nor
    /// are the files that somebody has open.
    ///
    /// - Parameter quiet: How long no draft must have been edited, in milliseconds.
    func wait(quiet: Int) { edits.withLock { $0 }?.wait(milliseconds: quiet) }

    /// Stops watching.
    func stop() { watches.withLock { $0.forEach { $0.stop() } } }
}
