// A database of an earlier version becomes the present one without losing a line, and a newer one
// is left alone.
import Foundation
import Testing

@testable import SyncEngine

@Suite("Migrations")
struct MigrationTests {
    private func old() throws -> String {
        let path = try scratchFolder() + "/fox-sync.db"
        try OldDatabase.make(path)
        return path
    }

    @Test("version 1 with content comes forward: same runs, in the order in which they were made")
    func first() throws {
        let store = try StateStore(path: try old())
        #expect(try store.check().version == Schema.version)
        #expect(try store.problems().isEmpty)
        let runs = try store.runs(RunQuery())
        #expect(runs.map(\.id) == ["cccccccc", "aaaaaaaa", "bbbbbbbb", "zzzzzzzz"])
        #expect(runs.map(\.started.milliseconds) == [100, 5100, 5000, 9000])
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.sequence > $1.sequence })
        let pushed = try #require(runs.first { $0.id == "bbbbbbbb" })
        #expect(pushed.method == .direct)
        #expect(pushed.files == 2)
        #expect(runs.last?.next == ["x", "y"])
        #expect(try store.devices().first?.assignment == Assignment(draft: "hunt", byHand: true))
        #expect(try store.base(of: "E661")?.run == "bbbbbbbb")
        #expect(try store.options(of: "hunt").firmware == "stock")
        // The journal of the cut run still counts.
        try store.endCutRuns(of: "E661")
        let journals = try store.unfinishedRuns(of: "E661")
        #expect(journals.map(\.run.id) == ["aaaaaaaa"])
        #expect(journals.first?.steps.first?.state == .begun)
    }

    @Test("an old database is migrated once, also when eight programs open it together")
    func together() async throws {
        let path = try old()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try StateStore(path: path).runs(RunQuery()).count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 4, count: 8))
        #expect(try StateStore(path: path).problems().isEmpty)
    }

    @Test("a migrated database has the schema of a new one")
    func sameSchema() throws {
        let (migrated, new) = (try old(), try scratchFolder() + "/fox-sync.db")
        _ = try (StateStore(path: migrated).devices(), StateStore(path: new).devices())
        #expect(try schema(of: migrated) == schema(of: new))
        #expect(try !schema(of: new).isEmpty)
    }

    /// All statements that make a database, as SQLite keeps them, without regard to white space.
    private func schema(of path: String) throws -> [String] {
        try SQLiteDatabase(path: path, .reading).rows(
            "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
        ) { row in
            (row.text(1) ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    @Test("new runs follow those that were migrated, whatever the clock says")
    func goesOn() throws {
        let store = try StateStore(path: try old())
        try store.begin(RunRecord(id: "dddddddd", volume: "/", started: .init(milliseconds: 5)))
        #expect(try store.runs(RunQuery()).first?.id == "dddddddd")
    }

    @Test("a newer database is refused by name and version, and is not touched")
    func newer() throws {
        let path = try old()
        try SQLiteDatabase(path: path).execute("PRAGMA user_version = 99")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for open in [{ _ = try StateStore(path: path) }, { _ = try StateStore(reading: path) }] {
            let error = #expect(throws: StateError.self) { try open() }
            #expect(error?.description.contains("schema 99") == true)
            // Whoever moved it away would lose what each fox was last given.
            #expect(error?.description.hasSuffix("a newer fox-sync wrote it: use that one") == true)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("an old database in a folder that takes no files is read as a migrated copy")
    func readOnlyOld() throws {
        let path = try old()
        // Without a name there is nothing to open for writing: the way of a read-only medium.
        let copy = try ReadOnlyState.copy(of: path)
        #expect(try copy.rows("SELECT id FROM runs") { $0.text(0) }.count == 4)
        #expect(try Schema.version(of: SQLiteDatabase(path: path, .reading)) == 1)
    }

    @Test("a missing database is an empty one, and stays missing")
    func missing() throws {
        let path = try scratchFolder() + "/none/fox-sync.db"
        let store = try StateStore(reading: path)
        #expect(try store.runs(RunQuery()).isEmpty)
        #expect(try store.devices().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("reading changes nothing, and cannot")
    func reading() throws {
        let path = try scratchFolder() + "/fox-sync.db"
        try StateStore(path: path).end(RunRecord(id: "aaaaaaaa", volume: "/", started: .now))
        let store = try StateStore(reading: path)
        #expect(try store.runs(RunQuery()).count == 1)
        #expect(throws: StateError.self) {
            try store.end(RunRecord(id: "bbbbbbbb", volume: "/", started: .now))
        }
    }
}
