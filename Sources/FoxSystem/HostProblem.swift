// Why a file of fox-sync's own cannot be used, in words, with the command that goes on.
internal import Glibc

/// What stands in the way on the host: another owner, permissions, a filesystem without locks.
package struct HostProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is the matter, with the path.
    package let message: String
    /// The command that mends it, where one is known.
    package let next: String?

    private init(_ message: String, next: String? = nil) {
        self.message = message
        self.next = next
    }

    /// Puts a failed call into words.
    ///
    /// - Parameters:
    ///   - path: The file or folder that the call was about.
    ///   - error: What the call said.
    package init(_ path: String, _ error: Errno) {
        switch error {
        case .accessDenied, .notPermitted:
            self = Self.denial(of: path) ?? Self("\(path.shown): \(error)")
        case .noLocks: self = Self.withoutLocks(path, error)
        default: self = Self("\(path.shown): \(error)")
        }
    }

    /// The filesystem of a file has no locks, which two programs at once need.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - error: What the call for a lock said.
    /// - Returns: The words.
    package static func withoutLocks(_ path: String, _ error: Errno) -> HostProblem {
        HostProblem(
            "the filesystem of \(path.deletingLastComponent.shown) has no locks (\(error.name)):"
                + " put fox-sync's state on a local disk, with XDG_STATE_HOME or FOX_SYNC_HOME")
    }

    /// What keeps this process from folders and files of its own; those that are missing are fine.
    ///
    /// - Parameters:
    ///   - folders: The folders.
    ///   - files: The files.
    ///   - writes: Whether they are to be changed, too, or made.
    /// - Returns: Nil when nothing does.
    package static func keeping(
        from folders: [String], files: [String], writes: Bool
    ) -> HostProblem? {
        var found: [(culprit: String, owner: UInt32)] = []
        for path in folders + files {
            if let failure = failure(of: path, isFolder: folders.contains(path)) {
                guard [.accessDenied, .notPermitted].contains(failure) else {
                    return HostProblem(path, failure)
                }
            } else if !writes || access(nearest(path), W_OK) == 0
                || [.readOnly].contains(Errno.current)
            {
                continue
            }
            guard let culprit = culprit(of: path) else {
                return HostProblem("\(path.shown): \(Errno.accessDenied)")
            }
            if !found.contains(where: { $0.culprit == culprit.path }) {
                found.append((culprit.path, culprit.owner))
            }
        }
        guard let first = found.first else { return nil }
        let alike = found.filter { $0.owner == first.owner }.map(\.culprit)
        return words(alike, owner: first.owner)
    }

    /// The message and the command, as one line for a log.
    package var description: String { message + (next.map { "; '\($0)' mends it" } ?? "") }

    private static func failure(of path: String, isFolder: Bool) -> Errno? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let failure = Errno.current
            return failure.isMissing ? nil : failure
        }
        let kind = status.st_mode & S_IFMT
        if isFolder && kind != S_IFDIR { return nil }
        return access(path, isFolder ? R_OK | X_OK : R_OK) == 0 ? nil : .current
    }

    private static func denial(of path: String) -> HostProblem? {
        culprit(of: path).map { words([$0.path], owner: $0.owner) }
    }

    /// The folder on the way, or the file itself, that this process may not use.
    private static func culprit(of path: String) -> (path: String, owner: UInt32)? {
        var way = [path]
        while let last = way.last, last != "/", last != "." {
            way.append(last.deletingLastComponent)
        }
        var found: (path: String, owner: UInt32)?
        for place in way.reversed() {
            var status = stat()
            guard stat(place, &status) == 0 else { break }
            found = (place, status.st_uid)
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            if isFolder, access(place, X_OK) != 0 { return found }
        }
        // All of the way is open: it is the end of it that is not.
        guard let found else { return nil }
        return access(found.path, R_OK) != 0 || access(found.path, W_OK) != 0 ? found : nil
    }

    /// The path itself or, where that is missing, the folder in which the first of it is to be made.
    private static func nearest(_ path: String) -> String {
        var place = path
        while place != "/" && place != "." && access(place, F_OK) != 0 {
            place = place.deletingLastComponent
        }
        return place
    }

    private static func words(_ paths: [String], owner: UInt32) -> HostProblem {
        let shown = paths.map(\.shown).joined(separator: " and ")
        let isRead = paths.contains { access($0, R_OK) != 0 || access($0, X_OK) != 0 }
        let verb = isRead ? "read" : "written"
        let names = paths.map { "'\($0.replacingQuotes)'" }.joined(separator: " ")
        if owner == geteuid() {
            return HostProblem(
                "\(shown) cannot be \(verb): \(paths.count == 1 ? "its" : "their") permissions"
                    + " say so", next: "chmod u+rwX \(names)")
        }
        let name = Account(owner)?.name ?? "user \(owner)"
        let belongs = paths.count == 1 ? "it belongs" : "they belong"
        // What is in a folder of somebody's own was made there by mistake; what is elsewhere may be
        // meant to be so.
        let isOwn = paths.allSatisfy { path in
            var status = stat()
            return stat(path.deletingLastComponent, &status) == 0 && status.st_uid == geteuid()
        }
        return HostProblem(
            "\(shown) cannot be \(verb): \(belongs) to \(name)"
                + (owner == 0 ? " (did you use sudo?)" : ""),
            next: owner == 0 && isOwn ? "sudo chown -R \"$USER\" \(names)" : nil)
    }
}

extension String {
    /// The path as a terminal may show it: control characters are written out.
    fileprivate var shown: String {
        unicodeScalars.map { scalar in
            scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value)
                ? "\\x" + String(scalar.value, radix: 16) : String(scalar)
        }.joined()
    }

    /// The path with each single quote as a shell reads it within single quotes.
    fileprivate var replacingQuotes: String {
        split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }
}
