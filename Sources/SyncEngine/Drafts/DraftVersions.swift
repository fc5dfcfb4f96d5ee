// The versions that a draft had: each is kept before something replaces it.
internal import FoxSystem
internal import Glibc

// A version is a plain folder with copies of the files, named after its number, its moment and the
// reason. It is written in the transaction's own folder and takes its name when the transaction is
// carried out, so that a version is there exactly when its change is.

/// The kept versions of all drafts.
package struct DraftVersions: Sendable {
    /// The folder that holds a folder a draft.
    package let folder: String
    /// How many versions of a draft are kept.
    package static let limit = 50

    /// Names the folder; it need not exist.
    package init(folder: String) { self.folder = folder }

    /// The kept versions of a draft, the oldest first.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: The versions; none when nothing was ever replaced.
    /// - Throws: `SyncError` when they cannot be read.
    package func versions(of name: String) throws(SyncError) -> [DraftVersion] {
        let parent = folder + "/" + name
        let names: [String]
        do throws(Errno) { names = try Folder.names(in: parent) } catch {
            if error.isMissing { return [] }
            throw DraftStore.failed(parent, error)
        }
        return names.compactMap { entry in
            let parts = entry.split(separator: "-", maxSplits: 2).map(String.init)
            guard parts.count == 3, let number = Int(parts[0]), !entry.hasSuffix(".partial"),
                let at = Timestamp(compact: parts[1])
            else { return nil }
            let path = parent + "/" + entry
            let notes = (try? Self.read(path + "/" + DraftVersion.notesName)) ?? []
            return DraftVersion(
                path: path, number: number, at: at, reason: parts[2],
                notes: DraftVersion.Notes(notes))
        }.sorted { $0.number < $1.number }
    }

    /// The files of a version.
    ///
    /// - Parameter version: A version.
    /// - Returns: Its files.
    /// - Throws: `SyncError`.
    package func files(of version: DraftVersion) throws(SyncError) -> [DeviceFile] {
        do throws(Errno) {
            var files: [DeviceFile] = []
            for name in try Folder.names(in: version.path) where name != DraftVersion.notesName {
                files.append(
                    DeviceFile(name: name, bytes: try Self.read(version.path + "/" + name)))
            }
            return files
        } catch {
            throw SyncError(.host, .draft, file: version.path, error.description, errno: error)
        }
    }

    /// Which version a further undo brings back.
    ///
    /// An undo keeps the version before it, too; the next one goes on below the version that the
    /// last one brought back.
    ///
    /// - Parameters:
    ///   - steps: How many changes to take back.
    ///   - versions: The versions, the oldest first.
    /// - Returns: The version, or nil when there are not so many.
    package static func target(_ steps: Int, in versions: [DraftVersion]) -> DraftVersion? {
        var place = Int.max
        var found: DraftVersion?
        for _ in 0..<steps {
            found = nil
            while let next = versions.last(where: { $0.number < place }) {
                place = next.number
                found = next
                guard let back = next.notes.back else { break }
                found = nil
                place = next.number - back
            }
            if found == nil || found?.number != place { return nil }
        }
        return found
    }

    /// Removes the oldest versions beyond the limit.
    func prune(_ name: String) throws(Errno) {
        let all: [DraftVersion]
        do { all = try versions(of: name) } catch { throw error.errno ?? .io }
        for old in all.dropLast(Self.limit) { try Folder.removeTree(old.path) }
    }

    /// The name of the folder of a draft's next version, numbered after those that are there and
    /// those that are on their way.
    func nextName(
        of name: String, reason: String, besides pending: [String] = []
    ) throws(Errno) -> String {
        var there = pending
        do throws(Errno) { there += try Folder.names(in: folder + "/" + name) } catch {
            if !error.isMissing { throw error }
        }
        return "\(Folder.number(after: there))-\(Timestamp.now.compact)-\(reason)"
    }

    private static func read(_ path: String) throws(Errno) -> [UInt8] {
        try FileDescriptor.open(path, flags: O_RDONLY | O_NOFOLLOW)
            .readAll(limit: DraftStore.byteLimit)
    }
}
