// What a draft has otherwise than a fox: the comparison that the planner makes, of draft and base alone.

extension FrozenDraft {
    /// The files that the draft wants otherwise than they were verified on a fox.
    ///
    /// - Parameter base: What was last verified there.
    /// - Returns: The files in the order of their names.
    func changes(since base: Base) -> [FileSides] {
        Set(files.keys).union(base.files.filter(\.value.fromDraft).keys).sorted().map { name in
            FileSides(
                name: name, firmware: firmware, draft: files[name], base: base.files[name],
                device: nil, obstacle: nil)
        }.filter(\.isDraftChanged)
    }
}

extension FileSides {
    /// The file, and of settings the keys that differ between base and draft.
    var draftWords: String {
        let keys = draftKeys.map(\.key)
        return keys.isEmpty ? name : "\(name) (\(keys.joined(separator: ", ")))"
    }
}
