// Three sides in a few words: what the tests of planning set up.
import FoxSystem
import PicoFox

@testable import SyncEngine

/// Settings for tests.
enum Text {
    static func settings(callsign: String = "K7ABC", frequency: String = "145.100") -> [UInt8] {
        Array(
            """
            CALLSIGN=\(callsign)
            ITU_ZONE=2
            FREQ_MHZ=\(frequency)
            DUTY_CYCLE=100

            """.utf8)
    }
}

/// Draft, base and device of one planning.
struct Scene {
    var firmware = "stock"
    var draft: [String: [UInt8]]
    var base: [String: [UInt8]]?
    var device: [String: [UInt8]]
    /// Files of the base that no draft put there.
    var observed: Set<String> = []
    var obstacles: [String: String] = [:]
    var idFiles: [String] = []
    var hasTemporary = false
    var draftName = "fox1"
    /// The draft that the base is of.
    var baseName = "fox1"
    var leftOut: [String: String] = [:]
    private var row: PlannerTests.Row?

    /// All three sides the same: settings and one WAV.
    static var settled: Scene {
        let files = ["settings.txt": Text.settings(), "audio.wav": [1, 2, 3, 4]]
        return Scene(draft: files, base: files, device: files)
    }

    private init(draft: [String: [UInt8]], base: [String: [UInt8]]?, device: [String: [UInt8]]) {
        (self.draft, self.base, self.device) = (draft, base, device)
    }

    /// One row of the plan table, or nil when it cannot exist.
    init?(_ row: PlannerTests.Row) {
        self = .settled
        self.row = row
        firmware = row.file == .other ? "pacificon" : "stock"
        let name = row.file.rawValue
        // A draft without settings.txt is refused before planning, and so is a device without one.
        if row.file == .settings, row.device == .missing || row.draft == .missing { return nil }
        if row.draft == .reset || (row.device == .reset && row.file == .other) { return nil }
        let isAlike = [row.device, row.draft].filter { $0 == .changedAlike }.count
        if isAlike == 1 { return nil }
        let old: [UInt8] = row.file == .settings ? Text.settings() : [5, 6, 7]
        let versions: [[UInt8]] =
            row.file == .settings
            ? [Text.settings(frequency: "145.300"), Text.settings(frequency: "145.400")]
            : [[1], [2]]
        for side in [\Scene.draft, \Scene.device] {
            self[keyPath: side][name] = old
        }
        base?[name] = old
        func content(_ change: PlannerTests.Change, _ own: [UInt8]) -> [UInt8]? {
            switch change {
            case .same: old
            case .changed: own
            case .changedAlike: versions[0]
            case .missing: nil
            case .reset:
                row.file == .settings ? Firmware.stock.factorySettings : Self.factoryAudio
            }
        }
        device[name] = content(row.device, versions[0])
        draft[name] = content(row.draft, versions[1])
        if !row.hasBase { base = nil }
    }

    /// What stock firmware makes where audio.wav is missing, but for its samples.
    static let factoryAudio =
        WavFile.header(sampleCount: 150_000, sampleRate: 5000)
        + [UInt8](repeating: 0, count: 288_000)

    /// What the plan table of design.md says of the row.
    func expected(assigned: Bool) -> String {
        guard let row else { return "no row" }
        // Without a base: same callsign or factory state, so the draft may go onto the fox.
        guard row.hasBase else { return isSame ? "converged" : "push" }
        if row.device == .reset { return assigned ? "push" : "device-reset" }
        switch (row.device, row.draft) {
        case (.same, .same): return "up to date"
        case (.same, _): return "push"
        case (.changedAlike, .changedAlike), (.missing, .missing): return "converged"
        case (_, .same): return "device-edited"
        default: return "conflict"
        }
    }

    private var isSame: Bool {
        draft.allSatisfy { device[$0.key] == $0.value }
    }

    var frozen: FrozenDraft {
        FrozenDraft(
            name: draftName, firmware: Firmware.named(firmware) ?? .stock, firmwareIsGiven: true,
            offAir: false, files: Self.files(draft), leftOut: leftOut)
    }

    var recorded: Base? {
        base.map { files in
            Base(
                draft: baseName, run: "run0", at: Timestamp(milliseconds: 0),
                files: Dictionary(
                    uniqueKeysWithValues: files.map { name, bytes in
                        (
                            name,
                            BaseFile(
                                digest: Digest(of: bytes), size: bytes.count,
                                fromDraft: !observed.contains(name),
                                settings: name == "settings.txt" ? bytes : nil)
                        )
                    }))
        }
    }

    var snapshot: Snapshot { snapshot(entries: device.count) }

    /// The device, with so many entries in its root.
    func snapshot(entries: Int) -> Snapshot {
        let settings = device["settings.txt"] ?? []
        return Snapshot(
            settings: DeviceFile(name: "settings.txt", bytes: settings),
            files: Self.files(device), obstacles: obstacles,
            idFiles: idFiles, temporaries: hasTemporary ? [DeviceWriter.temporaryName] : [],
            rootEntries: entries,
            space: VolumeSpace(
                unit: 1024, freeUnits: 10_000, totalUnits: 15_000, isReadOnly: false))
    }

    func plan(_ policy: Planner.Policy = Planner.Policy()) -> SyncPlan {
        Planner.plan(draft: frozen, base: recorded, snapshot: snapshot, policy: policy)
    }

    private static func files(_ files: [String: [UInt8]]) -> [String: DeviceFile] {
        Dictionary(
            uniqueKeysWithValues: files.map { ($0.key, DeviceFile(name: $0.key, bytes: $0.value)) })
    }
}
