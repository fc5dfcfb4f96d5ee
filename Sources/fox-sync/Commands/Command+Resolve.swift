// `pull` and `resolve`: the decisions that a held run asks for.
internal import SyncEngine

extension Command {
    private static let dryRun = Option(
        "dry-run", letter: "n", "show the plan, write nothing")

    static let pull = Command(
        "pull", words: "[DEVICE] DRAFT", count: 1...2, "take a fox's files into a draft",
        details: """
            Nothing is written to the fox. The draft's present version is kept; 'draft undo' brings it
            back. A draft that does not exist is made.
            """,
        options: [
            Option("volume", letter: "v", value: "DIR", "the fox at this mount point or folder"),
            dryRun,
        ],
        exits: [.held, .notFound]
    ) { (context, call) throws(CLIError) in
        guard (call.words.count == 2) != (call.value("volume") != nil) else {
            throw .usage("say either DEVICE or --volume DIR", command: "pull")
        }
        let volume: FoundVolume
        if let folder = call.value("volume") {
            volume = try FoundVolume(folder: folder)
        } else {
            volume = try FoundVolume(
                device: try context.device(call.words[0]), context: context)
        }
        let options = SyncRun.Options(
            draft: call.words[call.words.count - 1], dryRun: call.has("dry-run"), side: .device)
        return try Syncing(context: context, options: options).one(volume)
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
            dryRun,
        ],
        exits: [.held, .notFound, .invalid, .verification]
    ) { (context, call) throws(CLIError) in
        guard let side = call.value("keep").flatMap(SyncRun.Side.init), side != .ask else {
            throw .usage("say --keep draft, --keep device or --keep merge", command: "resolve")
        }
        let volume = try FoundVolume(
            device: try context.device(call.words[0]), context: context)
        let options = SyncRun.Options(
            draft: call.value("draft"), dryRun: call.has("dry-run"), side: side)
        return try Syncing(context: context, options: options).one(volume)
    }
}
