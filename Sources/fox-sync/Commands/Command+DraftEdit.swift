// `draft edit`: the settings in the editor of one's choice, checked when they are saved.
internal import FoxSystem
internal import Glibc
internal import PicoFox
internal import SyncEngine

// The editor works on a copy: a draft that is half typed is never pushed, and an editor that is left
// open for a week holds nothing up. The draft is changed at the end, when it still is what was copied.

extension Command {
    static let draftEdit = Command(
        "draft edit", words: "NAME", count: 1...1,
        "edit a draft's settings.txt with $VISUAL or $EDITOR",
        details: """
            What is saved is checked; when a fox would not do what it says, the editor opens again, if
            you like. Saved without a change, nothing is done. The version before is kept; what you
            typed and is not taken stays in a file, which is named.
            """, exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let draft = try loadWhole(call.words[0], context)
        guard isatty(0) == 1, isatty(1) == 1, !context.printer.json else {
            throw .usage(
                "an editor needs a terminal; 'draft set' needs none", command: "draft set")
        }
        let environment = context.environment
        let editor =
            ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
        let old = draft.settings ?? fresh(draft.firmware)
        let copy = try EditedCopy(of: old, in: environment["TMPDIR"] ?? "/tmp")
        while true {
            try copy.open(with: editor, environment)
            let new = try copy.bytes()
            if new == old {
                copy.remove()
                return Note(draft: draft.name, message: "'\(draft.name)' is as it was")
            }
            let settings = DeviceFile(name: "settings.txt", bytes: new)
            var files = draft.files
            files["settings.txt"] = settings
            let edited = draft.replacing(files)
            let findings = edited.findings()
            for finding in findings {
                context.printer.error("  " + finding.line(context.printer.style))
            }
            if findings.haveErrors {
                // Named before the question: Ctrl-C may be the answer.
                context.printer.error("  what you typed is in \(copy.path)")
                guard
                    let answer = context.choose(
                        "A fox would not do what this says. Edit again, keep it so, or drop it?"
                            + " [E/k/d]")
                else {
                    throw CLIError(
                        .invalid, "edit",
                        "'\(draft.name)' is as it was; what you typed is in \(copy.path)",
                        next: "fox-sync draft edit \(draft.name.shellWord)")
                }
                if ["d", "n", "q"].contains(where: answer.hasPrefix) {
                    copy.remove()
                    return Note(draft: draft.name, message: "'\(draft.name)' is as it was")
                }
                if !answer.hasPrefix("k") { continue }
            }
            do throws(CLIError) {
                try context.replace(settings: new, in: draft, reason: "edit")
            } catch {
                throw CLIError(
                    error.exit, error.code, error.message + "; what you typed is in \(copy.path)")
            }
            copy.remove()
            return view(edited, context)
        }
    }
}

/// A copy of settings.txt that an editor may do with what it likes.
private struct EditedCopy {
    private let folder: String
    private let given: [UInt8]
    var path: String { folder + "/settings.txt" }

    /// Makes the copy, in a folder that nobody else can read.
    init(of bytes: [UInt8], in parent: String) throws(CLIError) {
        let template = strdup(parent + "/fox-sync-edit.XXXXXX")
        defer { free(template) }
        guard let template, let made = mkdtemp(template) else {
            throw CLIError(.failed, "edit", "\(parent): \(Errno.current.message)")
        }
        folder = String(cString: made)
        given = bytes
        do { try Folder.replaceFile(path, with: bytes) } catch {
            throw CLIError(.failed, "edit", "\(path): \(error.message)")
        }
    }

    /// Opens it, and waits until the editor has ended.
    func open(with editor: String, _ environment: [String: String]) throws(CLIError) {
        let status: Int32
        do throws(Errno) {
            // By the shell, as everybody does: an editor may be given with options.
            status = try Subprocess.converse(
                ["/bin/sh", "-c", editor + " \"$1\"", "sh", path],
                environment: environment.map { "\($0.key)=\($0.value)" })
        } catch { throw CLIError(.failed, "edit", "/bin/sh: \(error.message)") }
        guard status == 0 else {
            let isTyped = (try? bytes()) != given
            if !isTyped { remove() }
            throw CLIError(
                .failed, "edit",
                "'\(editor)' ended with status \(status); nothing was changed"
                    + (isTyped ? "; what you typed is in \(path)" : ""))
        }
    }

    func bytes() throws(CLIError) -> [UInt8] {
        do throws(Errno) {
            return try FileDescriptor.open(path, flags: O_RDONLY | O_NOFOLLOW)
                .readAll(limit: DraftStore.byteLimit)
        } catch { throw CLIError(.failed, "edit", "\(path): \(error.message)") }
    }

    func remove() { try? Folder.removeTree(folder) }
}
