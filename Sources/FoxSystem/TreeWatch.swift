// Being told when files change in a folder that may come and go, and in the folders in it.
internal import Dispatch
internal import Glibc
internal import Synchronization

// While the folder is missing, the nearest folder above it that exists is watched for the next name
// on the way. Whatever happens to a folder, and after an overflow, all of it is looked up again: a
// watch belongs to an inode, and only a fresh look says which one has the name now.

/// Watches a folder and, where wanted, each folder in it; nothing polls.
package final class TreeWatch: Sendable {
    /// What has happened to the files that matter.
    package struct Change: Equatable, Sendable {
        /// What it happened to, as paths; the watched folder itself where everything may be new.
        package let touched: Set<String>
        /// Files that were written to and that no writer has closed yet, as paths.
        package let open: Set<String>
    }

    /// What to look at.
    package struct Scope: Sendable {
        /// Whether the files are those of the folders in it, and not its own.
        package var isInFolders: Bool
        /// What counts.
        package var kinds: FolderEvents.Kind
        /// Whether a file's name counts.
        package var counts: @Sendable (String) -> Bool

        /// Describes what to look at.
        package init(
            isInFolders: Bool, kinds: FolderEvents.Kind,
            counts: @escaping @Sendable (String) -> Bool
        ) {
            self.isInFolders = isInFolders
            self.kinds = kinds
            self.counts = counts
        }
    }

    private struct State {
        /// The folder's own watch.
        var root: Int32?
        /// The watch on the nearest folder above, and the name on the way that is missing there.
        var above: (watch: Int32, missing: String)?
        /// The watched folders in it, by watch.
        var folders: [Int32: String] = [:]
        var open: Set<String> = []
    }

    private let path: String
    private let scope: Scope
    private let events: FolderEvents
    private let state = Mutex(State())
    private let source: Mutex<ReadSource?> = Mutex(nil)

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - path: The folder, absolute; it need not exist.
    ///   - scope: What to look at.
    ///   - onChange: Called on a queue of its own, once for all events that came together.
    /// - Throws: `Errno`. C: `inotify_init1`
    package init(
        _ path: String, _ scope: Scope, onChange: @escaping @Sendable (Change) -> Void
    ) throws(Errno) {
        self.path = path
        self.scope = scope
        events = try FolderEvents()
        state.withLock { look(&$0) }
        let made = ReadSource(
            descriptor: events.descriptor, queue: DispatchQueue(label: "fox-sync.tree"),
            onReadable: { [weak self] in
                if let change = self?.take() { onChange(change) }
            }, onCancel: { [events] in withExtendedLifetime(events) {} })
        source.withLock { $0 = made }
    }

    deinit { stop() }

    /// Stops watching.
    package func stop() { source.withLock { $0?.cancel() } }

    /// Takes the waiting events; nil when none of them matters.
    private func take() -> Change? {
        let all = events.drain()
        return state.withLock { state in
            var touched: Set<String> = []
            var isStale = false
            for event in all { note(event, &state, &touched, &isStale) }
            if isStale { look(&state) }
            return touched.isEmpty ? nil : Change(touched: touched, open: state.open)
        }
    }

    private func note(
        _ event: FolderEvents.Event, _ state: inout State, _ touched: inout Set<String>,
        _ isStale: inout Bool
    ) {
        func everything() {
            touched.insert(path)
            isStale = true
        }
        if event.kind.contains(.overflow) {
            state.open = []
            everything()
        } else if let above = state.above, event.watch == above.watch {
            if event.name == above.missing || event.name.isEmpty { everything() }
        } else if event.watch == state.root {
            if event.name.isEmpty {
                everything()
            } else if !scope.isInFolders {
                file(event, in: path, &state, &touched)
            } else if event.kind.contains(.isFolder) {
                touched.insert(path + "/" + event.name)
                isStale = true
            }
        } else if let folder = state.folders[event.watch], !event.name.isEmpty {
            file(event, in: folder, &state, &touched)
        }
    }

    private func file(
        _ event: FolderEvents.Event, in folder: String, _ state: inout State,
        _ touched: inout Set<String>
    ) {
        guard scope.counts(event.name) else { return }
        let path = folder + "/" + event.name
        if event.kind.contains(.modified) {
            state.open.insert(path)
        } else if event.kind.isDisjoint(with: .created) {
            // Closed, gone, or another file under this name.
            state.open.remove(path)
        }
        if !event.kind.isDisjoint(with: scope.kinds) { touched.insert(path) }
    }

    /// Looks up what there is, watches it, and drops what is watched in vain.
    private func look(_ state: inout State) {
        var old = Set(state.folders.keys)
        if let root = state.root { old.insert(root) }
        if let above = state.above { old.insert(above.watch) }
        state.folders = [:]
        state.root = nil
        state.above = nil
        let itself: FolderEvents.Kind = [.folderDeleted, .folderMoved]
        let names: FolderEvents.Kind = [.created, .deleted, .movedIn, .movedOut]
        // The folder may come between one look and the next: then it is looked for once more.
        for attempt in 1...8 {
            let wanted = scope.isInFolders ? names : scope.kinds
            if let root = try? events.watch(path, for: wanted.union(itself)) {
                state.root = root
                break
            }
            guard let (watch, missing) = watchAbove(names.union(itself)) else { break }
            // What stays is no folder, or one that may not be read: a change of its name counts.
            if attempt == 8 || (try? Folder.status(missing)) == nil {
                state.above = (watch, missing.lastComponent)
                break
            }
            events.unwatch(watch)
        }
        if state.root != nil, scope.isInFolders {
            for name in (try? Folder.names(in: path)) ?? [] {
                let folder = path + "/" + name
                guard (try? Folder.status(folder))?.kind == .directory,
                    let watch = try? events.watch(folder, for: scope.kinds.union(.modified))
                else { continue }
                state.folders[watch] = folder
            }
        }
        var now = Set(state.folders.keys)
        if let root = state.root { now.insert(root) }
        if let above = state.above { now.insert(above.watch) }
        for watch in old.subtracting(now) { events.unwatch(watch) }
        let folders = Set(state.folders.values).union([path])
        state.open = state.open.filter { folders.contains($0.deletingLastComponent) }
    }

    /// Watches the nearest folder that exists, and says which path on the way is missing.
    private func watchAbove(_ kinds: FolderEvents.Kind) -> (Int32, String)? {
        var missing = path
        while missing != "/" && missing != "." {
            let folder = missing.deletingLastComponent
            if let watch = try? events.watch(folder, for: kinds) { return (watch, missing) }
            missing = folder
        }
        return nil
    }
}
