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
            return (status["devices"] as? [[String: Any]])?.first?["state"] as? String
        }
        #expect(try state() == "available")
        try program.write("volume=7\n", to: "fox/settings.txt")
        #expect(try state() == "no valid settings.txt")
        try FileManager.default.removeItem(atPath: fox)
        // udev has said nothing, so it is not called gone where udev does not run.
        #expect(try ["not mounted", "gone"].contains(state() ?? ""))
    }
}
