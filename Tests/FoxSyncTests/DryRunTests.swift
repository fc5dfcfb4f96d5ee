// --dry-run writes nothing: every command that has it, on a home where each has something to do.
import Foundation
import Testing

@testable import fox_sync

@Suite("--dry-run")
struct DryRunTests {
    /// Every name below a folder, with what a write would change.
    private func portrait(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
            // SQLite makes these for readers, too; and whoever reads drafts locks them.
            !name.hasSuffix("-wal") && !name.hasSuffix("-shm") && !name.hasPrefix("home/locks/")
        }.map { name in
            var raw = stat()
            lstat(folder + "/" + name, &raw)
            return "\(name) \(raw.st_mode) \(raw.st_size) \(raw.st_ino)"
                + " \(raw.st_mtim.tv_sec).\(raw.st_mtim.tv_nsec)"
        }
    }

    /// Removes what the calls so far have said.
    private func clear(_ folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".out") || name.hasSuffix(".err") {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    @Test("writes nothing, neither on the fox nor in the home nor anywhere, in any command")
    func all() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        try program.wav(to: "fox/audio.wav", sample: 9)
        try program.run("draft", "set", "fox1", "FREQ_MHZ=145.7")
        // Something to fix.
        try program.write(
            try program.text(program.folder + "/home/drafts/fox1/settings.txt") + "CALLSIGN = X",
            to: "home/drafts/fox1/settings.txt")
        let sound = try program.sound(rate: 8000, channels: 1, seconds: 0.1)
        let table = program.folder + "/hunt.csv"
        #expect(try program.run("event", "export", table).status == 0)
        let rows = try program.text(table)
        try program.write(rows.replacing("145.7", with: "145.9"), to: "hunt.csv")
        let run = try program.newestBackup()
        let device = "path:\(fox)"
        let calls: [[String]] = [
            ["sync", "--volume", fox], ["sync", "--volume", fox, "--force"],
            ["pull", "--volume", fox, "fox1"], ["pull", "--volume", fox, "new"],
            ["resolve", device, "--keep", "draft"], ["resolve", device, "--keep", "device"],
            ["resolve", device, "--keep", "merge"], ["forget", device],
            ["backup", "restore", run], ["backup", "restore", run, "--volume", fox],
            ["backup", "restore", run, "--to-draft", "fox1"],
            ["backup", "restore", run, "--to-draft", "new"],
            ["backup", "restore", run, "--to", program.folder + "/copy"],
            ["draft", "fix", "fox1"], ["draft", "undo", "fox1"], ["draft", "remove", "fox1"],
            ["draft", "factory", "fox1", "audio"], ["draft", "factory", "fox1", "settings"],
            ["draft", "export", "fox1", program.folder + "/copy"],
            ["draft", "export", "fox1", fox],
            ["draft", "audio", "fox1", sound], ["event", "import", table],
            ["log", "prune", "--keep", "0"],
        ]
        let names = calls.compactMap { CommandTable.find($0)?.0.name }
        let known = CommandTable.all.filter { command in
            command.options.contains { $0.name == "dry-run" }
        }.map(\.name)
        #expect(Set(names) == Set(known))
        try clear(program.folder)
        let before = Set(try portrait(program.folder))
        for call in calls {
            let outcome = try program.run(call + ["--dry-run"])
            #expect(outcome.status != 2, "\(call): \(outcome.err)")
            #expect(!(outcome.out + outcome.err).isEmpty, "\(call)")
            try clear(program.folder)
            let now = Set(try portrait(program.folder))
            #expect(now.symmetricDifference(before).sorted() == [], "\(call)")
        }
    }
}
