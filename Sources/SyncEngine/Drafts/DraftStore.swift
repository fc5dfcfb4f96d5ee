// The drafts on the host: plain folders that people may fill with any program.
internal import FoxSystem
internal import Glibc
internal import PicoFox

/// The folder of all drafts; `DraftEdit` changes what is in it.
package struct DraftStore: Sendable {
    /// The folder that holds one folder a draft.
    package let folder: String
    /// The kept versions of the drafts.
    package let versions: DraftVersions
    /// The folder of the lock files.
    let locks: String
    /// The state database, which holds what was said of drafts beside their files.
    let database: String
    /// The most bytes of one file of a draft: more than any PicoFox holds.
    package static let byteLimit = 64 << 20

    /// Finds the drafts of a set-up; nothing of it need exist.
    package init(_ places: Places) {
        folder = places.drafts
        versions = DraftVersions(folder: places.versions)
        locks = places.locks
        database = places.database
    }

    /// The folder of one draft.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: Its path.
    package func path(of name: String) -> String { folder + "/" + name }

    /// The names of all drafts, sorted.
    ///
    /// - Returns: The names; empty when the folder does not exist.
    /// - Throws: `SyncError`.
    package func names() throws(SyncError) -> [String] {
        try reading { () throws(SyncError) in try namesNow() }
    }

    /// The links that stand where drafts are, and are none: fox-sync follows no link there.
    ///
    /// - Returns: What is to be said of each, by its name.
    package func links() -> [String: String] {
        let names = (try? Folder.names(in: folder)) ?? []
        return names.filter { DraftName.refusal($0) == nil }
            .reduce(into: [:]) { $0[$1] = link($1) }
    }

    /// Whether a draft of this name exists.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: True when its folder is there.
    package func contains(_ name: String) -> Bool {
        (try? reading { () throws(SyncError) in containsNow(name) }) ?? containsNow(name)
    }

    /// Reads a draft as it is now, whole: never half of a change that fox-sync makes.
    ///
    /// Nobody may be in the middle of changing it: when a file is open to somebody who writes, or
    /// another one than before at the end, it is not taken.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - options: What was said of it beside its files.
    /// - Returns: The frozen draft.
    /// - Throws: `SyncError`; `notFound` when there is no such draft.
    package func freeze(_ name: String, options: DraftOptions) throws(SyncError) -> FrozenDraft {
        try freeze(name) { () throws(SyncError) in options }
    }

    /// Reads a draft as it is now, with what was said of it beside its files.
    ///
    /// Both are of one change, also of one that had still to be carried out.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - options: Asked what was said of it, while nobody changes it.
    /// - Returns: The frozen draft.
    /// - Throws: `SyncError`; `notFound` when there is no such draft.
    package func freeze(
        _ name: String, options: () throws(SyncError) -> DraftOptions
    ) throws(SyncError) -> FrozenDraft {
        try reading { () throws(SyncError) in try freezeNow(name, options: try options()) }
    }

    /// Reads drafts while nobody changes any, after carrying out what a killed program began.
    private func reading<Result>(
        _ body: () throws(SyncError) -> Result
    ) throws(SyncError) -> Result {
        let journal = DraftJournal(store: self)
        while true {
            if journal.isPending {
                _ = try DraftEdit(self, reason: "recover")
                continue
            }
            let lock: DraftLock?
            do throws(Errno) {
                lock = try DraftLock(folder: locks, mode: .reading, what: "", onWait: { _ in })
            } catch {
                // Where no lock file can be made, nobody can change a draft either.
                guard [.readOnly, .accessDenied, .notPermitted, .noSpace].contains(error) else {
                    throw Self.failed(locks, error)
                }
                lock = nil
            }
            defer { withExtendedLifetime(lock) {} }
            if lock != nil, journal.isPending { continue }
            return try body()
        }
    }

    func namesNow() throws(SyncError) -> [String] {
        do throws(Errno) {
            return try Folder.names(in: folder).filter(containsNow)
        } catch Errno.notFound { return [] } catch { throw Self.failed(folder, error) }
    }

    func containsNow(_ name: String) -> Bool {
        DraftName.refusal(name) == nil
            && (try? Folder.status(path(of: name)))?.kind == .directory
    }

    static func failed(_ path: String, _ error: Errno) -> SyncError {
        SyncError(.host, .draft, HostProblem(path, error).description, errno: error)
    }

    /// Writes a new file, durably but for its name.
    static func writeFile(_ bytes: [UInt8], to path: String) throws(Errno) {
        let file = try FileDescriptor.open(
            path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
        try file.write(bytes, at: 0)
        try file.synchronize()
        try file.close()
    }
}
