// A fox that was never synced here: whose it is, and what lets a draft onto it.
import PicoFox
import Testing

@testable import SyncEngine

@Suite("First contact")
struct FirstContactTests {
    private var stranger: Scene {
        var scene = Scene.settled
        scene.base = nil
        scene.device["settings.txt"] = Text.settings(callsign: "W1AW")
        return scene
    }

    @Test("somebody's fox is not overwritten because it was plugged in")
    func held() {
        #expect(PlannerTests.word(stranger.plan()) == "first-contact")
        #expect(
            PlannerTests.word(stranger.plan(Planner.Policy(isAssigned: true))) == "first-contact")
    }

    @Test("a person's word, the draft's callsign or the factory state let it through")
    func pushed() {
        #expect(PlannerTests.word(stranger.plan(Planner.Policy(byHand: true))) == "push")
        var own = stranger
        own.device["settings.txt"] = Text.settings(frequency: "145.999")
        #expect(PlannerTests.word(own.plan()) == "push")
        for firmware in Firmware.all {
            var fresh = stranger
            fresh.device["settings.txt"] = firmware.factorySettings
            #expect(PlannerTests.word(fresh.plan()) == "push", "\(firmware.id)")
        }
    }

    @Test(
        "a fox that somebody set up in words that a firmware skips is somebody's all the same",
        arguments: [
            "CALLSIGN = W1AW\nITU_ZONE=2\nFREQ_MHZ = 145.565\nDUTY_CYCLE = 50\n",
            "# fox of the club\nCALLSIGN=W1AW\nITU_ZONE=2\nFREQ_MHZ=146.565000\n",
        ])
    func skippedByTheFirmware(_ settings: String) throws {
        for firmware in ["stock", "pacificon"] {
            var scene = stranger
            scene.firmware = firmware
            scene.device["settings.txt"] = Array(settings.utf8)
            let plan = scene.plan()
            #expect(PlannerTests.word(plan) == "first-contact", "\(firmware)")
            guard case .held(let hold) = plan.verdict else { continue }
            #expect(hold.message.contains("set up for W1AW"))
        }
    }

    @Test("an edit in words that a firmware skips is an edit, and no factory reset")
    func skippedEdit() {
        var scene = Scene.settled
        scene.device["settings.txt"] = Array(
            "CALLSIGN = K7ABC\nITU_ZONE=2\nFREQ_MHZ = 145.565\n".utf8)
        let plan = scene.plan(Planner.Policy(isAssigned: true))
        #expect(PlannerTests.word(plan) == "device-edited")
    }

    @Test(
        "a fox that has the draft's callsign beside another one may be somebody else's",
        arguments: [
            ("pacificon", "CALLSIGN=W1AW\nITU_ZONE=2\nFREQ_MHZ=145.3\n# was\nCALLSIGN=K7ABC\n"),
            ("stock", "CALLSIGN=K7ABC\nITU_ZONE=2\nFREQ_MHZ=145.3\n# mine\nCALLSIGN=W1AW\n"),
            ("stock", "CALLSIGN = W1AW\nITU_ZONE=2\nFREQ_MHZ=145.3\nCALLSIGN=K7ABC\n"),
            ("pacificon", "CALLSIGN=K7ABC\nITU_ZONE=2\nFREQ_MHZ=145.3\nCALL\nSIGN=W1AW\n"),
        ])
    func twoCallsigns(_ firmware: String, _ settings: String) {
        var scene = stranger
        scene.firmware = firmware
        scene.device["settings.txt"] = Array(settings.utf8)
        let plan = scene.plan()
        guard case .held(let hold) = plan.verdict else {
            Issue.record("not held: \(plan.verdict)")
            return
        }
        #expect(hold.reason == .firstContact)
        #expect(hold.message.contains("set up for W1AW, not for K7ABC"))
    }

    @Test(
        "a fox with the draft's callsign only is the draft's, in whatever letters it stands there")
    func ownCallsign() {
        var scene = stranger
        scene.firmware = "pacificon"
        // As pacificon writes it anew: under stock's rules the comment hides the callsign.
        scene.device["settings.txt"] = Array(
            "# callsign\nCALLSIGN=k7abc\nITU_ZONE=2\nFREQ_MHZ=145.3\n".utf8)
        #expect(PlannerTests.word(scene.plan()) == "push")
    }

    @Test("a hold names what acts otherwise, and nothing that only is written otherwise")
    func actsTheSame() throws {
        var scene = stranger
        scene.draft["settings.txt"]? += Array("MORSE_WPM=15\nMORSE_FARNSWORTH_WPM=15\n".utf8)
        scene.device["settings.txt"]? += Array("MORSE_WPM=15\nMORSE_FARNSWORTH_WPM=10\n".utf8)
        let keys = { (scene: Scene) in
            scene.plan().files.first { $0.name == "settings.txt" }?.changes.map(\.key)
        }
        #expect(keys(scene) == ["CALLSIGN"])
        scene.draft["settings.txt"]? += Array("MORSE_FARNSWORTH_WPM=20\n".utf8)
        #expect(keys(scene) == ["CALLSIGN", "MORSE_FARNSWORTH_WPM"])
    }

    @Test("two empty callsigns are not the same callsign")
    func emptyCallsigns() {
        var scene = stranger
        scene.device["settings.txt"] = Text.settings(callsign: "", frequency: "145.777")
        scene.draft["settings.txt"] = Text.settings(callsign: "")
        #expect(PlannerTests.word(scene.plan()) == "first-contact")
    }

    @Test("a stranger that already holds the draft converges")
    func converged() {
        var scene = stranger
        scene.device = scene.draft
        #expect(PlannerTests.word(scene.plan()) == "converged")
    }
}
