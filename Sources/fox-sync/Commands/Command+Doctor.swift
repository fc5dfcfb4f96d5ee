// `doctor`: why a volume is or is not synced, rule by rule, and what each firmware makes of it.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import PicoFox
internal import SyncEngine

extension Command {
    static let doctor = Command(
        "doctor", words: "[DIR]", count: 0...1,
        "why a fox is not found or not synced, rule by rule",
        details: """
            Without DIR, every mounted volume with the rule that decided about it. With DIR (a mount
            point or folder), the volume itself: recognised or not and why, which firmware it looks
            like, what that firmware makes of its files (with --json: every firmware), and what is in the way. Reads only.
            """,
        exits: [.notFound], needsState: false
    ) { (context, call) throws(CLIError) in
        let rules = try context.config().rules
        let scan: VolumeScan
        do throws(WatchError) { scan = try VolumeScan.current() } catch { throw CLIError(error) }
        guard let folder = call.words.first else {
            let (database, problem) = context.databaseCheck
            return VolumesResult(
                udev: scan.udevIsRunning, state: problem, database: database,
                volumes: scan.volumes.map { VolumesResult.Item($0, rules.verdict(on: $0)) })
        }
        let found = try FoundVolume(looking: folder)
        let mounted = scan.volumes.first { $0.mount.target == found.path }
        let device = found.identity.id
        // A database that cannot be read is no reason to say nothing of the fox.
        let earlier = try? context.reading { (store) throws(StateError) in
            (base: try store.base(of: device), known: try store.knownFirmware(of: device))
        }
        return try Diagnosis(
            found, mounted: mounted, verdict: mounted.map { rules.verdict(on: $0) },
            guess: { $0.knownGuess(over: earlier?.base, known: earlier?.known) })
    }
}

extension Context {
    /// How the state database is, and what is wrong with it and how to go on.
    fileprivate var databaseCheck: (VolumesResult.Database?, problem: String?) {
        do throws(StateError) {
            let check = try StateStore(reading: places.database).check()
            let database = VolumesResult.Database(
                path: places.database, schema: check.version, runs: check.runs,
                devices: check.devices)
            if check.problems.isEmpty { return (database, try whatTakesNoChanges()) }
            return (
                database,
                "\(places.database): \(check.problems.joined(separator: "; ")). Save the log with"
                    + " 'fox-sync log export FILE', move the database away, sync again, and take the"
                    + " log back with 'fox-sync log import FILE': drafts and backups are plain"
                    + " folders and stay."
            )
        } catch { return (nil, error.description) }
    }
}

extension Context {
    /// Why a sync could not be recorded although all that is recorded can be read, or nil.
    ///
    /// - Throws: `StateError` when the database takes no changes.
    private func whatTakesNoChanges() throws(StateError) -> String? {
        // The folder of the locks itself, not the one it is in.
        for (path, what) in [(places.database, "database"), (places.locks + "/any", "locks")] {
            guard let folder = Self.nearestFolder(above: path), access(folder, W_OK | X_OK) != 0
            else { continue }
            return
                "\(folder): \(Errno.current.message), so no fox is synced: fox-sync keeps its"
                + " \(what) there; see to its permissions, or to its medium"
        }
        if (try? Folder.status(places.database)) != nil {
            try StateStore(path: places.database).tryWriting()
        }
        return nil
    }

    /// The folder that a file is in or, where that is yet to be made, the one to make it in.
    private static func nearestFolder(above path: String) -> String? {
        var folder = path.deletingLastComponent
        while (try? Folder.status(folder)) == nil {
            if folder == "/" || folder.isEmpty { return nil }
            folder = folder.deletingLastComponent
        }
        return folder
    }
}

struct VolumesResult: CommandResult {
    struct Item: Encodable, Sendable {
        let volume: String
        let source: String
        let fileSystem: String
        let candidate: Bool
        let rule: String
        let reason: String
        let serial: String?

        init(_ volume: WatchedVolume, _ verdict: VolumeVerdict) {
            self.volume = Array(volume.mount.target.utf8).printable
            source = volume.mount.source
            fileSystem = volume.mount.fileSystem
            candidate = verdict.isCandidate
            rule = verdict.rule.rawValue
            reason = verdict.reason
            serial = volume.device?.serial
        }
    }

    struct Database: Encodable, Sendable {
        let path: String
        let schema: Int
        let runs: Int
        let devices: Int
    }

    let udev: Bool
    let state: String?
    let database: Database?
    let volumes: [Item]

    var exit: ExitCode { state == nil ? .done : .failed }

    func text(_ style: Style) -> String {
        var table = Table()
        for item in volumes {
            table.add(
                [
                    item.volume, item.fileSystem, item.candidate ? "looked into" : "ignored",
                    "\(item.rule): \(item.reason)",
                ],
                tints: [.bold, nil, item.candidate ? .good : .dim])
        }
        var notes: [String] = []
        if !udev {
            let words = "udev is not running: serial numbers are read from sysfs"
            notes.append(style.paint(words, .warn))
        }
        if let database, state == nil {
            notes.append(
                "state: \(database.path), schema \(database.schema),"
                    + " \(Style.count(database.runs, "sync", "syncs")),"
                    + " \(Style.count(database.devices, "fox", "foxes")): sound")
        }
        if let state { notes.append(style.paint("state: ", .bad) + state) }
        return ([table.text(style)] + notes).joined(separator: "\n")
    }
}
