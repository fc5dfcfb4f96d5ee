// The files that people name for a command to read or to write: one rule for all commands.
internal import FoxSystem
internal import SyncEngine

extension Command {
    /// Refuses to write where something else than a file is: a device, a pipe, a link or a folder
    /// would be gone afterwards, and a file in its place.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - name: What to call it, when that is not the path.
    /// - Throws: `CLIError`.
    static func refuseNoFile(_ path: String, as name: String? = nil) throws(CLIError) {
        guard let there = try? Folder.status(path), there.kind != .regular else { return }
        throw CLIError(
            .failed, "not-a-file",
            "\(Array((name ?? path).utf8).printable) is a \(there.kind.rawValue), no file")
    }

    /// Refuses to replace a file, unless that is what is wanted.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - isForced: Whether `--force` was said.
    ///   - command: The command, to be repeated with `--force`.
    /// - Throws: `CLIError`, whatever was said, for something else than a file.
    static func mayWrite(_ path: String, isForced: Bool, command: String) throws(CLIError) {
        try refuseNoFile(path)
        guard isForced || (try? Folder.status(path)) == nil else {
            throw CLIError(
                .held, "exists", "\(path) is there already", next: command + " --force")
        }
    }

    /// Reads a draft for a command that is about all of it.
    ///
    /// - Parameters:
    ///   - name: The draft's name.
    ///   - context: Where it lives.
    /// - Returns: The draft.
    /// - Throws: `CLIError`, also when one of its files cannot be taken.
    static func loadWhole(_ name: String, _ context: Context) throws(CLIError) -> FrozenDraft {
        try load(name, context).whole()
    }

    /// A draft as a command left it: read again, or as the command knows it where that cannot be,
    /// since the change is made all the same.
    static func view(_ draft: FrozenDraft, _ context: Context) -> DraftView {
        DraftView(
            (try? load(draft.name, context)) ?? draft, folder: context.drafts.path(of: draft.name))
    }
}
