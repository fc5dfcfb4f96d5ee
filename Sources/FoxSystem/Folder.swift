// Folders on the host: making, listing and durably naming what is inside.
internal import Glibc

/// Operations on folders of the host, never on a volume.
package enum Folder {
    /// Makes a folder and all that leads to it; one that exists is fine.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - mode: Permissions of what is made, before the umask; nobody else's business (XDG) where
    ///     nothing else is said. One that is there keeps its own.
    /// - Throws: `Errno`. C: `mkdir`
    package static func create(_ path: String, mode: UInt32 = 0o700) throws(Errno) {
        if mkdir(path, mode) == 0 { return }
        switch Errno.current {
        case .exists:
            if try status(path).kind != .directory { throw .notDirectory }
        case .notFound where path.contains("/") && !path.deletingLastComponent.isEmpty:
            try create(path.deletingLastComponent, mode: mode)
            // Somebody else may have made it meanwhile.
            if mkdir(path, mode) != 0, Errno.current != .exists { throw .current }
        case let failure: throw failure
        }
    }

    /// The names in a folder, without `.` and `..`, sorted.
    ///
    /// - Parameter path: The folder.
    /// - Returns: The names; bytes that are no UTF-8 are replaced.
    /// - Throws: `Errno`. C: `opendir`, `readdir`
    package static func names(in path: String) throws(Errno) -> [String] {
        guard let stream = opendir(path) else { throw .current }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let item = readdir(stream) else {
                if errno != 0 { throw .current }
                return names.sorted()
            }
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    /// Whether a path leads to a folder, through links, too.
    ///
    /// - Parameter path: Any path.
    /// - Returns: What `stat` says; false where it fails.
    package static func isFolder(_ path: String) -> Bool {
        var raw = stat()
        return stat(path, &raw) == 0 && raw.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether there may be something of this name.
    ///
    /// - Parameter path: Any path; a symbolic link is not followed.
    /// - Returns: False only when nothing is there: what may not be looked at counts as there, and
    ///   whoever opens it hears why that cannot be.
    package static func mayExist(_ path: String) -> Bool {
        do throws(Errno) {
            _ = try status(path)
            return true
        } catch { return !error.isMissing }
    }

    /// Status of a path itself; a symbolic link is not followed.
    ///
    /// - Parameter path: Any path.
    /// - Returns: The status.
    /// - Throws: `Errno`. C: `lstat`
    package static func status(_ path: String) throws(Errno) -> FileStatus {
        var raw = stat()
        _ = try retrying { lstat(path, &raw) }
        return FileStatus(raw)
    }

    /// The path with every symbolic link, `.` and `..` resolved.
    ///
    /// - Parameter path: Any path that exists.
    /// - Returns: An absolute path.
    /// - Throws: `Errno`. C: `realpath`
    package static func realPath(_ path: String) throws(Errno) -> String {
        guard let resolved = realpath(path, nil) else { throw .current }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Makes the names in a folder durable.
    ///
    /// - Parameter path: The folder.
    /// - Throws: `Errno`. C: `fsync`
    package static func synchronize(_ path: String) throws(Errno) {
        try FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
    }

    /// Replaces a file by new bytes, durably: it is the old file or the new one, whole.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - bytes: The new content.
    ///   - mode: Permissions of the file, before the umask.
    /// - Throws: `Errno`. C: `rename`
    package static func replaceFile(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o644
    ) throws(Errno) {
        let fresh = try FreshFile(for: path, mode: mode)
        try fresh.descriptor.write(bytes, at: 0)
        try fresh.takeName()
        try synchronize(path.deletingLastComponent)
    }

    /// Removes one file.
    ///
    /// - Parameter path: The file.
    /// - Throws: `Errno`. C: `unlink`
    package static func removeFile(_ path: String) throws(Errno) {
        _ = try retrying { unlink(path) }
    }
}

extension String {
    /// The path without its last component: `/a/b` becomes `/a`, `b` becomes `.`.
    package var deletingLastComponent: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// The last component of a path: `/a/b` becomes `b`.
    package var lastComponent: String {
        lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
    }
}

extension Folder {
    /// The next number for a folder whose entries begin with numbers: `000007`.
    ///
    /// - Parameter names: The entries that are there.
    /// - Returns: Six digits or more, one above the highest number.
    package static func number(after names: [String]) -> String {
        let highest = names.compactMap { name in Int(name.prefix { $0 != "-" }) }.max() ?? 0
        let digits = String(highest + 1)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Removes a folder and the files in it; a folder inside it is an error.
    ///
    /// - Parameter path: The folder.
    /// - Throws: `Errno`. C: `unlink`, `rmdir`
    package static func removeFiles(_ path: String) throws(Errno) {
        for name in try names(in: path) { try removeFile(path + "/" + name) }
        _ = try retrying { rmdir(path) }
    }

    /// Removes a folder with all that is in it; links are removed, never followed.
    ///
    /// - Parameter path: The folder; one that is not there is fine.
    /// - Throws: `Errno`. C: `unlink`, `rmdir`
    package static func removeTree(_ path: String) throws(Errno) {
        do throws(Errno) {
            for name in try names(in: path) {
                let inside = path + "/" + name
                if try status(inside).kind == .directory {
                    try removeTree(inside)
                } else {
                    try removeFile(inside)
                }
            }
            _ = try retrying { rmdir(path) }
        } catch { if error != .notFound { throw error } }
    }

    /// Gives a file or folder another name on the same filesystem.
    ///
    /// - Parameters:
    ///   - path: What is there.
    ///   - target: Its new name; a file of that name is replaced.
    /// - Throws: `Errno`. C: `rename`
    package static func move(_ path: String, to target: String) throws(Errno) {
        _ = try retrying { rename(path, target) }
    }

    /// Whether this process may make and remove files in a folder.
    ///
    /// - Parameter path: The folder.
    /// - Returns: What the kernel says. C: `access`
    package static func isWritable(_ path: String) -> Bool { access(path, W_OK | X_OK) == 0 }
}
