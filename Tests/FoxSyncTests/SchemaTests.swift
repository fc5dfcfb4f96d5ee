// Every object that a command prints is described in docs/schemas, and is as described.
import Foundation
import Testing

@testable import fox_sync

@Suite("JSON Schemas")
struct SchemaTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs/schemas").path

    @Test("what is wrong with a value is found")
    func checker() throws {
        let schemas = try JSONSchemas(folder: Self.folder)
        func problems(_ json: String, _ name: String) throws -> [String] {
            schemas.problems(
                try JSONSerialization.jsonObject(with: Data(json.utf8)), with: name)
        }
        #expect(try problems(#"{"message":"done"}"#, "name").isEmpty)
        #expect(try problems(#"{"message":"done","device":"E661"}"#, "name").isEmpty)
        for bad in [#"{}"#, #"{"message":7}"#, #"{"message":"x","more":1}"#, #"["message"]"#] {
            #expect(try !problems(bad, "name").isEmpty, "\(bad)")
        }
        let error = #"{"error":"usage","exit":2,"message":"no"}"#
        #expect(try problems(error, "error").isEmpty)
        #expect(try !problems(error.replacing("2", with: "9"), "error").isEmpty)
        #expect(try !problems(error.replacing("2", with: "1.5"), "error").isEmpty)
        #expect(try !problems(#"{"version":1}"#, "nothing").isEmpty)
        #expect(try !problems(#"{"run":{}}"#, "log-export").isEmpty)
    }

    @Test("every command prints what its schema says, and every schema is held against something")
    func everything() throws {
        let program = try Program()
        let schemas = try JSONSchemas(folder: Self.folder)
        let fox = try program.factoryFox()
        // The agent's are held in AgentTests.
        var used: Set<String> = ["common", "agent"]
        @discardableResult
        func hold(_ outcome: Outcome, _ name: String, isError: Bool = false) throws -> [Any] {
            used.insert(name)
            let text = isError ? outcome.err : outcome.out
            let objects = try text.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8))
            }
            #expect(!objects.isEmpty, "\(name): \(outcome.err)")
            for object in objects {
                #expect(schemas.problems(object, with: name) == [], "\(name): \(object)")
            }
            return objects
        }
        @discardableResult
        func check(_ name: String, _ arguments: String..., isError: Bool = false) throws -> [Any] {
            try hold(program.run(arguments + ["--json"]), name, isError: isError)
        }
        try check("doctor", "doctor")
        try check("status", "status")
        try check("draft-new", "draft", "new", "fox1")
        try check("draft-set", "draft", "set", "fox1", "callsign=K7ABC")
        try program.wav(to: "home/drafts/fox1/audio.wav")
        try check("draft-unset", "draft", "unset", "fox1", "ATTENUATION")
        try check("draft-unset", "draft", "unset", "fox1", "ATTENUATION")
        try check("remark", "draft", "unset", "fox1", "ATTENUATION", isError: true)
        try check("draft-list", "draft", "list")
        try check("draft-show", "draft", "show", "fox1")
        try check("draft-check", "draft", "check")
        try check("draft-fix", "draft", "fix", "fox1")
        try check("draft-undo", "draft", "undo", "fox1", "--list")
        try check("draft-undo", "draft", "undo", "fox1")
        try check("preview", "preview", "fox1", "--wav", program.folder + "/p.wav")
        try check("sync", "sync", "--volume", fox)
        try check("name", "name", "path:\(fox)", "fox 3")
        try check("assign", "assign", "fox 3", "fox1")
        try program.write(
            try program.text(fox + "/settings.txt").replacing("146.5", with: "145.5"),
            to: "fox/settings.txt")
        try check("sync", "sync", "--volume", fox)
        try check("status", "status")
        try check("resolve", "resolve", "fox 3", "--keep", "draft")
        try check("pull", "pull", "fox 3", "fox1")
        try check("draft-diff", "draft", "diff", "fox1")
        try check("draft-diff", "draft", "diff", "fox1", "--device", "fox 3")
        try check("devices", "devices")
        try check("log", "log")
        let runs = try check("log", "log", "--result", "pushed")
        let run = try #require((runs.last as? [String: Any])?["run"] as? String)
        try check("log-show", "log", "show", run)
        try check("log-export", "log", "export", "-")
        try check("log-import", "log", "import", try program.write("", to: "empty.jsonl"))
        try check("log-prune", "log", "prune", "--keep", "1")
        try check("backup-list", "backup", "list")
        try check("backup-show", "backup", "show", run)
        try check("backup-restore", "backup", "restore", run)
        try check("backup-restore", "backup", "restore", run, "--to-draft", "old")
        try check("backup-prune", "backup", "prune")
        try check("doctor", "doctor")
        try check("doctor", "doctor", fox)
        try check("unassign", "unassign", "fox 3")
        try check("forget", "forget", "fox 3")
        let sound = try program.sound()
        try check("draft-audio", "draft", "audio", "fox1", sound, "--dry-run")
        try check("draft-audio", "draft", "audio", "fox1", sound, "--trim")
        // No test has a sound card.
        try program.stand(in: "arecord", "cat \(sound)")
        try hold(program.shell("$FOX draft record fox1 --json").wait(), "draft-record")
        try check("draft-edit", "draft", "edit", "fox1", isError: true)
        try check("draft-set", "draft", "set", "--all", "freq_mhz=145.3")
        let versions = try check("draft-undo", "draft", "undo", "fox1", "--list")
        let list = (versions.first as? [String: Any])?["versions"] as? [[String: Any]]
        let number = try #require(list?.last?["number"] as? Int)
        try check("draft-diff", "draft", "diff", "fox1", "--version", "\(number)")
        try check("draft-copy", "draft", "copy", "fox1", "fox2")
        try check("draft-rename", "draft", "rename", "fox2", "fox4")
        try program.write("RIFF", to: "home/drafts/fox4/audio.wav")
        try check("draft-show", "draft", "show", "fox4")
        try check("draft-export", "draft", "export", "fox4", program.folder + "/card", "--dry-run")
        try check("draft-export", "draft", "export", "fox4", program.folder + "/card")
        for what in ["audio", "settings"] {
            try check("draft-factory", "draft", "factory", "fox4", what, "--dry-run")
            try check("draft-factory", "draft", "factory", "fox4", what, "--force")
        }
        let table = program.folder + "/hunt.csv"
        try check("event-export", "event", "export", table)
        let hunt = try program.write(
            "name,callsign,device\nfox5,K7ABC,E661A4D4177B2A2F\n", to: "new.csv")
        try check("event-import", "event", "import", hunt, "--dry-run")
        try check("event-import", "event", "import", hunt)
        try check("event-import", "event", "import", table)
        try check("devices", "devices")
        try check("status", "status")
        try check("draft-remove", "draft", "remove", "fox4", "--dry-run")
        try check("draft-remove", "draft", "remove", "fox4")
        try program.write("not audio", to: "home/drafts/fox1/audio.wav")
        // A folder where a file should be.
        try program.write("", to: "home/drafts/fox6/settings.txt/x")
        try check("draft-check", "draft", "check")
        try check("draft-list", "draft", "list")
        try check("config-show", "config", "show")
        try program.write("[volumes]\nfile-systems = vfat\n", to: "home/fox-sync.conf")
        try check("config-show", "config", "show")
        try check("config-example", "config", "example")
        try check("help", "--help")
        try check("help", "draft", "--help")
        try check("help", "log", "--help")
        try check("version", "--version")
        try check("error", "log", "show", "zzzzzzzz", isError: true)
        try check("error", "nonsense", isError: true)
        #expect(schemas.names.subtracting(used) == [])
    }

    @Test("every command has a schema")
    func commands() throws {
        let names = try JSONSchemas(folder: Self.folder).names
        for command in CommandTable.all {
            let name = command.name.replacing(" ", with: "-")
            #expect(names.contains(name), "docs/schemas/\(name).json")
        }
    }
}
