// One rule for what is not there: who names a thing that does not exist gets exit code 4.
import Foundation
import FoxSystem
import SyncEngine
import Testing

@testable import fox_sync

@Suite("What is not there", .timeLimit(.minutes(20)))
struct MissingTests {
    @Test("whatever is named and is not there: 4, and its name in the message")
    func missing() throws {
        let program = try Program()
        let fox = try program.syncedFox()
        let nowhere = program.folder + "/nowhere"
        for command in [
            ["event", "import", nowhere], ["event", "import", nowhere + "/x.csv"],
            ["log", "import", nowhere], ["log", "import", nowhere + "/x"],
            ["draft", "audio", "fox1", nowhere],
            ["draft", "audio", "fox1", fox + "/settings.txt/x"],
            ["draft", "new", "x", "--from", nowhere], ["doctor", nowhere],
            ["sync", "--volume", nowhere], ["pull", "--volume", nowhere, "fox1"],
            ["backup", "restore", "nowhere"], ["backup", "list", "--device", "nowhere"],
            ["log", "--draft", "nowhere"], ["log", "--draft", "nowhere", "--json"],
            ["log", "--device", "nowhere"], ["log", "--draft", "nowhere", "--html", "-"],
            ["log", "show", "nowhere"], ["log", "export", "-", "--device", "nowhere"],
            ["log", "prune", "--keep", "1", "--device", "nowhere"],
            ["sync", "--volume", fox, "--draft", "nowhere"],
            ["resolve", "path:\(fox)", "--keep", "draft", "--draft", "nowhere"],
            ["draft", "show", "nowhere"], ["draft", "check", "nowhere"],
            ["draft", "check", "fox1", "nowhere"], ["draft", "undo", "nowhere"],
            ["draft", "export", "nowhere", program.folder], ["draft", "copy", "nowhere", "x"],
            ["preview", "nowhere"], ["assign", "path:\(fox)", "nowhere"], ["name", "nowhere", "x"],
        ] {
            let outcome = try program.run(command)
            #expect(outcome.status == 4, "\(command): \(outcome.status) \(outcome.err)")
            #expect(
                (outcome.err + outcome.out).contains(
                    command.contains(fox + "/settings.txt/x") ? "x" : "nowhere"),
                "\(command): \(outcome.err)")
        }
        #expect(
            CommandTable.all.filter { $0.name == "log import" || $0.name == "draft audio" }
                .allSatisfy { $0.exits.contains(.notFound) })
        #expect(ExitCode.notFound.meaning.contains("file"))
    }

    @Test("a volume that may not even be looked into is not available")
    func closed() {
        for errno in [Errno.accessDenied, .notPermitted] {
            let error = SyncError(VolumeError.system("open", nil, errno), .recognise)
            #expect(CLIError(error).exit == .notFound)
            let later = SyncError(VolumeError.system("open", nil, errno), .write)
            #expect(CLIError(later).exit == .failed)
        }
    }

    @Test("what is there and cannot be used: not 4")
    func unusable() throws {
        let program = try Program()
        try program.draft()
        for command in [
            ["event", "import", program.folder], ["log", "import", program.folder],
            ["draft", "audio", "fox1", program.folder],
        ] {
            let outcome = try program.run(command)
            #expect(outcome.status == 1, "\(command): \(outcome.status) \(outcome.err)")
        }
    }

    @Test("a draft that the log or the drafts know is none that is missing")
    func known() throws {
        let program = try Program()
        let fox = try program.factoryFox()
        try program.draft()
        try program.draft("unsynced")
        #expect(try program.run("sync", "--volume", fox, "--draft", "fox1").status == 0)
        #expect(try program.run("log", "--draft", "unsynced").out == "no sync is like that\n")
        #expect(try program.run("log", "--draft", "unsynced").status == 0)
        #expect(try program.run("draft", "remove", "fox1", "unsynced", "--force").status == 0)
        #expect(try program.run("log", "--draft", "fox1").out.contains("pushed"))
        #expect(try program.run("log", "--draft", "unsynced").status == 0)
        // A fox that was forgotten still has its log and its backups.
        #expect(try program.run("forget", "path:\(fox)").status == 0)
        #expect(try program.run("log", "--device", "path:\(fox)").out.contains("pushed"))
        let backups = try program.run("backup", "list", "--device", "path:\(fox)")
        #expect(backups.status == 0 && backups.out.contains("path:"), "\(backups.err)")
    }

    @Test("who writes a file for somebody replaces files only")
    func noFile() throws {
        let program = try Program()
        try program.draft()
        let fifo = program.folder + "/fifo"
        let link = program.folder + "/link"
        #expect(mkfifo(fifo, 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fifo)
        try FileManager.default.createDirectory(
            atPath: program.folder + "/card", withIntermediateDirectories: true)
        #expect(mkfifo(program.folder + "/card/settings.txt", 0o600) == 0)
        for target in [fifo, link, program.folder] {
            for command in [
                ["event", "export", target, "--force"], ["log", "--html", target],
                ["log", "export", target], ["preview", "fox1", "--wav", target, "--force"],
            ] {
                let outcome = try program.run(command)
                #expect(outcome.status == 1, "\(command): \(outcome.out)")
                #expect(outcome.err.contains("no file"), "\(outcome.err)")
            }
        }
        let card = try program.run("draft", "export", "fox1", program.folder + "/card", "--force")
        #expect(card.status == 1 && card.err.contains("no file"), "\(card.err)")
        var status = stat()
        #expect(lstat(fifo, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(lstat(program.folder + "/card/settings.txt", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
    }
}
