// The plan table, row by row and in all combinations.
import PicoFox
import Testing

@testable import SyncEngine

@Suite("Planner")
struct PlannerTests {
    /// What a side did since the base.
    enum Change: String, CaseIterable, Sendable {
        case same, changed, changedAlike, missing, reset
    }

    /// Which file it is about.
    enum File: String, CaseIterable, Sendable {
        case settings = "settings.txt"
        case wav = "audio.wav"
        case other = "sstv.jpg"
    }

    struct Row: Sendable, CustomStringConvertible {
        let file: File
        let device: Change
        let draft: Change
        let hasBase: Bool
        var description: String {
            "\(file.rawValue): device \(device), draft \(draft), \(hasBase ? "base" : "no base")"
        }
    }

    static let rows: [Row] = File.allCases.flatMap { file in
        Change.allCases.flatMap { device in
            Change.allCases.flatMap { draft in
                [true, false].map { Row(file: file, device: device, draft: draft, hasBase: $0) }
            }
        }
    }

    /// Everything between base and verdict, by the words of the plan table.
    @Test(
        "every combination of sides comes to what the plan table says", arguments: rows,
        [true, false])
    func table(_ row: Row, isAssigned: Bool) throws {
        guard let scene = Scene(row) else { return }
        let plan = scene.plan(Planner.Policy(isAssigned: isAssigned))
        #expect(Self.word(plan) == scene.expected(assigned: isAssigned), "\(plan)")
        let forced = scene.plan(Planner.Policy(isAssigned: isAssigned, force: true))
        if case .held(let hold) = forced.verdict { #expect(hold.reason == .obstacle) }
        // What is pushed is the draft, by meaning, and nothing else is touched.
        for step in plan.steps where step.action != .removeID {
            #expect(scene.draft[step.name] != nil || step.action == .delete)
        }
        if plan.verdict != .push { #expect(plan.steps.isEmpty) }
    }

    static func word(_ plan: SyncPlan) -> String {
        switch plan.verdict {
        case .upToDate: "up to date"
        case .converged: "converged"
        case .push: "push"
        case .pull: "pull"
        case .held(let hold): hold.reason.rawValue
        }
    }

    @Test("the table has no hole: every row that can exist is planned")
    func rowsAreCounted() {
        let scenes = Self.rows.compactMap(Scene.init)
        #expect(Self.rows.count == 150)
        // Settings cannot be missing, no firmware makes a picture and no draft is reset, and both
        // sides change alike or none does: 7 pairs for settings, 13 for the WAV, 10 for the
        // picture, with and without a base.
        #expect(scenes.count == 2 * (7 + 13 + 10))
    }

    @Test("somebody's audio on a reset fox holds a draft that has none, and only that which is new")
    func resetAndFilled() {
        let assigned = Planner.Policy(isAssigned: true)
        var scene = Scene.settled
        scene.draft["audio.wav"] = nil
        scene.base?["audio.wav"] = nil
        scene.device["settings.txt"] = Firmware.stock.factorySettings
        for (audio, word) in [
            ([UInt8]?.none, "push"), (Scene.factoryAudio, "push"), ([9, 9], "device-edited"),
        ] {
            scene.device["audio.wav"] = audio
            #expect(Self.word(scene.plan(assigned)) == word)
        }
        // What the fox does not play is no matter.
        scene.device["audio.wav"] = nil
        scene.device["audio7.wav"] = [9, 9]
        #expect(Self.word(scene.plan(assigned)) == "push")
    }

    @Test("audio that the fox made anew goes with the draft's settings, and never past an edit")
    func resetAudio() {
        var scene = Scene.settled
        scene.device["audio.wav"] = Scene.factoryAudio
        let assigned = Planner.Policy(isAssigned: true)
        #expect(scene.plan(assigned).steps.map(\.name) == ["audio.wav"])
        scene.draft["audio.wav"] = [9, 9]
        scene.draft["settings.txt"] = Text.settings(frequency: "145.300")
        #expect(scene.plan(assigned).steps.map(\.name) == ["audio.wav", "settings.txt"])
        scene.device["settings.txt"] = Text.settings(frequency: "145.400")
        let plan = scene.plan(assigned)
        guard case .held(let hold) = plan.verdict else {
            Issue.record("not held: \(plan.verdict)")
            return
        }
        #expect(hold.reason == .conflict)
        #expect(hold.message.contains("FREQ_MHZ") && !hold.message.contains("audio.wav"))
        // One sample more is somebody's recording.
        scene = .settled
        scene.device["audio.wav"] = Scene.factoryAudio + [0, 0]
        #expect(Self.word(scene.plan(assigned)) == "device-edited")
    }

    @Test("a reset fox gets its draft again, unless somebody's own file is on it since")
    func resetFox() {
        let assigned = Planner.Policy(isAssigned: true)
        var scene = Scene.settled
        scene.device["settings.txt"] = Firmware.stock.factorySettings
        // As it was, made by the firmware, not there.
        let states: [([UInt8]?, Bool)] = [
            ([1, 2, 3, 4], false), (Scene.factoryAudio, true), (nil, true),
        ]
        for (audio, isReset) in states {
            scene.device["audio.wav"] = audio
            let plan = scene.plan(assigned)
            #expect(Self.word(plan) == "push")
            #expect(plan.reset == (isReset ? ["audio.wav", "settings.txt"] : ["settings.txt"]))
            #expect(Self.word(scene.plan()) == "device-reset")
        }
        scene.device["audio.wav"] = [9, 9]
        for policy in [assigned, Planner.Policy()] {
            guard case .held(let hold) = scene.plan(policy).verdict else {
                Issue.record("not held: \(scene.plan(policy).verdict)")
                continue
            }
            #expect(hold.reason == .deviceEdited)
            #expect(hold.message == "the fox was reset, and edited since: audio.wav")
        }
        scene.draft["audio.wav"] = [8]
        #expect(Self.word(scene.plan(assigned)) == "conflict")
        // The other way round, the settings that the firmware made do not go into the draft.
        if let base = scene.recorded {
            scene.draft["audio.wav"] = [1, 2, 3, 4]
            var merge = Merge(draft: scene.frozen, base: base, snapshot: scene.snapshot)
            #expect(merge.changed == ["audio.wav"] && merge.removed.isEmpty)
            scene.device["audio.wav"] = nil
            merge = Merge(draft: scene.frozen, base: base, snapshot: scene.snapshot)
            #expect(merge.changed.isEmpty && merge.removed.isEmpty)
        }
    }

    @Test("the plan says which side made the difference that a push ends")
    func reasons() {
        func why(_ draft: [UInt8], _ device: [UInt8]) -> String? {
            var scene = Scene.settled
            scene.draft["audio.wav"] = draft
            scene.device["audio.wav"] = device
            return scene.plan(Planner.Policy(isAssigned: true, force: true)).steps.first?.why
        }
        let base: [UInt8] = [1, 2, 3, 4]
        #expect(why([8], base) == "changed in the draft")
        #expect(why(base, [9]) == "edited on the fox; the draft wins")
        #expect(why([8], [9]) == "edited on the fox and in the draft; the draft wins")
        #expect(why(base, Scene.factoryAudio) == "reset to factory on the fox")
    }

    @Test("the words of a deletion say what became of the file in the draft")
    func deletions() {
        func why(_ draft: String, in base: String = "fox1", leftOut: [String: String] = [:])
            -> String?
        {
            var scene = Scene.settled
            scene.draft["audio.wav"] = nil
            scene.draftName = draft
            scene.baseName = base
            scene.leftOut = leftOut
            let plan = scene.plan(Planner.Policy(isAssigned: true))
            return plan.steps.first { $0.action == .delete }?.why
        }
        #expect(why("fox1") == "removed from the draft")
        #expect(why("c") == "not in the draft 'c'")
        #expect(why("fox1", in: "") == "not in the draft 'fox1'")
        #expect(why("fox1", leftOut: ["Audio.wav": "no"]) == "left out of the draft: no")
    }

    @Test("one file in conflict holds all, also those that could be pushed")
    func conflictHoldsAll() {
        var scene = Scene.settled
        scene.draft["settings.txt"] = Text.settings(frequency: "145.300")
        scene.device["settings.txt"] = Text.settings(frequency: "145.400")
        scene.draft["audio.wav"] = [9, 9]
        let plan = scene.plan()
        guard case .held(let hold) = plan.verdict else {
            Issue.record("not held: \(plan.verdict)")
            return
        }
        #expect(hold.reason == .conflict)
        #expect(hold.files == ["settings.txt"])
        #expect(hold.message.contains("FREQ_MHZ"))
        #expect(plan.steps.isEmpty)
        #expect(plan.files.allSatisfy { !$0.action.writes })
    }

    @Test("a conflict names the keys that were edited on both sides, differently, and no other")
    func disputedKeys() {
        func message(draft: [UInt8], device: [UInt8], isAudioEdited: Bool = false) -> String? {
            var scene = Scene.settled
            scene.draft["settings.txt"] = draft
            scene.device["settings.txt"] = device
            if isAudioEdited {
                scene.draft["audio.wav"] = [8]
                scene.device["audio.wav"] = [9]
            }
            guard case .held(let hold) = scene.plan().verdict else { return nil }
            return hold.reason == .conflict ? hold.message : nil
        }
        let device = Text.settings(callsign: "K7XYZ", frequency: "145.300")
        let both = message(draft: Text.settings(frequency: "145.400"), device: device)
        #expect(both?.hasSuffix("differently: settings.txt (FREQ_MHZ)") == true)
        // A merge that was cut has the fox's frequency in the draft already.
        let one = message(draft: Text.settings(frequency: "145.300"), device: device)
        let apart = "edited on both sides, in different keys: settings.txt"
        #expect(one == apart)
        let edited = message(
            draft: Text.settings(frequency: "145.400"), device: Text.settings(callsign: "K7XYZ"))
        #expect(edited == apart)
        // Where a file clashes, settings that do not are none of the matter.
        let audio = message(
            draft: Text.settings(frequency: "145.400"), device: Text.settings(callsign: "K7XYZ"),
            isAudioEdited: true)
        #expect(audio?.hasSuffix("in the draft, differently: audio.wav") == true, "\(audio ?? "")")
        let none = message(draft: device + Array("MORSE_WPM=12\n".utf8), device: device)
        #expect(none == apart)
    }

    @Test("settings that a firmware rewrote to the same values are no edit")
    func rewrittenSettings() {
        var scene = Scene.settled
        scene.device["settings.txt"] = Array(
            "FREQ_MHZ=145.100000\n\nCALLSIGN=K7ABC\nITU_ZONE=2\nDUTY_CYCLE=100\n".utf8)
        #expect(scene.plan().verdict == .upToDate)
        scene.draft["audio.wav"] = [9, 9]
        #expect(scene.plan().steps.map(\.name) == ["audio.wav"])
    }

    @Test("settings.txt is written last, WAVs in playing order, removals first")
    func order() {
        var scene = Scene.settled
        scene.firmware = "kc9mne"
        scene.draft = [
            "settings.txt": Text.settings(frequency: "145.300"), "audio10.wav": [1],
            "audio2.wav": [2], "audio1.wav": [3],
        ]
        scene.device["audio11.wav"] = [4]
        scene.base?["audio11.wav"] = [4]
        scene.base?["audio.wav"] = nil
        scene.device["audio.wav"] = nil
        let plan = scene.plan()
        #expect(
            plan.steps.map(\.name) == [
                "audio11.wav", "audio1.wav", "audio2.wav", "audio10.wav", "settings.txt",
            ])
        #expect(plan.steps.first?.action == .delete)
    }

    @Test("the generated ID goes before settings.txt when a value in it changes, and only then")
    func staleID() {
        var scene = Scene.settled
        scene.idFiles = [".callsign.wav"]
        scene.draft["settings.txt"] = Text.settings(frequency: "145.300")
        #expect(scene.plan().steps.map(\.name) == ["settings.txt"])
        // The sum of the bytes stays: the firmware would not notice by itself.
        scene.draft["settings.txt"] = Text.settings(callsign: "K7BAC")
        let plan = scene.plan()
        #expect(plan.steps.map(\.name) == [".callsign.wav", "settings.txt"])
        #expect(plan.steps.map(\.action) == [.removeID, .replace])
        #expect(plan.steps[0].why.contains("CALLSIGN"))
    }

    @Test("every generated ID that is there goes, whatever firmware the draft is for")
    func otherIDs() {
        var scene = Scene.settled
        scene.idFiles = ["CALLSIGN.WAV", ".callsign.wav"]
        scene.draft["settings.txt"] = Text.settings(callsign: "K7BAC")
        for firmware in ["stock", "kc9mne", "pacificon"] {
            scene.firmware = firmware
            #expect(
                scene.plan().steps.filter { $0.action == .removeID }.map(\.deviceName)
                    == ["CALLSIGN.WAV", ".callsign.wav"])
        }
        // A key of the fox's firmware alone: what it derives of it counts, too.
        scene.firmware = "stock"
        scene.draft["settings.txt"] =
            Array("FOX_NUMBER=2\n".utf8) + Text.settings(frequency: "145.3")
        #expect(scene.plan().steps.map(\.name) == ["settings.txt"])
        let policy = Planner.Policy(force: true, likely: [.jf9som], anyFirmware: true)
        let first = scene.plan(policy).steps.first
        #expect(first?.action == .removeID && first?.why == "it sends the old FOX_NUMBER")
    }

