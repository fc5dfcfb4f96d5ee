// `status`: looking must not look like a change, or `--follow` would follow itself for ever.
import CFoxShims
import Foundation
import SyncEngine
import Testing

@testable import fox_sync

@Suite("Status")
struct StatusTests {
    @Test("looking at the status changes no file of the state while the database is held open")
    func quiet() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        let context = Context(
            environment: ["FOX_SYNC_HOME": program.folder + "/home"], json: true)
        let held = try StateStore(path: context.places.database)
        // The first look may make what the others find.
        _ = try StatusResult(context, held)
        let watch = fox_watch_folder(program.folder + "/home")
        try #require(watch >= 0)
        defer { close(watch) }
        for _ in 1...5 { _ = try StatusResult(context, held) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        #expect(read(watch, &buffer, buffer.count) == -1)
        #expect(errno == EAGAIN)
        // The watch would have told.
        try program.run("sync", "--volume", fox)
        #expect(read(watch, &buffer, buffer.count) > 0)
        withExtendedLifetime(held) {}
    }

    @Test("a fox that stands in a folder is available, and not when its folder has gone")
    func availability() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        func state() throws -> String? {
            let status = try program.run("status", "--json").json()
            let device = (status["devices"] as? [[String: Any]])?.first
            return (device?["availability"] as? [String: Any])?["state"] as? String
        }
        #expect(try state() == "available")
        try program.write("volume=7\n", to: "fox/settings.txt")
        #expect(try state() == "no valid settings.txt")
        try FileManager.default.removeItem(atPath: fox)
        // udev has said nothing, so it is not called gone where udev does not run.
        #expect(try ["not mounted", "gone"].contains(state() ?? ""))
    }

    /// The one fox of `status --json`, and the exit code.
    private func fox(_ program: Program) throws -> (fox: [String: Any], exit: Int32) {
        let outcome = try program.run("status", "--json")
        let devices = try #require(try outcome.json()["devices"] as? [[String: Any]])
        return (try #require(devices.first), outcome.status)
    }

    @Test("a fox whose draft was edited since is behind, by each key, until it is synced again")
    func behind() throws {
        let program = try Program()
        let path = try program.syncedFox()
        #expect(try fox(program).fox["state"] as? String == "ready")
        #expect(try program.run("draft", "set", "fox1", "DUTY_CYCLE=20").status == 0)
        let (behind, exit) = try fox(program)
        #expect(behind["state"] as? String == "behind")
        #expect(
            behind["reason"] as? String == "'fox1' has changed since: settings.txt (DUTY_CYCLE)")
        #expect(behind["next"] as? [String] == ["fox-sync sync --volume \(path)"])
        #expect(exit == 0)
        #expect(try program.run("status", "behind").out.contains("behind"))
        #expect(try program.run("status", "ready").out == "no fox is like that\n")
        #expect(try program.run("status", "sleepy").status == 2)
        // Another text of the same meaning is no other draft.
        #expect(try program.run("sync", "--volume", path).status == 0)
        let text = try program.text(program.folder + "/home/drafts/fox1/settings.txt")
        try program.write(text + "# =\n", to: "home/drafts/fox1/settings.txt")
        #expect(try fox(program).fox["state"] as? String == "ready")
    }

    @Test(
        "status exits with 3 while a fox needs a decision, with the commands of which one goes on")
    func decision() throws {
        let program = try Program()
        let path = try program.editedFox()
        #expect(try program.run("sync", "--volume", path).status == 3)
        let (held, exit) = try fox(program)
        #expect(held["state"] as? String == "needs-decision")
        #expect((held["next"] as? [String])?.count == 2)
        #expect(exit == 3)
        #expect(try program.run("status", "behind").status == 0)
        #expect(try program.run("status", "needs-decision").status == 3)
        #expect(try program.run("resolve", "path:\(path)", "--keep", "draft").status == 0)
        #expect(try fox(program).exit == 0)
    }

    @Test("a draft that was corrected is told as it is now, also before the next run")
    func corrected() throws {
        let program = try Program()
        let path = try program.syncedFox()
        #expect(try program.run("draft", "set", "fox1", "callsign=").status == 5)
        #expect(try program.run("sync", "--volume", path).status == 5)
        let invalid = try fox(program)
        #expect(invalid.fox["state"] as? String == "off-the-air")
        #expect((invalid.fox["reason"] as? String)?.contains("the fox keeps what it has") == true)
        #expect(try program.run("draft", "set", "fox1", "callsign=W1AW").status == 0)
        #expect(try fox(program).fox["state"] as? String == "behind")
    }

    @Test("a known fox without settings.txt is a run in the log, with what brings it back")
    func damaged() throws {
        let program = try Program()
        let path = try program.syncedFox()
        let stick = program.folder + "/stick"
        try program.write("theme=dark\n", to: "stick/settings.txt")
        func runs() throws -> Int { try program.run("log", "--json").objects().count }
        try FileManager.default.removeItem(atPath: path + "/settings.txt")
        // Also before anything has met it.
        #expect(try fox(program).fox["state"] as? String == "damaged")
        for command in [
            ["sync", "--volume", path], ["pull", "--volume", path, "fox1"],
            ["resolve", "path:\(path)", "--keep", "draft"],
        ] {
            let before = try runs()
            let outcome = try program.run(command)
            #expect(outcome.status == 1)
            #expect(outcome.out.contains("there is no settings.txt; switch it off and on"))
            #expect(outcome.out.contains("next: fox-sync sync --volume \(path)"))
            #expect(outcome.out.contains("or: fox-sync backup restore "))
            #expect(try runs() == before + 1)
            let (damaged, exit) = try fox(program)
            #expect(damaged["state"] as? String == "damaged")
            #expect(damaged["result"] as? String == "damaged")
            #expect(exit == 3)
        }
        // A dry run leaves no trace, and a stranger's stick none at all.
        let before = try runs()
        #expect(try program.run("sync", "--volume", path, "--dry-run").status == 1)
        #expect(try program.run("sync", "--volume", stick).status == 4)
        #expect(try runs() == before)
        #expect(!(try program.run("devices").out.contains("stick")))
        // What is torn does not go by switching the fox on: its firmware finds a file.
        try program.write(String(repeating: "\u{fe}", count: 140), to: "fox/settings.txt")
        #expect(try program.run("sync", "--volume", path).out.contains("remove that settings.txt"))
        // The firmware has made its own again: the fox was reset, and gets its draft.
        try program.write(Program.factory, to: "fox/settings.txt")
        #expect(try program.run("sync", "--volume", path).status == 0)
        #expect(try fox(program).fox["state"] as? String == "ready")
    }

    @Test("what was imported says nothing of a fox: its decision stays")
    func imported() throws {
        let program = try Program()
        let path = try program.editedFox()
        #expect(try program.run("sync", "--volume", path).status == 3)
        let export = program.folder + "/log.jsonl"
        #expect(try program.run("log", "export", export).status == 0)
        let pushed = try #require(
            try program.text(export).split(separator: "\n").map(String.init).first {
                $0.contains(#""result":"pushed""#)
            })
        let id = try #require(pushed.firstRange(of: /"id":"[0-9a-z]{8}"/)).lowerBound
        var line = pushed
        let start = line.index(id, offsetBy: 6)
        line.replaceSubrange(start..<line.index(start, offsetBy: 8), with: "zzzzzzzz")
        line = line.replacing(/"sequence":[0-9]+/, with: #""sequence":9999999999999"#)
        let other = try program.write(line + "\n", to: "other.jsonl")
        #expect(try program.run("log", "import", other).status == 0)
        #expect(try fox(program).fox["state"] as? String == "needs-decision")
        #expect(try fox(program).fox["result"] as? String == "held")
    }

    @Test("drafts that are on no fox as they are now are told, also those that once were")
    func unsynced() throws {
        let program = try Program()
        let path = try program.syncedFox()
        func unsynced() throws -> [String]? {
            try program.run("status", "--json").json()["unsynced"] as? [String]
        }
        #expect(try unsynced() == [])
        #expect(try program.run("draft", "set", "fox1", "DUTY_CYCLE=20").status == 0)
        #expect(try unsynced() == ["fox1"])
        #expect(try program.run("unassign", "path:\(path)").status == 0)
        #expect(try program.run("status").out.contains("drafts on no fox as they are now: fox1\n"))
    }

    @Test("every display says the same of a fox: status, devices, drafts, sync, page")
    func everywhere() throws {
        let program = try Program()
        let path = try program.syncedFox()
        try program.run("name", "path:\(path)", "fox 3")
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=20")
        let reason = "'fox1' has changed since: settings.txt (DUTY_CYCLE)"
        for (command, key) in [(["devices"], "devices"), (["status"], "devices")] {
            let list = try program.run(command + ["--json"]).json()[key] as? [[String: Any]]
            #expect(list?.first?["state"] as? String == "behind")
            #expect(list?.first?["reason"] as? String == reason)
            #expect(try program.run(command).out.contains("behind"))
        }
        let drafts = try program.run("draft", "list", "--json").json()["drafts"] as? [[String: Any]]
        let taker = (drafts?.first?["foxes"] as? [[String: Any]])?.first
        #expect(taker?["state"] as? String == "behind" && taker?["reason"] as? String == reason)
        #expect(try program.run("draft", "list").out.contains("for fox 3 (behind)"))
        #expect(try program.run("log", "--html", "-").out.contains(">behind</span>"))
        let sync = try program.run("sync", "--volume", path)
        #expect(sync.out.contains("\n  state: ready"))
        let again = try program.run("sync", "--volume", path, "--json").json()
        let run = (again["runs"] as? [[String: Any]])?.first
        #expect((run?["fox"] as? [String: Any])?["state"] as? String == "ready")
        #expect(try program.run("draft", "list").out.contains("for fox 3 (ready)"))
    }

    @Test("sync ends with how many foxes are how, and what waits for a person stands last")
    func summary() throws {
        let program = try Program()
        let edited = try program.editedFox()
        let other = try program.factoryFox("other")
        try program.draft("two", callsign: "W1AW")
        let sync = try program.run("sync", "--volume", edited, "--volume", other)
        #expect(sync.status == 3)
        #expect(sync.out.hasSuffix("\n\n2 foxes: 1 ready, 1 needs a decision\n"), "\(sync.out)")
        let (ready, held) = (sync.out.firstRange(of: ": pushed"), sync.out.firstRange(of: ": held"))
        let (first, last) = (try #require(ready), try #require(held))
        #expect(first.lowerBound < last.lowerBound)
    }

    @Test("status --follow sees an edit of a draft")
    func follow() throws {
        let program = try Program()
        _ = try program.syncedFox()
        let following = try program.startReading("status", "--follow", "--json")
        defer { following.stop() }
        #expect(try following.line().contains(#""state":"ready""#))
        let file = "home/drafts/fox1/settings.txt"
        let text = try program.text(program.folder + "/" + file)
        try program.write(text.replacing("DUTY_CYCLE=100", with: "DUTY_CYCLE=20"), to: file)
        var line = try following.line()
        while !line.contains(#""state":"behind""#) && !line.isEmpty { line = try following.line() }
        #expect(line.contains("DUTY_CYCLE"))
    }
}
