// Drafts that somebody else has open for writing while a fox is there.
import Foundation
import FoxSystem
import SyncEngine
import Testing
import VolumeKit

@Suite("Drafts that are open for writing")
struct OpenDraftTests {
    @Test("who is done in a moment is waited for", arguments: ["settings.txt", "audio.wav"])
    func moment(_ file: String) throws {
        let (host, fox) = try SyncBench.firstPush()
        let writer = try #require(
            FileHandle(forWritingAtPath: host.places.drafts + "/hunt/" + file))
        // The time is what is tested: shorter than anybody notices, longer than one look.
        Thread { [writer] in
            Thread.sleep(forTimeInterval: 0.06)
            try? writer.close()
        }.start()
        let report = try host.run(fox).get()
        #expect(report.run.result == .pushed, "\(report.run.message)")
    }

    @Test("who is not done holds the run, and is named", arguments: ["settings.txt", "audio.wav"])
    func held(_ file: String) throws {
        let (host, fox) = try SyncBench.firstPush()
        let path = host.places.drafts + "/hunt/" + file
        let writer = try #require(FileHandle(forWritingAtPath: path))
        let before = fox.medium
        let report = try host.run(fox).get()
        #expect(report.run.result == .held)
        #expect(
            report.run.message.contains("\(path) is being written to"), "\(report.run.message)")
        #expect(fox.medium == before)
        try writer.close()
        #expect(try host.run(fox).get().run.result == .pushed)
    }
}