    @Test("shorter settings are padded to the old length, and the plan knows the very bytes")
    func padding() throws {
        var scene = Scene.settled
        let short = Array("CALLSIGN=K7ABC\nFREQ_MHZ=145.3\nITU_ZONE=2\n".utf8)
        scene.draft["settings.txt"] = short
        let step = try #require(scene.plan().steps.first)
        let old = try #require(scene.device["settings.txt"])
        #expect(step.payload?.count == old.count)
        #expect(step.payload.map { Array($0.prefix(short.count)) } == short)
        #expect(step.payload?.dropFirst(short.count).allSatisfy { $0 == 10 } == true)
        #expect(step.to == step.payload.map { FileContent(of: $0) })
    }

    @Test("files that the device has and no draft put there are left alone")
    func strangers() throws {
        var scene = Scene.settled
        scene.device["sstv.jpg"] = [1, 2, 3]
        scene.firmware = "pacificon"
        let plan = scene.plan()
        #expect(plan.verdict == .upToDate)
        #expect(plan.files.first { $0.name == "sstv.jpg" }?.action == .leave)
    }

    @Test("a file of the draft that the fox had all along, unchanged, may be replaced")
    func observed() {
        var scene = Scene.settled
        scene.draft["audio.wav"] = nil
        scene.base?["audio.wav"] = [7]
        scene.observed = ["audio.wav"]
        scene.device["audio.wav"] = [7]
        #expect(scene.plan().verdict == .upToDate)
        scene.draft["audio.wav"] = [8]
        #expect(scene.plan().steps.map(\.name) == ["audio.wav"])
        scene.device["audio.wav"] = [9]
        #expect(Self.word(scene.plan()) == "conflict")
    }
}
