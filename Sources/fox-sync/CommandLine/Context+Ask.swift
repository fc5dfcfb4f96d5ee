// Asking the person at the terminal, where there is one.
internal import FoxSystem
internal import Glibc
internal import SyncEngine

extension Context {
    /// Whether somebody can be asked: questions go to standard error, answers come from standard
    /// input.
    var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 && !printer.json }

    /// Asks a question that is answered by yes or no.
    ///
    /// - Parameter question: The question, without the choices.
    /// - Returns: True for a yes; false for anything else, and where nobody can be asked.
    func ask(_ question: String) -> Bool {
        choose(question + " [y/N]")?.hasPrefix("y") == true
    }

    /// Asks a question that is answered by a word.
    ///
    /// - Parameter question: The question, with the choices.
    /// - Returns: The answer in small letters; nil where nobody can be asked, or at the end of input.
    func choose(_ question: String) -> String? {
        guard canAsk else { return nil }
        printer.ask(question + " ")
        // A command that syncs keeps these for its runs; at a question nothing is under way, and
        // they end the program as people expect.
        let answer = SignalMask.unblocking([SIGINT, SIGTERM, SIGHUP]) {
            readLine(strippingNewline: true)
        }
        guard let line = answer else { return nil }
        return line.lowercased().drop { $0 == " " }.description
    }

    /// Makes sure that changes of a draft that are on no fox may be replaced.
    ///
    /// - Parameters:
    ///   - edits: The changes, in words; with none, nothing is asked.
    ///   - draft: The draft's name.
    ///   - isForced: Whether `--force` was given.
    ///   - isDry: Whether nothing is going to be replaced, so that nobody is asked.
    ///   - command: The command, to be repeated with `--force`.
    /// - Throws: `CLIError` with exit code 3 when they may not.
    func mayReplace(
        _ edits: [String], of draft: String, isForced: Bool, isDry: Bool = false, command: String
    ) throws(CLIError) {
        if edits.isEmpty || isForced { return }
        let what =
            "the draft '\(draft)' has changes that are on no fox: \(edits.joined(separator: ", "))"
        guard canAsk, !isDry else {
            // What is offered first costs nobody anything.
            throw CLIError(
                .held, "unsynced", "\(what); '\(command) --force' replaces them",
                next: "fox-sync draft copy \(draft.shellWord) NAME")
        }
        try confirm(
            what, "Replace them? 'draft undo' brings them back.", "unsynced", command: command)
    }

    /// Has a person decide what wants `--force` where nobody can be asked.
    ///
    /// - Parameters:
    ///   - what: How things are, in a sentence.
    ///   - question: What is asked.
    ///   - code: A stable word for scripts.
    ///   - isDry: Whether nothing is going to be done, so that nobody is asked.
    ///   - command: The command, to be repeated with `--force`.
    /// - Throws: `CLIError` with exit code 3 for anything but a yes.
    func confirm(
        _ what: String, _ question: String, _ code: String, isDry: Bool = false, command: String
    ) throws(CLIError) {
        guard canAsk, !isDry else { throw CLIError(.held, code, what, next: command + " --force") }
        guard ask("\(what). \(question)") else {
            throw CLIError(.held, code, "\(what); nothing was done")
        }
    }

    /// What a draft has that is on no fox.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - new: The files that are to replace its files; nil when those are to go.
    /// - Returns: The changes, in words.
    /// - Throws: `CLIError` when the state cannot be read.
    func unsynced(
        _ draft: FrozenDraft, over new: [String: [UInt8]]?
    ) throws(CLIError) -> [String] {
        let bases = try reading { (store) throws(StateError) in
            try store.bases(ofDraft: draft.name)
        }
        return Unsynced(draft, bases: bases, over: new).words
    }

    /// Changes drafts in one transaction.
    ///
    /// - Parameters:
    ///   - reason: What makes the change, one word without blanks.
    ///   - body: Says what shall be changed; errors of it leave everything as it was.
    /// - Returns: What the body returned, when the change is made.
    /// - Throws: `CLIError` of the body or of the change.
    func change<Result>(
        _ reason: String, _ body: (DraftEdit) throws(CLIError) -> Result
    ) throws(CLIError) -> Result {
        try tellingFreeDraft { () throws(CLIError) in try changeDrafts(reason, body) }
    }

    private func changeDrafts<Result>(
        _ reason: String, _ body: (DraftEdit) throws(CLIError) -> Result
    ) throws(CLIError) -> Result {
        let edit: DraftEdit
        do {
            edit = try DraftEdit(drafts, reason: reason) {
                printer.progress("waiting for \($0), which is changing drafts")
            }
        } catch { throw CLIError(error) }
        let result = try body(edit)
        do throws(SyncError) {
            // Ctrl-C between two steps of the change would only be tidied up by the next one.
            try SignalMask.blocking([SIGINT, SIGTERM, SIGHUP]) { () throws(SyncError) in
                _ = try edit.commit()
            }
        } catch { throw CLIError(error) }
        if let unfinished = edit.unfinished { printer.note(Unfinished(unfinished)) }
        return result
    }

    /// Runs a body that fails as the engine does.
    func engine<Result>(_ body: () throws(SyncError) -> Result) throws(CLIError) -> Result {
        do { return try body() } catch {
            if error.code == .notFound, error.step == .draft {
                throw CLIError(
                    .notFound, "not-found", error.reason, next: "fox-sync draft list")
            }
            throw CLIError(error)
        }
    }
}

/// A change that is made, and whose last steps somebody else will have to do.
private struct Unfinished: Remark {
    let message: String

    init(_ error: SyncError) {
        message =
            "the change is made, but not all of it could be put in its place; the next fox-sync"
            + " command goes on: \(error.reason)"
    }
}
