// The real program is killed at every call that touches the volume or the database.
import Foundation
import FoxSystem
import PicoFox
import SyncEngine
import Testing

@Suite("SIGKILL at every system call on the volume and the database")
struct KilledProgramTests {
    /// A folder that stands in for a fox, and a host, both put back before each try.
    struct Stage: Sendable {
        let root: String
        let firmware: Firmware
        private(set) var old: [String: [UInt8]]
        private(set) var goal: [String: [UInt8]?]
        /// What is wanted of a run, and the words that say so to the program.
        private(set) var options = SyncRun.Options()
        private(set) var words: [String]
        /// What the draft is before and after, where the command changes it.
        private(set) var drafts: [[String: [UInt8]]] = []

        var fox: String { root + "/fox" }
        var home: String { root + "/home" }

        init(
            firmware: Firmware, before: [String: [UInt8]]?, old: [String: [UInt8]],
            draft: [String: [UInt8]]
        ) throws {
            root = try scratchFolder()
            self.firmware = firmware
            let stage = Stage(root: root, firmware: firmware)
            try Self.write(old, to: root + "/fox")
            if let before {
                try Self.write(before, to: root + "/home/drafts/hunt")
                try stage.setFirmware()
                guard case .success(let report) = stage.sync(), report.run.result == .pushed else {
                    throw Scenario.Unexpected("the push before did not work")
                }
                try FileManager.default.removeItem(atPath: root + "/home/drafts/hunt")
            }
            try Self.write(draft, to: root + "/home/drafts/hunt")
            if before == nil { try stage.setFirmware() }
            words = ["sync", "--volume", root + "/fox"]
            self.old = Self.files(root + "/fox")
            var goal: [String: [UInt8]?] = draft.mapValues { $0 }
            for name in (before ?? [:]).keys where draft[name] == nil { goal[name] = .some(nil) }
            self.goal = goal
            try keep()
        }

        private func keep() throws {
            for name in ["fox", "home"] {
                try? FileManager.default.removeItem(atPath: root + "/kept-" + name)
                try FileManager.default.copyItem(
                    atPath: root + "/" + name, toPath: root + "/kept-" + name)
            }
        }

        /// Makes it a stage for another command, whose outcome is seen in a clean run of it.
        ///
        /// - Parameters:
        ///   - edits: What somebody changed on the fox.
        ///   - side: Who wins, or nil for the restore of the last backup.
        /// - Throws: When the clean run does not work.
        mutating func decide(edits: [String: [UInt8]], side: SyncRun.Side?) throws {
            try Self.write(edits, to: fox)
            old = Self.files(fox)
            let real = try Folder.realPath(fox)
            if let side {
                options = SyncRun.Options(
                    draft: side == .device ? "hunt" : nil, side: side, replacesEdits: true)
                words =
                    side == .device
                    ? ["pull", "--volume", fox, "hunt", "--force"]
                    : ["resolve", "path:" + real, "--keep", side.rawValue]
            } else {
                let run = try StateStore(path: places.database).runs(limit: 1).first
                let backup = run.flatMap { try? BackupStore(folder: places.backups).backup(of: $0) }
                options = SyncRun.Options(restoring: backup)
                words = ["backup", "restore", run?.id ?? "", "--volume", fox]
            }
            try keep()
            let draft = Self.files(home + "/drafts/hunt")
            guard case .success(let report) = sync(options),
                [.pushed, .pulled, .restored].contains(report.run.result)
            else { throw Scenario.Unexpected("the clean run did not work") }
            drafts = [draft, Self.files(home + "/drafts/hunt")]
            let now = Self.files(fox)
            goal = [:]
            for name in Set(old.keys).union(now.keys) where old[name] != now[name] {
                goal[name] = .some(now[name])
            }
            try reset()
        }

