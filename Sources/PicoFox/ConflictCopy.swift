// Drafts that are shared through git or a file synchroniser: what those leave when two people have
// edited the same file. Somebody has to choose; a fox is not the place to try it out.

/// The traces of an edit on two sides.
package enum ConflictCopy {
    /// Who leaves a file of such a name.
    ///
    /// - Parameter name: A file's name, without its folder.
    /// - Returns: Words for it, or nil when the name is an ordinary one.
    package static func origin(of name: String) -> String? {
        let lower = name.lowercased()
        // Syncthing, `name.sync-conflict-20261128-190431-ABCDEFG.txt` (its manual, 'Conflict
        // Resolution'); ownCloud and Nextcloud, `name (conflicted copy 2026-11-28 190431).txt`;
        // Dropbox, `name (anna's conflicted copy 2026-11-28).txt`.
        if lower.contains(".sync-conflict-") { return "a conflict copy of Syncthing" }
        if lower.contains("conflicted copy") || lower.contains("_conflict-") {
            return "a conflict copy of a file synchroniser"
        }
        // git-mergetool(1) and patch(1).
        if lower.hasSuffix(".orig") || lower.hasSuffix(".rej") { return "left by a merge" }
        let parts = ["_backup_", "_base_", "_local_", "_remote_"]
        for part in parts {
            guard let start = lower.ranges(of: part).last?.upperBound else { continue }
            let digits = lower[start...].prefix { ("0"..."9").contains($0) }
            if !digits.isEmpty { return "left by a merge" }
        }
        return nil
    }

    /// The first line of a merge that was not finished, as git leaves it in a file.
    ///
    /// - Parameter bytes: The content of a text file.
    /// - Returns: The line's number, from 1, or nil.
    private static func markedLine(in bytes: [UInt8]) -> Int? {
        let marks = ["<<<<<<<", ">>>>>>>", "|||||||"].map { Array($0.utf8) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.firstIndex { line in marks.contains { line.starts(with: $0) } }.map { $0 + 1 }
    }

    /// What is wrong with a settings text that a merge has left, in words of the checks.
    ///
    /// - Parameter settings: The content of settings.txt.
    /// - Returns: One error, or none.
    package static func findings(in settings: [UInt8]) -> [Finding] {
        markedLine(in: settings).map { line in
            [
                Finding(
                    .mergeMarkers, file: "settings.txt", line: line,
                    "a merge was not finished here: choose a side and remove the marks")
            ]
        } ?? []
    }

    /// What is wrong with a file in a draft's folder, or nil.
    ///
    /// - Parameter name: Its name.
    /// - Returns: An error that names who left it.
    package static func finding(for name: String) -> Finding? {
        origin(of: name).map { origin in
            Finding(
                .conflictCopy, file: name,
                "'\(SettingValue.printable(Array(name.utf8)))' is \(origin): the draft was edited in"
                    + " two places; choose one, and remove this file")
        }
    }
}
