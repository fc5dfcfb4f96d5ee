// `draft export`: a plain copy for a card or another computer, outside the line.
internal import FoxSystem
internal import Glibc
internal import PicoFox
internal import SyncEngine

extension Command {
    static let draftExport = Command(
        "draft export", words: "NAME DIR", count: 2...2,
        "copy a draft's files into a folder, plainly",
        details: """
            For a card or another computer. It is no sync: nothing that is there is looked at or backed
            up, fox-sync learns nothing of it, and on a fox it is not as safe as a sync. The folder is
            made when it is missing. Files that are there are only replaced with --force, and links are
            never followed.
            """,
        options: [
            Option("force", letter: "f", "replace files that are there"), dryRunOption,
        ], exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let draft = try loadWhole(call.words[0], context)
        let target = call.words[1]
        let files = draft.files.values.sorted { $0.name < $1.name }
        let folder: FileDescriptor
        do throws(Errno) {
            if !call.has("dry-run") { try Folder.create(target, mode: 0o755) }
            folder = try FileDescriptor.open(target, flags: O_RDONLY | O_DIRECTORY)
        } catch {
            if error == .notFound, call.has("dry-run") {
                return ExportResult(draft, to: target, isDryRun: true)
            }
            throw CLIError(.failed, "export", "\(target): \(error.message)")
        }
        // Relative to the open folder, whatever its path comes to mean meanwhile.
        let place = "/proc/self/fd/\(folder.rawValue)/"
        let taken = files.filter { (try? Folder.status(place + $0.name)) != nil }.map(\.name)
        // A link is replaced itself, never what it leads to.
        for name in taken
        where (try? Folder.status(place + name))?.kind != .symbolicLink {
            try refuseNoFile(place + name, as: target + "/" + name)
        }
        if !taken.isEmpty, !call.has("force"), !call.has("dry-run") {
            throw CLIError(
                .held, "exists",
                "\(taken.joined(separator: ", ")) \(taken.count == 1 ? "is" : "are") there already;"
                    + " nothing was copied",
                next: "fox-sync draft export \(draft.name.shellWord) \(target.shellWord) --force")
        }
        if call.has("dry-run") { return ExportResult(draft, to: target, isDryRun: true) }
        for (number, file) in files.enumerated() {
            do throws(Errno) { try Folder.replaceFile(place + file.name, with: file.bytes) } catch {
                throw CLIError(
                    .failed, "export",
                    "\(target)/\(file.name): \(error.message); of \(files.count) files"
                        + " \(number) \(number == 1 ? "is" : "are") there")
            }
        }
        withExtendedLifetime(folder) {}
        return ExportResult(draft, to: target, isDryRun: false)
    }
}

private struct ExportResult: CommandResult {
    let draft: String
    let folder: String
    let files: [String]
    let leftOut: [String: String]
    let errors: Int
    let dryRun: Bool

    init(_ draft: FrozenDraft, to folder: String, isDryRun: Bool) {
        self.draft = draft.name
        self.folder = folder
        files = draft.files.keys.sorted()
        leftOut = draft.left
        errors = draft.findings().filter { $0.severity == .error }.count
        dryRun = isDryRun
    }

    func text(_ style: Style) -> String {
        let verb = dryRun ? "would copy" : "copied"
        var lines = [
            "\(verb) \(files.joined(separator: ", ")) to \(folder)",
            "  a plain copy: no backup, no read-back, and no fox-sync knows of it",
        ]
        lines += FrozenDraft.lines(left: leftOut).map { "  " + $0 }
        if errors > 0 {
            lines.append(
                "  \(style.paint("note", .warn)) the draft has \(Style.count(errors, "error")):"
                    + " 'fox-sync draft check \(draft.shellWord)'")
        }
        return lines.joined(separator: "\n")
    }
}

extension FrozenDraft {
    /// The files in its folder that a copy of it has not, with the reasons; leftovers of computers and
    /// editors are nothing to tell of.
    var left: [String: String] {
        leftOut.filter { !$0.key.hasPrefix(".") && firmware.role(of: $0.key) != .hostLitter }
            .merging(refused.map { ($0.file, $0.message) }) { first, _ in first }
    }

    /// Those files for people, one a line.
    static func lines(left: [String: String]) -> [String] {
        left.sorted { $0.key < $1.key }.map { "left out \($0.key.orDash): \($0.value)" }
    }
}
