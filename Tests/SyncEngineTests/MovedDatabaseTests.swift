// A state database that is moved away while this process has it open.
import FoxSystem
import Glibc
import Testing

@testable import SyncEngine

@Suite("A database that is moved away")
struct MovedDatabaseTests {
    @Test("another of its name is refused while it is open, works afterwards, and nobody dies")
    func moved() throws {
        var template = Array("/tmp/fox-sync-test-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { system("rm -rf \(folder)") }
        let path = folder + "/fox-sync.db"
        let identity = DeviceIdentity(serial: "E6614C31")
        do {
            let first = try StateStore(path: path)
            try first.saw(identity, at: .now)
            #expect(rename(path, folder + "/old.db") == 0)
            let error = #expect(throws: StateError.self) { try StateStore(path: path) }
            #expect(error?.description.contains("moved or replaced") == true)
            // It has its files still, and can be read to the end.
            #expect(try first.devices().count == 1)
        }
        let second = try StateStore(path: path)
        #expect(try second.devices().isEmpty)
        try second.saw(identity, at: .now)
        #expect(try second.devices().count == 1)
    }

    @Test("one whose other files were replaced with it is no danger, and is opened")
    func replaced() throws {
        var template = Array("/tmp/fox-sync-test-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { system("rm -rf \(folder)") }
        let first = try StateStore(path: folder + "/home/fox-sync.db")
        #expect(rename(folder + "/home", folder + "/old") == 0)
        let second = try StateStore(path: folder + "/home/fox-sync.db")
        try second.saw(DeviceIdentity(serial: "E6614C31"), at: .now)
        #expect(try first.devices().isEmpty)
    }

    @Test("several connections to one file are several claims")
    func several() throws {
        var template = Array("/tmp/fox-sync-test-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer { system("rm -rf \(folder)") }
        let path = folder + "/fox-sync.db"
        let first = try StateStore(path: path)
        do { _ = try StateStore(path: path) }
        #expect(rename(path, folder + "/old.db") == 0)
        #expect(throws: StateError.self) { try StateStore(path: path) }
        withExtendedLifetime(first) {}
    }
}
