// `sync`: push drafts onto the foxes that are plugged in now, or onto one folder.
internal import FoxSystem
internal import MountWatch
internal import SyncEngine

extension Command {
    static let sync = Command(
        "sync", "push drafts onto the foxes that are plugged in now",
        details: """
            Without --volume, every mounted volume that the rules let through and that holds a
            PicoFox's settings.txt is synced, all at the same time. Nothing is written before a backup
            is safe on this computer, and what was written is read back from the medium. A fox that
            seems to have another firmware than the draft is for, and would read it otherwise, is held.
            """,
        options: [
            Option(
                "volume", letter: "v", value: "DIR", repeats: true,
                "only this mount point or folder; may be given more than once"),
            Option("draft", letter: "d", value: "NAME", "this draft, whatever is assigned"),
            Option("dry-run", letter: "n", "show the plan, write nothing"),
            Option("force", letter: "f", "the draft wins where device and draft differ"),
        ],
        exits: [.held, .notFound, .invalid, .verification]
    ) { (context, call) throws(CLIError) in
        let folders = call.values("volume")
        let (volumes, refused) =
            folders.isEmpty ? try pluggedIn(context) : FoundVolume.named(folders)
        if volumes.isEmpty && refused.isEmpty {
            throw CLIError(
                .notFound, "not-found", "no fox is plugged in and mounted",
                next: "fox-sync sync --volume DIR")
        }
        let options = SyncRun.Options(
            draft: call.value("draft"), dryRun: call.has("dry-run"),
            side: call.has("force") ? .draft : .ask)
        let runs = try Syncing(context: context, options: options).all(volumes)
        // A folder that was named and is no fox is an error; a stick that was found is not.
        let foreign = runs.refused.filter {
            !folders.isEmpty || $0.exit != .notFound || $0.code == "unreadable"
        }
        let errors = refused + foreign
        if runs.views.isEmpty, let only = (errors.isEmpty ? runs.refused : errors).first,
            errors.count < 2
        {
            throw only
        }
        return SyncResult(runs: runs.views, errors: errors)
    }

    /// The volumes that the rules let through and that can be told apart.
    private static func pluggedIn(
        _ context: Context
    ) throws(CLIError) -> ([FoundVolume], [CLIError]) {
        let config = try context.config()
        let rules = config.rules
        let scan: VolumeScan
        do { scan = try VolumeScan.current() } catch { throw CLIError(error) }
        let candidates = scan.volumes.filter { rules.verdict(on: $0).isCandidate }
        var found = candidates.compactMap { FoundVolume($0) }
        let alone =
            config.mounting.mode == .never
            ? [] : scan.unmountedDevices.filter { rules.verdict(on: $0).isCandidate }
        if !alone.isEmpty {
            try context.confirmMounting()
            found += alone.compactMap { FoundVolume(unmounted: $0) }
        }
        let nameless = candidates.filter { FoundVolume($0) == nil }.map(\.mount.target)
        let (clear, ambiguous) = FoundVolume.tellApart(found)
        let shared = ambiguous.compactMap { volume in
            ambiguous.first { $0 != volume && $0.identity.id == volume.identity.id }.map {
                volume.shared(with: $0.path, next: "fox-sync sync")
            }
        }
        let errors = nameless.map { path in
            CLIError(
                .held, "ambiguous",
                "\(path): its device has no serial number of its own, so it is not written"
                    + " unless it is named",
                next: "fox-sync sync --volume \(path.shellWord)")
        }
        return (clear, shared + errors)
    }
}

extension FoundVolume {
    /// Finds the volumes at folders that a person named, each once.
    fileprivate static func named(_ folders: [String]) -> ([FoundVolume], [CLIError]) {
        var found: [FoundVolume] = []
        var refused: [CLIError] = []
        for folder in folders {
            do throws(CLIError) {
                let volume = try FoundVolume(folder: folder)
                if !found.contains(where: { $0.identity == volume.identity }) {
                    found.append(volume)
                }
            } catch { refused.append(error) }
        }
        return (found, refused)
    }
}

/// What `sync` did, one run a fox.
private struct SyncResult: CommandResult {
    let runs: [RunView]
    let errors: [CLIError]

    var exit: ExitCode { .most(serious: runs.map(\.exit) + errors.map(\.exit)) }

    func text(_ style: Style) -> String {
        // What somebody has to look at stands last, where it is seen.
        let order = FoxState.Kind.allCases.reversed().map { Optional($0) } + [nil]
        let sorted = order.flatMap { kind in runs.filter { $0.fox?.kind == kind } }
        var parts = sorted.map { $0.text(style) }
        parts += errors.map { error in
            error.message + (error.next.map { "\n  next: \(style.paint($0, .bold))" } ?? "")
        }
        let states = runs.compactMap(\.fox)
        if states.count > 1 { parts += ["", states.summary] }
        return parts.joined(separator: "\n")
    }
}