        /// Makes it a stage for the run after one that was killed.
        ///
        /// - Parameters:
        ///   - call: At which call on its temporary file it is killed, after which the call is done.
        ///   - program: The program.
        /// - Throws: When it is not killed there.
        mutating func cut(at call: String, _ program: String) throws {
            let calls = call == "rename" ? "rename,renameat,renameat2" : call
            let outcome = try Program.run(
                [
                    // A name is given relative to the folder, and so told by that.
                    "strace", "-f", "-qq", "-o", "/dev/null", "-P", fox, "-P",
                    fox + "/" + DeviceWriter.temporaryName, "-e", "trace=\(calls)", "-e",
                    "inject=\(calls):signal=SIGKILL:when=1", program,
                ] + words, home: home)
            guard outcome.code == 137 else {
                throw Scenario.Unexpected("not killed at \(call): \(outcome.text)")
            }
            old = Self.files(fox).filter { !isTemporary($0.key) }
            try keep()
        }

        private init(root: String, firmware: Firmware) {
            self.root = root
            self.firmware = firmware
            old = [:]
            goal = [:]
            words = []
        }

        private func setFirmware() throws {
            try StateStore(path: places.database).set(
                DraftOptions(firmware: firmware.id), of: "hunt")
        }

        var places: Places { Places(environment: ["FOX_SYNC_HOME": home]) }

        static func write(_ files: [String: [UInt8]], to folder: String) throws {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            for (name, bytes) in files {
                try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
        }

        static func files(_ folder: String) -> [String: [UInt8]] {
            var result: [String: [UInt8]] = [:]
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                result[name] = FileManager.default.contents(atPath: folder + "/" + name)
                    .map { [UInt8]($0) }
            }
            return result
        }

        func reset() throws {
            for name in ["fox", "home"] {
                try? FileManager.default.removeItem(atPath: root + "/" + name)
                try FileManager.default.copyItem(
                    atPath: root + "/kept-" + name, toPath: root + "/" + name)
            }
        }

        /// A clean run, in this process.
        func sync(
            _ options: SyncRun.Options = SyncRun.Options()
        ) -> Result<RunReport, SyncError> {
            do throws(VolumeError) {
                let real = (try? Folder.realPath(fox)) ?? fox
                let volume = try PosixVolume(path: real)
                let run = SyncRun(
                    volume: volume, volumePath: real, identity: DeviceIdentity(path: real),
                    places: places, options: options)
                do throws(SyncError) { return .success(try run.perform()) } catch {
                    return .failure(error)
                }
            } catch { return .failure(SyncError(error, .recognise)) }
        }
    }

    private static func first() throws -> Stage {
        try Stage(
            firmware: .stock, before: nil,
            old: [
                "settings.txt": Firmware.stock.factorySettings, "audio.wav": Scenario.wav(2000, 9),
                "notes.doc": [1, 2, 3],
            ],
            draft: [
                "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": Scenario.wav(900, 1),
            ])
    }

    private static func later() throws -> Stage {
        try Stage(
            firmware: .kc9mne,
            before: [
                "settings.txt": Scenario.settings(call: "K1ABC"),
                "audio1.wav": Scenario.wav(900, 1), "audio2.wav": Scenario.wav(800, 2),
            ],
            old: [
                "settings.txt": Firmware.kc9mne.factorySettings, "notes.doc": [1, 2, 3],
                "callsign.wav": Scenario.wav(300, 8),
            ],
            draft: [
                "settings.txt": Scenario.settings(call: "K1ACB", comment: 500),
                "audio1.wav": Scenario.wav(1200, 4),
            ])
    }

    private static func conflict(_ side: SyncRun.Side?) throws -> Stage {
        var stage = try Stage(
            firmware: .stock,
            before: [
                "settings.txt": Scenario.settings(call: "K1ABC"), "audio.wav": Scenario.wav(900, 1),
            ],
            old: [
                "settings.txt": Firmware.stock.factorySettings, "audio.wav": Scenario.wav(2000, 9),
                "notes.doc": [1, 2, 3],
            ],
            draft: [
                "settings.txt": Scenario.settings(call: "K1ABC", megahertz: "146.7"),
                "audio.wav": Scenario.wav(900, 1),
            ])
        try stage.decide(
            edits: ["settings.txt": Scenario.settings(call: "K1ABC", wpm: 12)], side: side)
        return stage
    }

