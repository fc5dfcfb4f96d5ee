// The files that editors put beside the one that is edited: they are nobody's data.

/// The rule for swap, lock and backup files of common editors.
package enum EditorFile {
    /// Whether a name is one that an editor makes for itself.
    ///
    /// Hidden files (vim's `.settings.txt.swp`, Emacs' `.#settings.txt`, GNOME's `.goutputstream-…`),
    /// backups (`settings.txt~`, `settings.txt.bak`), Emacs' `#settings.txt#`, vim's `4913`.
    ///
    /// - Parameter name: A file's name.
    /// - Returns: True for such a name. What a firmware makes for itself may be hidden, too.
    package static func isLeftover(_ name: String) -> Bool {
        let lower = name.lowercased()
        if name.hasPrefix(".") || name.hasSuffix("~") || name == "4913" { return true }
        if name.hasPrefix("#"), name.hasSuffix("#") { return true }
        return [".bak", ".orig", ".swp", ".swo", ".part", ".crdownload", ".kate-swp"].contains {
            lower.hasSuffix($0)
        }
    }
}
