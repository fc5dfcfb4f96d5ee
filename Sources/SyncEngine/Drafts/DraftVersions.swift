// The versions that a draft had: each is kept before something replaces it.
internal import FoxSystem
internal import Glibc

// A version is a plain folder with copies of the files, named after its moment and the reason. It
// takes its name when all files in it are durable; then the draft may change.

/// The kept versions of all drafts.
package struct DraftVersions: Sendable {
    /// The folder that holds a folder a draft.
    package let folder: String
    /// How many versions of a draft are kept.
    package static let limit = 50

    /// Names the folder; it need not exist.
    package init(folder: String) { self.folder = folder }

    /// One kept version.
    package struct Version: Equatable, Sendable {
        /// Its folder.
        package let path: String
        /// When it was kept, as in `20261128T180431Z`.
        package let moment: String
        /// What was about to replace it.
        package let reason: String
    }

    /// Keeps the present files of a draft.
    ///
    /// - Parameters:
    ///   - files: The draft's files as they are.
    ///   - name: The draft's name.
    ///   - reason: What is about to replace them, one word.
    ///   - at: When.
    /// - Throws: `SyncError`; then the draft must not be replaced.
    package func keep(
        _ files: [DeviceFile], of name: String, reason: String, at: Timestamp = .now
    ) throws(SyncError) {
        let parent = folder + "/" + name
        do throws(Errno) {
            try Folder.create(parent)
            let number = Folder.number(after: try Folder.names(in: parent))
            let path = "\(parent)/\(number)-\(at.compact)-\(reason)"
            try Folder.create(path + ".partial")
            for file in files {
                try Folder.replaceFile("\(path).partial/\(file.name)", with: file.bytes)
            }
            _ = try retrying { rename(path + ".partial", path) }
            try Folder.synchronize(parent)
            for old in versions(of: name).dropLast(Self.limit) {
                try Folder.removeFiles(old.path)
            }
        } catch {
            throw SyncError(
                .host, .draft, file: parent, "the draft's present version cannot be kept: \(error)",
                errno: error)
        }
    }

    /// The kept versions of a draft, the oldest first.
    ///
    /// - Parameter name: The draft's name.
    /// - Returns: The versions; none when nothing was ever replaced.
    package func versions(of name: String) -> [Version] {
        let parent = folder + "/" + name
        let names = (try? Folder.names(in: parent)) ?? []
        return names.compactMap { entry in
            let parts = entry.split(separator: "-", maxSplits: 2).map(String.init)
            guard parts.count == 3, !entry.hasSuffix(".partial") else { return nil }
            return Version(path: parent + "/" + entry, moment: parts[1], reason: parts[2])
        }
    }

    /// Takes the newest version out, to put it back into the draft.
    ///
    /// - Parameter version: A version.
    /// - Returns: Its files.
    /// - Throws: `SyncError`.
    package func files(of version: Version) throws(SyncError) -> [DeviceFile] {
        do throws(Errno) {
            var files: [DeviceFile] = []
            for name in try Folder.names(in: version.path) {
                let file = try FileDescriptor.open(
                    version.path + "/" + name, flags: O_RDONLY | O_NOFOLLOW)
                files.append(
                    DeviceFile(
                        name: name, bytes: try file.readAll(limit: DraftStore.byteLimit)))
            }
            return files
        } catch {
            throw SyncError(.host, .draft, file: version.path, error.description, errno: error)
        }
    }

    /// Removes a version.
    ///
    /// - Parameter version: A version.
    /// - Throws: `SyncError`.
    package func remove(_ version: Version) throws(SyncError) {
        do { try Folder.removeFiles(version.path) } catch {
            throw SyncError(.host, .draft, file: version.path, error.description, errno: error)
        }
    }
}
