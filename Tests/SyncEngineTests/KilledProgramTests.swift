// The real program is killed at every call that touches the volume or the database.
import Foundation
import FoxSystem
import PicoFox
import SyncEngine
import Testing

@Suite("SIGKILL at every system call on the volume and the database")
struct KilledProgramTests {
    /// A folder that stands in for a fox, and a host, both put back before each try.
    private struct Stage: Sendable {
        let root: String
        let firmware: Firmware
        let old: [String: [UInt8]]
        let goal: [String: [UInt8]?]

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
            self.old = Self.files(root + "/fox")
            var goal: [String: [UInt8]?] = draft.mapValues { $0 }
            for name in (before ?? [:]).keys where draft[name] == nil { goal[name] = .some(nil) }
            self.goal = goal
            for name in ["fox", "home"] {
                try FileManager.default.copyItem(
                    atPath: root + "/" + name, toPath: root + "/kept-" + name)
            }
        }

        private init(root: String, firmware: Firmware) {
            self.root = root
            self.firmware = firmware
            old = [:]
            goal = [:]
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
        func sync() -> Result<RunReport, SyncError> {
            do throws(VolumeError) {
                let real = (try? Folder.realPath(fox)) ?? fox
                let volume = try PosixVolume(path: real)
                let run = SyncRun(
                    volume: volume, volumePath: real, identity: DeviceIdentity(path: real),
                    places: places)
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

    private static let calls = [
        "pwrite64", "pread64", "openat", "openat2", "fdatasync", "fsync", "ftruncate", "unlink",
        "unlinkat", "renameat", "rename", "sync_file_range", "syncfs", "flock", "close",
    ]

    @Test(
        "a killed sync loses nothing, and the next one finishes it", .timeLimit(.minutes(10)),
        .enabled(if: Program.isThere("strace"), "strace is not installed"),
        .enabled(if: Program.path != nil, "fox-sync was not built beside the tests"),
        arguments: [true, false])
    func kill(_ isFirst: Bool) throws {
        let program = try #require(Program.path)
        let stage = try isFirst ? Self.first() : Self.later()
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
                        "inject=\(call):signal=SIGKILL:when=\(number)", program, "sync",
                        "--volume", stage.fox,
                    ], home: stage.home)
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
            "kill loop (\(isFirst ? "first push" : "later push")): \(points) kill points,"
                + " \(failures.count) losses")
        #expect(points >= (isLong ? 100 : 10))
        for failure in failures { print("LOSS \(failure)") }
        for failure in failures.prefix(8) { Issue.record("\(failure)") }
        #expect(failures.count == 0)
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
        switch stage.sync() {
        case .success(let report)
        where [.pushed, .converged, .upToDate].contains(report.run.result):
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
        guard case .success(let again) = stage.sync(), again.run.result == .upToDate else {
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
