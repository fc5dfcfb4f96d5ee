// Runs the real program, as a person would, with everything of its own under one folder.
import Foundation
import Testing

@testable import fox_sync

/// What a call of the program came to.
struct Outcome {
    let status: Int32
    let out: String
    let err: String

    /// The one JSON object on standard output.
    func json() throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any], "\(out)")
    }
}

extension Outcome {
    /// The JSON objects on standard output, one a line.
    func objects() throws -> [[String: Any]] { try Self.objects(in: out) }

    /// The JSON objects of some lines, one a line.
    static func objects(in text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)"
            )
        }
    }
}

/// The program, with a home of its own and folders that stand in for foxes.
final class Program: Sendable {
    /// The built program, beside the test bundle.
    static let path: String = {
        var url = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        if let bundle = Bundle.allBundles.first(where: { $0.bundlePath.hasSuffix(".xctest") }) {
            url = bundle.bundleURL.deletingLastPathComponent()
        }
        return url.appendingPathComponent("fox-sync").path
    }()

    let folder: String

    init() throws {
        let base = FileManager.default.temporaryDirectory
        folder = base.appendingPathComponent("fox-sync-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder + "/home", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs the program and waits for it.
    @discardableResult
    func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

    /// Runs the program and waits for it.
    @discardableResult
    func run(_ arguments: [String]) throws -> Outcome {
        let outcome = try start(arguments).wait()
        // What scripts see, the help has to say.
        if let (command, _) = CommandTable.find(arguments) {
            let told = ([.done, .failed, .usage] + command.exits).map(\.rawValue)
            #expect(told.contains(outcome.status), "no word of it in 'fox-sync \(command.name) -h'")
        }
        return outcome
    }

    /// Starts the program.
    func start(_ arguments: String...) throws -> Running { try start(arguments) }

    /// Starts the program.
    func start(_ arguments: [String]) throws -> Running {
        try Running(Self.path, arguments, environment, output: folder + "/" + UUID().uuidString)
    }

    /// Runs a statement on the state database with SQLite's own shell.
    func sqlite(_ statement: String) throws {
        let running = try Running(
            "/usr/bin/env", ["sqlite3", folder + "/home/fox-sync.db", statement], environment,
            output: folder + "/sqlite")
        #expect(try running.wait().status == 0)
    }

    /// SQLite's own shell on the state database, for statements one by one.
    func sqliteShell() throws -> SQLiteShell {
        try SQLiteShell(database: folder + "/home/fox-sync.db")
    }

    /// The environment in which the program and the shells of the tests run.
    var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["FOX_SYNC_HOME"] = folder + "/home"
        environment["TZ"] = "UTC"
        return environment
    }

    /// A file's content as text.
    func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    /// Writes a file below the folder, making the folders that lead to it.
    @discardableResult
    func write(_ content: String, to path: String) throws -> String {
        try put(Data(content.utf8), to: path)
    }

    /// Puts bytes into a file below the folder, making the folders that lead to it.
    ///
    /// Into a draft by another program: what is open here is open for a moment in every program that
    /// some other test starts just then, and a draft that is open to a writer is not taken.
    @discardableResult
    func put(_ data: Data, to path: String) throws -> String {
        let url = URL(fileURLWithPath: folder + "/" + path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        guard path.hasPrefix("home/drafts/") else {
            try data.write(to: url)
            return url.path
        }
        let copy = folder + "/" + UUID().uuidString
        try data.write(to: URL(fileURLWithPath: copy))
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let copying = try Running("/bin/cp", ["--", copy, url.path], environment, output: copy)
        let outcome = try copying.wait()
        for end in [".out", ".err"] { try? FileManager.default.removeItem(atPath: copy + end) }
        try #require(outcome.status == 0, "\(outcome.err)")
        return url.path
    }

    /// Copies the shared case of a WAV that plays as meant.
    func wav(to path: String, sample: UInt8 = 0) throws {
        let header: [UInt8] =
            Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
            + [0x88, 0x13, 0, 0, 0x10, 0x27, 0, 0, 2, 0, 16, 0] + Array("data".utf8)
            + [8, 0, 0, 0]
        _ = try put(Data(header + [0, 0, sample, 3, 0, 0, 24, 252]), to: path)
    }

    /// A folder that looks like a factory-fresh PicoFox; returns its path.
    func factoryFox(_ name: String = "fox") throws -> String {
        try write(Program.factory, to: name + "/settings.txt")
        return folder + "/" + name
    }

    /// A fox that has got its draft; returns its path.
    func syncedFox() throws -> String {
        let fox = try factoryFox()
        try draft()
        #expect(try run("sync", "--volume", fox).status == 0)
        return fox
    }

    /// A synced fox whose settings somebody has edited since; returns its path.
    func editedFox(_ old: String = "146.565", _ new: String = "145.5") throws -> String {
        let fox = try syncedFox()
        let edited = try text(fox + "/settings.txt").replacing(old, with: new)
        try write(edited, to: "fox/settings.txt")
        return fox
    }

    /// The run of the newest backup.
    func newestBackup() throws -> String {
        let list = try run("backup", "list", "--json").json()
        return try #require((list["backups"] as? [[String: Any]])?.first?["run"] as? String)
    }

    /// A draft with a callsign and a WAV.
    func draft(_ name: String = "fox1", callsign: String = "K7ABC") throws {
        #expect(try run("draft", "new", name).status == 0)
        #expect(try run("draft", "set", name, "callsign=\(callsign)").status == 0)
        try wav(to: "home/drafts/\(name)/audio.wav")
    }

    static let factory = """
        CALLSIGN=
        ITU_ZONE=2
        FREQ_MHZ=146.565000
        DUTY_CYCLE=100
        ATTENUATION=0
        MORSE_WPM=15
        MORSE_FARNSWORTH_WPM=10
        MORSE_TONE=600
        MORSE_TONE_VOL=70

        """
}
