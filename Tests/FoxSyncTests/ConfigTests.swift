// The configuration file: what it says, and what is wrong with it.
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
            ("[volumes]\nfile-system = vfat", 2, "volumes.file-system"),
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
}
