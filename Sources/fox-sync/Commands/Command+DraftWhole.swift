// `draft copy`, `draft rename`, `draft remove`, `draft factory`: drafts as wholes.
internal import PicoFox
internal import SyncEngine

extension Command {
    static let draftCopy = Command(
        "draft copy", words: "NAME NEW", count: 2...2, "make a draft with the files of another",
        details: "The copy is for the same firmware, and for no fox yet.",
        exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let (name, new) = (call.words[0], call.words[1])
        let draft = try context.change("copy") { (edit) throws(CLIError) in
            let draft = try context.engine { () throws(SyncError) in try edit.draft(name) }.whole()
            try context.engine { () throws(SyncError) in
                try edit.create(
                    new, files: Array(draft.files.values), options: try edit.options(of: name))
            }
            return draft
        }
        return Note(
            draft: new,
            message: (["'\(new)' has the files of '\(name)'"]
                + FrozenDraft.lines(left: draft.left)).joined(separator: "\n"),
            next: "fox-sync draft set \(new.shellWord) CALLSIGN=… FREQ_MHZ=…")
    }

    static let draftRename = Command(
        "draft rename", words: "NAME NEW", count: 2...2, "give a draft another name",
        details: "Its foxes, what is known of them and its earlier versions go with it.",
        exits: [.notFound]
    ) { (context, call) throws(CLIError) in
        let (name, new) = (call.words[0], call.words[1])
        try context.change("rename") { (edit) throws(CLIError) in
            try context.engine { () throws(SyncError) in try edit.rename(name, to: new) }
        }
        return Note(
            draft: new,
            message: "'\(name)' is now called '\(new)'; 'draft rename \(new.shellWord)"
                + " \(name.shellWord)' takes that back")
    }

    static let draftRemove = Command(
        "draft remove", words: "NAME…", count: 1...100, "remove drafts",
        details: """
            Its files are kept as a version: 'draft undo NAME' brings it back. A draft that is assigned
            to a fox is only removed when you say so; the fox keeps what is on it, and has no draft.
            """,
        options: [
            Option("force", letter: "f", "also when it is assigned, without asking"), dryRunOption,
        ], exits: [.held, .notFound]
    ) { (context, call) throws(CLIError) in
        let devices = try context.reading { (store) throws(StateError) in try store.devices() }
        for name in call.words {
            guard context.drafts.contains(name) else { throw noDraft(name, context) }
            let takers = devices.filter { $0.assignment?.draft == name }.map(\.title)
            if takers.isEmpty || call.has("force") || call.has("dry-run") { continue }
            try context.confirm(
                "the draft '\(name)' is assigned to \(takers.joined(separator: ", "))",
                "Remove it?", "assigned",
                command: "fox-sync draft remove"
                    + call.words.map { " \($0.shellWord)" }.joined())
        }
        if call.has("dry-run") {
            return Note(
                message: call.words.map { "would remove \(context.drafts.path(of: $0))" }
                    .joined(separator: "\n"))
        }
        try context.change("remove") { (edit) throws(CLIError) in
            for name in call.words {
                try context.engine { () throws(SyncError) in try edit.delete(name) }
            }
        }
        return Note(
            draft: call.words.count == 1 ? call.words[0] : nil,
            message: call.words.map {
                "removed '\($0)'; 'fox-sync draft undo \($0.shellWord)' brings it back"
            }.joined(separator: "\n"))
    }

    static let draftFactory = Command(
        "draft factory", words: "NAME settings|audio", count: 2...2,
        "stage what a fox has from the factory",
        details: """
            audio: the draft's audio files go, and with the next sync those of the foxes that have this
            draft; the firmware then plays its own. On a fox that never got this draft, its own stay.
            settings: the draft's settings.txt becomes the one that the firmware writes after a factory
            reset. (Without a settings.txt nobody could tell a fox from another stick.)
            """,
        options: [
            Option("force", letter: "f", "replace changes that are on no fox, without asking"),
            dryRunOption,
        ], exits: [.held, .notFound, .invalid]
    ) { (context, call) throws(CLIError) in
        let (name, what) = (call.words[0], call.words[1])
        guard ["settings", "audio"].contains(what) else {
            throw .usage("say settings or audio", command: "draft factory")
        }
        let draft = try load(name, context)
        let firmware = draft.firmware
        var files = draft.files
        if what == "settings" {
            files["settings.txt"] = DeviceFile(
                name: "settings.txt", bytes: firmware.factorySettings)
        } else {
            guard firmware.audio.order != .none else {
                throw CLIError(
                    .invalid, "no-audio", "the \(firmware.id) firmware plays no audio files")
            }
            files = files.filter { !firmware.plays($0.key) }
        }
        let gone = draft.files.keys.filter { files[$0] != draft.files[$0] }.sorted()
        if call.has("dry-run") {
            return Note(
                draft: name,
                message: gone.isEmpty
                    ? "'\(name)' has no such file" : "would reset \(gone.joined(separator: ", "))")
        }
        try context.mayReplace(
            try context.unsynced(draft, over: files.mapValues(\.bytes)), of: name,
            isForced: call.has("force"),
            command: "fox-sync draft factory \(name.shellWord) \(what)")
        try context.change("factory") { (edit) throws(CLIError) in
            try context.engine { () throws(SyncError) in
                try edit.replace(Array(files.values), in: draft)
            }
            if what == "audio" { edit.claimAudio(of: name, firmware) }
        }
        return view(draft.replacing(files), context)
    }
}
