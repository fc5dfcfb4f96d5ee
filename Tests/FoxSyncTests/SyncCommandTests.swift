// `sync --volume` from end to end: what is written, what is held, what is refused.
import Foundation
import Testing

@Suite("fox-sync sync")
struct SyncCommandTests {
    /// Names, bytes, inodes and times of everything in a folder.
    private func state(of folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            var status = stat()
            #expect(lstat(folder + "/" + name, &status) == 0)
            let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
            return "\(name) \(status.st_ino) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
                + " \(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
                + " \(bytes.base64EncodedString())"
        }
    }

    @Test("a fresh fox gets the draft, and the second sync writes nothing, not even a time")
    func pushThenNothing() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let first = try program.run("sync", "--volume", fox, "--json")
        #expect(first.status == 0, "\(first.err)")
        let run = try #require((try first.json()["runs"] as? [[String: Any]])?.first)
        #expect(run["result"] as? String == "pushed")
        #expect(run["files"] as? Int == 2)
        #expect(try program.text(fox + "/settings.txt").contains("CALLSIGN=K7ABC\n"))
        let before = try state(of: fox)
        let second = try program.run("sync", "--volume", fox)
        #expect(second.status == 0)
        #expect(second.out.contains("up-to-date"))
        #expect(try state(of: fox) == before)
        let backup = try #require(run["backup"] as? String)
        #expect(try program.text(backup + "/settings.txt") == Program.factory)
    }

    @Test("an edit on the fox alone is held; the message names commands that work")
    func deviceEdited() throws {
        let program = try Program()
        let fox = try program.editedFox()
        let edited = try program.text(fox + "/settings.txt")
        let before = try state(of: fox)
        let held = try program.run("sync", "--volume", fox)
        #expect(held.status == 3)
        #expect(held.out.contains("FREQ_MHZ"))
        #expect(try state(of: fox) == before)
        #expect(held.out.contains("next: fox-sync pull path:\(fox) fox1"))
        #expect(try program.run("pull", "path:\(fox)", "fox1").status == 0)
        #expect(try program.run("sync", "--volume", fox).out.contains("up-to-date"))
        #expect(
            try program.text(program.folder + "/home/drafts/fox1/settings.txt") == edited)
        #expect(try program.run("draft", "undo", "fox1").status == 0)
        #expect(
            try program.text(program.folder + "/home/drafts/fox1/settings.txt").contains("146.565"))
    }

    @Test(
        "edits on both sides: held, and each way out does what it says",
        arguments: [
            "draft", "device", "merge",
        ])
    func conflict(_ side: String) throws {
        let program = try Program()
        let fox = try program.editedFox()
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        let before = try state(of: fox)
        let held = try program.run("sync", "--volume", fox, "--json")
        #expect(held.status == 3)
        let run = try #require((try held.json()["runs"] as? [[String: Any]])?.first)
        let next = try #require(run["next"] as? [String])
        // The fox's side would replace what is on no fox, and that has to be meant.
        let force = side == "device" ? " --force" : ""
        #expect(next.contains("fox-sync resolve path:\(fox) --keep \(side)\(force)"))
        #expect(try state(of: fox) == before)
        // The draft's edit is on no fox: whoever wants the fox's side has to mean it.
        let resolve = ["resolve", "path:\(fox)", "--keep", side]
        if side == "device" {
            for words in [resolve, ["pull", "--volume", fox, "fox1"]] {
                let dry = try program.run(words + ["--dry-run"])
                let real = try program.run(words)
                #expect([dry.status, real.status] == [3, 3])
                #expect(dry.out.contains("DUTY_CYCLE") && dry.out == real.out)
            }
        }
        let dry = try program.run(resolve + ["--force", "--dry-run"])
        #expect(dry.status == 0, "\(dry.err)")
        #expect(try state(of: fox) == before)
        #expect(try program.run("resolve", "path:\(fox)", "--keep", side, "--force").status == 0)
        let device = try program.text(fox + "/settings.txt")
        let draft = try program.text(program.folder + "/home/drafts/fox1/settings.txt")
        #expect(device.contains("DUTY_CYCLE=50") == (side != "device"))
        #expect(device.contains("145.5") == (side != "draft"))
        #expect(draft.contains("DUTY_CYCLE=50") == (side != "device"))
        #expect(draft.contains("145.5") == (side != "draft"))
        #expect(try program.run("sync", "--volume", fox).out.contains("up-to-date"))
    }

    @Test("a merge that would only be tried shows what becomes of the draft, file by file")
    func dryMerge() throws {
        let program = try Program()
        let fox = try program.editedFox()
        try FileManager.default.removeItem(atPath: fox + "/audio.wav")
        try program.run("draft", "set", "fox1", "DUTY_CYCLE=50")
        let merge = ["resolve", "path:\(fox)", "--keep", "merge"]
        let dry = try program.run(merge + ["--dry-run", "--json"])
        #expect(dry.status == 0, "\(dry.out)")
        let plan = try #require(try dry.json()["plan"] as? [[String: Any]])
        let rows = plan.filter { ["pull", "remove from draft"].contains($0["action"] as? String) }
        #expect(rows.map { $0["file"] as? String } == ["settings.txt", "audio.wav"])
        #expect((rows.first?["why"] as? String)?.contains("FREQ_MHZ 146.565000 → 145.5") == true)
        #expect(rows.last?["why"] as? String == "removed on the fox")
        #expect(rows.last?["from"] != nil && rows.last?["to"] == nil)
        let message = try #require(try dry.json()["message"] as? String)
        #expect(message.contains("take over the fox's settings.txt and lose audio.wav"))
        let audio = program.folder + "/home/drafts/fox1/audio.wav"
        #expect(FileManager.default.fileExists(atPath: audio))
        #expect(try program.run(merge).status == 0)
        #expect(!FileManager.default.fileExists(atPath: audio))
    }

    @Test("the same key edited on both sides cannot be merged, and says which key")
    func unmergeable() throws {
        let program = try Program()
        let fox = try program.editedFox()
        let edited = try program.text(fox + "/settings.txt")
        try program.run("draft", "set", "fox1", "FREQ_MHZ=145.7")
        let merge = try program.run("resolve", "path:\(fox)", "--keep", "merge")
        #expect(merge.status == 3)
        #expect(merge.out.contains("FREQ_MHZ"))
        // Without --force the fox's side would be held again: the draft has an edit, too.
        #expect(merge.out.contains("--keep device --force"), "\(merge.out)")
        #expect(try program.text(fox + "/settings.txt") == edited)
    }

    @Test("the same edit on both sides converges and writes nothing")
    func converged() throws {
        let program = try Program()
        let fox = try program.editedFox("146.565000")
        try program.run("draft", "set", "fox1", "FREQ_MHZ=145.500")
        let before = try state(of: fox)
        let outcome = try program.run("sync", "--volume", fox)
        #expect(outcome.status == 0)
        #expect(outcome.out.contains("converged"))
        #expect(try state(of: fox) == before)
    }

    @Test("a draft that its firmware would not obey is refused before anything is written")
    func invalidDraft() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        let refused = try program.run("draft", "set", "fox1", "DUTY_CYCLE=356")
        #expect(refused.status == 2)
        #expect(refused.err.contains("DUTY_CYCLE"))
        // A decimal comma is written as the firmware reads it; with an editor, nobody does that.
        #expect(try program.run("draft", "set", "fox1", "FREQ_MHZ=146,565").status == 0)
        let draft = program.folder + "/home/drafts/fox1/settings.txt"
        try program.write(
            try program.text(draft).replacing("146.565000", with: "146,565"),
            to: "home/drafts/fox1/settings.txt")
        let before = try state(of: fox)
        let outcome = try program.run("sync", "--volume", fox)
        #expect(outcome.status == 5)
        #expect(outcome.out.contains("146.000"))
        #expect(try state(of: fox) == before)
        #expect(!FileManager.default.fileExists(atPath: program.folder + "/home/backups"))
    }

    @Test("a fox that is somebody else's is held until a person assigns the draft")
    func firstContact() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.write(
            Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=W1AW"), to: "fox/settings.txt")
        try program.draft()
        let held = try program.run("sync", "--volume", fox)
        #expect(held.status == 3)
        #expect(held.out.contains("W1AW"))
        #expect(try program.run("assign", "path:\(fox)", "fox1").status == 0)
        #expect(try program.run("sync", "--volume", fox).status == 0)
        #expect(try program.text(fox + "/settings.txt").contains("CALLSIGN=K7ABC"))
    }

    @Test("a backup comes back by the same line, and the draft does not push over it")
    func restore() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        let list = try program.run("backup", "list", "--json").json()
        let backup = try #require((list["backups"] as? [[String: Any]])?.first)
        let run = try #require(backup["run"] as? String)
        #expect(try program.run("backup", "show", run).status == 0)
        #expect(try program.run("backup", "restore", run).status == 0)
        let restored = try program.text(fox + "/settings.txt")
        #expect(restored.hasPrefix(Program.factory.trimmingCharacters(in: .newlines)))
        #expect(!FileManager.default.fileExists(atPath: fox + "/audio.wav"))
        let next = try program.run("sync", "--volume", fox)
        #expect(next.status == 3, "\(next.out)")
        #expect(try program.text(fox + "/settings.txt") == restored)
    }

    @Test("a backup of another fox is held, and brought onto this one when somebody means it")
    func restoreElsewhere() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        let other = try program.factoryFox("other fox")
        try program.write(
            Program.factory.replacing("CALLSIGN=", with: "CALLSIGN=W1AW"),
            to: "other fox/settings.txt")
        let run = try program.newestBackup()
        let before = try state(of: other)
        for dry in [["--dry-run"], []] {
            let held = try program.run(["backup", "restore", run, "--volume", other] + dry)
            #expect(held.status == 3)
            #expect(held.out.contains("of another fox, path:\(fox)"), "\(held.out)")
            let next = "fox-sync backup restore \(run) --volume '\(other)' --force"
            #expect(held.out.contains(next), "\(held.out)")
            #expect(try state(of: other) == before)
        }
        let forced = try program.run("backup", "restore", run, "--volume", other, "--force")
        #expect(forced.status == 0, "\(forced.out)")
        #expect(try !program.text(other + "/settings.txt").contains("W1AW"))
    }

    @Test("a backup that was changed since is not brought back")
    func damagedBackup() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        let list = try program.run("backup", "list", "--json").json()
        let backup = try #require((list["backups"] as? [[String: Any]])?.first)
        let path = try #require(backup["path"] as? String)
        let run = try #require(backup["run"] as? String)
        try Data("CALLSIGN=W1AW\n".utf8).write(to: URL(fileURLWithPath: path + "/settings.txt"))
        let before = try state(of: fox)
        let outcome = try program.run("backup", "restore", run)
        #expect(outcome.status != 0)
        #expect((outcome.out + outcome.err).contains("settings.txt"))
        #expect(try state(of: fox) == before)
    }

    @Test("a foxsync.tmp that fox-sync did not leave is in the way, also at the second try")
    func strangersTemporary() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        try program.write("precious", to: "fox/foxsync.tmp")
        let before = try state(of: fox)
        for _ in 1...2 {
            let outcome = try program.run("sync", "--volume", fox)
            #expect(outcome.status == 1)
            #expect(outcome.out.contains("foxsync.tmp is in the way"))
            #expect(try state(of: fox) == before)
        }
        try FileManager.default.removeItem(atPath: fox + "/foxsync.tmp")
        #expect(try program.run("sync", "--volume", fox).status == 0)
    }

    @Test("a pull takes the fox's own recording, which no draft put there")
    func pullRecording() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.wav(to: "fox/audio.wav", sample: 7)
        #expect(try program.run("draft", "new", "fox1").status == 0)
        #expect(try program.run("draft", "set", "fox1", "callsign=K7ABC").status == 0)
        #expect(try program.run("sync", "--volume", fox).status == 0)
        #expect(try program.run("pull", "--volume", fox, "fox1").status == 0)
        let (draft, device) = (program.folder + "/home/drafts/fox1/audio.wav", fox + "/audio.wav")
        #expect(FileManager.default.contentsEqual(atPath: draft, andPath: device))
        #expect(try program.run("sync", "--volume", fox).out.contains("up-to-date"))
    }
}
