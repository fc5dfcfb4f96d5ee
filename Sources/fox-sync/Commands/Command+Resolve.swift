// `pull` and `resolve`: the decisions that a held run asks for.
internal import SyncEngine

extension Command {
    private static let dryRun = Option(
        "dry-run", letter: "n", "show the plan, write nothing")

    private static let force = Option(
        "force", letter: "f", "replace changes of the draft that are on no fox, without asking")

    static let pull = Command(
        "pull", words: "[DEVICE] DRAFT", count: 1...2, "take a fox's files into a draft",
        details: """
            Nothing is written to the fox. The draft's present version is kept; 'draft undo' brings it
            back. A draft that does not exist is made. Changes of the draft that are on no fox yet are
            only replaced when you say so.
            """,
        options: [
            Option("volume", letter: "v", value: "DIR", "the fox at this mount point or folder"),
            dryRun, force,
        ],
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        guard (call.words.count == 2) != (call.value("volume") != nil) else {
            throw .usage("say either DEVICE or --volume DIR", command: "pull")
        }
        let draft = call.words[call.words.count - 1]
        if let refusal = DraftName.refusal(draft) { throw .usage(refusal, command: "pull") }
        let volume: FoundVolume
        if let folder = call.value("volume") {
            volume = try FoundVolume(folder: folder)
        } else {
            volume = try FoundVolume(
                device: try context.device(call.words[0]), context: context)
        }
        let options = SyncRun.Options(
            draft: draft, dryRun: call.has("dry-run"), side: .device,
            replacesEdits: call.has("force"))
        return try context.take(volume, options)
    }

    static let resolve = Command(
        "resolve", words: "DEVICE", count: 1...1, "decide a conflict between a fox and its draft",
        details: """
            --keep draft   the draft goes onto the fox; what was edited there is in the backup
            --keep device  the fox's files go into the draft; its version before is kept
            --keep merge   both, where they changed different keys and different files
            """,
        options: [
            Option("keep", letter: "k", value: "SIDE", "draft, device or merge"),
            Option("draft", letter: "d", value: "NAME", "this draft, whatever is assigned"),
            dryRun, force,
        ],
        exits: [.held, .notFound, .invalid, .verification]
    ) { (context, call) throws(CLIError) in
        guard let side = call.value("keep").flatMap(SyncRun.Side.init), side != .ask else {
            throw .usage("say --keep draft, --keep device or --keep merge", command: "resolve")
        }
        let volume = try FoundVolume(
            device: try context.device(call.words[0]), context: context)
        var options = SyncRun.Options(
            draft: call.value("draft"), dryRun: call.has("dry-run"), side: side,
            replacesEdits: call.has("force"))
        let draft = call.value("draft").map { " --draft \($0.shellWord)" } ?? ""
        options.again = { "resolve \($0) --keep \(side.rawValue)\(draft)" }
        return try context.take(volume, options)
    }
}

extension Context {
    /// Runs a volume; when that would replace changes of the draft that are on no fox, asks first.
    fileprivate func take(
        _ volume: FoundVolume, _ options: SyncRun.Options
    ) throws(CLIError) -> RunView {
        let view = try Syncing(context: self, options: options).one(volume)
        guard options.side == .device, !options.replacesEdits, !options.dryRun,
            view.result == .refused,
            ask(view.message + ". Replace them? 'draft undo' brings them back.")
        else { return view }
        var options = options
        options.replacesEdits = true
        return try Syncing(context: self, options: options).one(volume)
    }
}
