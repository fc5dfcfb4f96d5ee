// The configuration file: what it says, and what is wrong with it.
import Foundation
import MountWatch
import Testing

@testable import fox_sync

@Suite("Config")
struct ConfigTests {
    @Test("nothing said: vfat on removable or USB devices only")
    func defaults() throws {
        let config = try Config(text: "", path: "x")
        #expect(config.rules == CandidateRules())
        #expect(config.rules.fileSystems == ["vfat"])
        #expect(config.rules.requireRemovableOrUSB)
        #expect(!config.rules.allowNoBlockDevice)
        #expect(config.backupsKept == 50)
    }

    @Test("everything said, with comments, blanks and CR LF")
    func everything() throws {
        let config = try Config(
            text: """
                # a comment\r
                ; another
                [volumes]
                file-systems = vfat, tmpfs exfat
                require-usb=no
                  stand-ins   =  /mnt/foxes \r
                [backups]
                keep = 7
                """, path: "x")
        #expect(config.rules.fileSystems == ["vfat", "tmpfs", "exfat"])
        #expect(!config.rules.requireRemovableOrUSB)
        #expect(config.rules.allowNoBlockDevice)
        #expect(config.rules.standInFolder == "/mnt/foxes")
        #expect(config.backupsKept == 7)
    }

    @Test(
        "errors name the file, the line and the key",
        arguments: [
            ("[volumes]\nfile-system = vfat", 2, "did you mean 'file-systems' under [volumes]?"),
            ("[volumes]\nmode = auto", 2, "did you mean 'mode' under [mount]?"),
            ("[mout]\n", 1, "did you mean [mount]?"),
            ("[results]\nnotfiy = all", 2, "did you mean 'notify'"),
            ("[results]\nnotify = some", 2, "changes, problems, all or none"),
            ("[backups]\nkeep = 3\nkeep = 4", 3, "line 2"),
            ("[results]\n\u{1b}[31m = 1", 2, "\\x1b[31m"),
            ("keep = 3", 1, "keep"),
            ("[backups]\n\nkeep = many", 3, "many"),
            ("[backups]\nkeep = 1", 2, "1"),
            ("[volumes\n", 1, "]"),
            ("[volumes]\nrequire-usb = perhaps", 2, "perhaps"),
            ("[volumes]\nstand-ins = folder", 2, "folder"),
            ("[volumes]\nfile-systems =", 2, "file-systems"),
            ("[volumes]\nnonsense", 2, "key = value"),
        ])
    func errors(_ text: String, _ line: Int, _ word: String) {
        let error = #expect(throws: ConfigError.self) { try Config(text: text, path: "/c.conf") }
        #expect(error?.line == line)
        #expect(error?.description.hasPrefix("/c.conf:\(line): ") == true)
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }

    @Test("a file that does not exist says nothing; one that cannot be read is an error")
    func files() throws {
        #expect(try Config(path: "/nowhere/fox-sync.conf") == Config(text: "", path: ""))
        #expect(throws: ConfigError.self) { try Config(path: "/") }
    }

    @Test("a FIFO, a device and a file without end are refused, and nothing waits for them")
    func hostile() throws {
        let program = try Program()
        let path = program.folder + "/home/fox-sync.conf"
        #expect(mkfifo(path, 0o600) == 0)
        for (file, words) in [(path, "no file"), ("/dev/zero", "no file")] {
            let error = #expect(throws: ConfigError.self) { try Config(path: file) }
            #expect(error?.message.contains(words) == true)
        }
        unlink(path)
        try program.write(String(repeating: "#", count: 1 << 21), to: "home/fox-sync.conf")
        let outcome = try program.run("config", "show")
        #expect(outcome.status == 2)
        #expect(outcome.err.contains("larger than a MiB"))
    }

    @Test("a mistake is shown without the escape codes that are in it, and with the nearest key")
    func shown() throws {
        let program = try Program()
        try program.write("[mount]\nm\u{1b}[2Jode = auto\n", to: "home/fox-sync.conf")
        let outcome = try program.run("config", "show")
        #expect(outcome.status == 2)
        #expect(!outcome.err.contains("\u{1b}"))
        #expect(outcome.err.contains("fox-sync.conf:2: "))
    }

    @Test("on-result is not taken from a file that others can write")
    func trust() throws {
        let program = try Program()
        let text = "[results]\non-result = echo hello\n"
        let path = try program.write(text, to: "home/fox-sync.conf")
        chmod(path, 0o644)
        #expect(try Config(path: path).onResult == "echo hello")
        chmod(path, 0o646)
        let error = #expect(throws: ConfigError.self) { try Config(path: path) }
        #expect(error?.message.contains("everybody can write it") == true)
        #expect(error?.line == 2)
        try program.write("[mount]\nmode = auto\n", to: "home/fox-sync.conf")
        #expect(try Config(path: path).mounting.mode == .auto)
    }

    @Test("every option's default, written into a file, is what holds without a file")
    func defaultsAsText() throws {
        var lines: [String] = []
        for option in ConfigOption.all {
            lines += ["[\(option.section)]", "\(option.key) = \(option.standard)"]
        }
        let config = try Config(text: lines.joined(separator: "\n"), path: "x")
        #expect(config.lines.count == ConfigOption.all.count)
        #expect(config == Config())
    }

    @Test("the example in packaging/ has every option, and is what 'config example' prints")
    func example() throws {
        let program = try Program()
        let shipped = try program.text(Repository.path + "/packaging/fox-sync.conf")
        #expect(try program.run("config", "example").out == shipped)
        #expect(try Config(text: shipped, path: "x") == Config())
        // With the '#' taken away from the options.
        let said = shipped.split(separator: "\n").map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? line.dropFirst() : line
        }.joined(separator: "\n")
        #expect(try Config(text: said, path: "x").lines.count == ConfigOption.all.count)
        for line in shipped.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }

    @Test("config show tells where each value comes from")
    func show() throws {
        let program = try Program()
        try program.write("[results]\n\nnotify = none\n", to: "home/fox-sync.conf")
        let json = try program.run("config", "show", "--json").json()
        let options = try #require(json["options"] as? [[String: Any]])
        #expect(options.count == ConfigOption.all.count)
        let notify = try #require(options.first { $0["key"] as? String == "notify" })
        #expect(notify["value"] as? String == "none")
        #expect(notify["default"] as? String == "changes")
        #expect(notify["from"] as? String == "file")
        #expect(notify["line"] as? Int == 3)
        let keep = try #require(options.first { $0["key"] as? String == "keep" })
        #expect(keep["from"] as? String == "default")
    }
}