    private static func cut(at call: String) throws -> Stage {
        var stage = try first()
        try stage.cut(at: call, try #require(Program.path))
        return stage
    }

    /// What is killed.
    enum Command: String, CaseIterable {
        case firstPush = "first push"
        case laterPush = "later push"
        case restore
        case resolveDraft = "resolve --keep draft"
        case resolveMerge = "resolve --keep merge"
        case pull
        case recoveryOfTemporary = "recovery from a temporary file"
        case recoveryOfUnproven = "recovery from a file that was not proven"

        fileprivate func stage() throws -> Stage {
            switch self {
            case .firstPush: try KilledProgramTests.first()
            case .laterPush: try KilledProgramTests.later()
            case .restore: try KilledProgramTests.conflict(nil)
            case .resolveDraft: try KilledProgramTests.conflict(.draft)
            case .resolveMerge: try KilledProgramTests.conflict(.merge)
            case .pull: try KilledProgramTests.conflict(.device)
            case .recoveryOfTemporary: try KilledProgramTests.cut(at: "sync_file_range")
            case .recoveryOfUnproven: try KilledProgramTests.cut(at: "rename")
            }
        }
    }

    private static let calls = [
        "pwrite64", "pread64", "openat", "openat2", "fdatasync", "fsync", "ftruncate", "unlink",
        "unlinkat", "renameat", "rename", "sync_file_range", "syncfs", "flock", "close",
    ]

    @Test(
        "a killed command loses nothing, and the next one finishes it", .timeLimit(.minutes(20)),
        .enabled(if: Program.isThere("strace"), "strace is not installed"),
        .enabled(if: Program.path != nil, "fox-sync was not built beside the tests"),
        arguments: Command.allCases)
    func kill(_ command: Command) throws {
        let program = try #require(Program.path)
        let stage = try command.stage()
        let database = stage.places.database
        let watched =
            [stage.fox, database, database + "-wal", database + "-shm"]
            + Set(stage.old.keys).union(stage.goal.keys).union([DeviceWriter.temporaryName])
            .map { stage.fox + "/" + $0 }
        var points = 0
        var failures: [String] = []
        for call in Self.calls {
            // strace counts each call by itself, in each thread.
            for number in stride(from: 1, through: 1000, by: isLong ? 1 : 9) {
                try stage.reset()
                let outcome = try Program.run(
                    ["strace", "-f", "-qq", "-o", "/dev/null"] + watched.flatMap { ["-P", $0] } + [
                        "-e", "trace=\(call)", "-e",
                        "inject=\(call):signal=SIGKILL:when=\(number)", program,
                    ] + stage.words, home: stage.home)
                if outcome.code == 0 { break }
                guard outcome.code == 137 else {
                    failures.append("\(call) \(number): exit \(outcome.code): \(outcome.text)")
                    break
                }
                points += 1
                let problems = check(stage)
                if !problems.isEmpty {
                    failures.append(
                        "killed at \(call) \(number): \(problems.joined(separator: "; "))")
                }
            }
        }
        print(
            "kill loop (\(command.rawValue)): \(points) kill points,"
                + " \(failures.count) losses")
        #expect(points >= (isLong ? 100 : 10))
        tell(failures)
    }

    @Test(
        "the draft of a first push that was killed goes to no other fox, and the push is finished",
        .enabled(if: Program.isThere("strace"), "strace is not installed"),
        .enabled(if: Program.path != nil, "fox-sync was not built beside the tests"),
        arguments: ["sync_file_range", "rename"])
    func freeDraft(_ call: String) throws {
        let program = try #require(Program.path)
        let stage = try Self.cut(at: call)
        let other = stage.root + "/other"
        try Stage.write(["settings.txt": Firmware.stock.factorySettings], to: other)
        let refused = try Program.run([program, "sync", "--volume", other], home: stage.home)
        #expect(refused.code == 4 && refused.output.contains("no-draft"), "\(refused.text)")
        let finished = try Program.run([program] + stage.words, home: stage.home)
        #expect(finished.code == 0 && finished.output.contains("pushed"), "\(finished.text)")
        #expect(Stage.files(stage.fox)["audio.wav"] == stage.goal["audio.wav"] ?? nil)
        #expect(Stage.files(stage.fox)[DeviceWriter.temporaryName] == nil)
    }

    /// The promises, on the files of a folder.
    private func check(_ stage: Stage) -> [String] {
        var failures: [String] = []
        let found = Stage.files(stage.fox)
        for (name, old) in stage.old {
            let bytes = found[name]
            if bytes == old { continue }
            switch stage.goal[name] {
            case .some(.some(let new)):
                if let bytes, name == "settings.txt",
                    [old, new].contains(where: { text in
                        bytes.starts(with: text)
                            && bytes.dropFirst(text.count).allSatisfy { $0 == 0x0a }
                    })
                {
                    continue
                }
                if bytes != new { failures.append("\(name) is neither old nor new") }
            case .some(.none): if bytes != nil { failures.append("\(name) was changed") }
            case .none:
                let isID = name == stage.firmware.idFile
                if !isID || bytes != nil { failures.append("\(name) is not ours") }
            }
        }
        for (name, bytes) in found
        where stage.old[name] == nil && !isTemporary(name) {
            if stage.goal[name] != .some(bytes) { failures.append("\(name) appeared") }
        }
        let identity = DeviceIdentity(path: (try? Folder.realPath(stage.fox)) ?? stage.fox)
        let folder = stage.places.backups + "/" + identity.fileName
        for name in (try? Folder.names(in: folder)) ?? [] where !name.hasSuffix(".partial") {
            if verifiedBackup(folder + "/" + name) == nil {
                failures.append("backup \(name) does not verify")
            }
        }
        if !stage.drafts.isEmpty, !stage.drafts.contains(Stage.files(stage.home + "/drafts/hunt")) {
            failures.append("the draft is neither the old nor the new one")
        }
        let ends: [RunResult] = [.pushed, .converged, .upToDate, .restored, .pulled]
        switch stage.sync(stage.options) {
        case .success(let report) where ends.contains(report.run.result):
            let now = Stage.files(stage.fox)
            for (name, wanted) in stage.goal where now[name] != wanted {
                let isSame =
                    EffectiveSettings.read(now[name] ?? [], as: stage.firmware)
                    == EffectiveSettings.read(wanted ?? [], as: stage.firmware)
                if name != "settings.txt" || !isSame {
                    failures.append("\(name) is not the draft's after \(report.run.result)")
                }
            }
            if now[DeviceWriter.temporaryName] != nil { failures.append("foxsync.tmp is left") }
            if now["notes.doc"] != [1, 2, 3] { failures.append("notes.doc was changed") }
        case .success(let report):
            failures.append("not recovered: \(report.run.result): \(report.run.message)")
        case .failure(let error): failures.append("not recovered: \(error)")
        }
        if let last = stage.drafts.last, Stage.files(stage.home + "/drafts/hunt") != last {
            failures.append("the draft is not what it was to become")
        }
        // After a restore the fox is no draft's: what is done again is the restore, which finds all
        // in place and writes nothing.
        let isRestore = stage.options.restoring != nil
        let next = isRestore ? stage.options : SyncRun.Options()
        guard case .success(let again) = stage.sync(next),
            again.run.result == (isRestore ? .restored : .upToDate), again.steps.isEmpty
        else {
            failures.append("the run after that is not up to date")
            return failures
        }
        let runs = (try? StateStore(path: stage.places.database).runs(limit: 10)) ?? []
        if runs.contains(where: { $0.result == .running }) {
            failures.append("a run still says that it is running")
        }
        return failures
    }
}
