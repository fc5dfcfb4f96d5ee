// The database fails in the middle of a run: what is said of the fox is true all the same.
import Foundation
import FoxSystem
import PicoFox
import Synchronization
import Testing
import VolumeKit

@testable import SyncEngine

@Suite("The state database fails while the fox is written")
struct StateFailureTests {
    /// What the database loses: the journal alone, or the log with it.
    private static let losses = [["steps"], ["steps", "runs"]]

    /// Runs, and takes tables away when an event comes.
    ///
    /// - Returns: What the run says in the end.
    private func told(
        _ host: SyncBench, _ fox: MemoryVolume, without tables: [String],
        since isTime: @escaping @Sendable (RunEvent) -> Bool
    ) -> String {
        let isBroken = Mutex(false)
        let result = host.run(fox) { event in
            guard isTime(event), !isBroken.withLock({ $0 }) else { return }
            isBroken.withLock { $0 = true }
            let store = try? StateStore(path: host.places.database)
            for table in tables { try? store?.database.run("DROP TABLE \(table)") }
        }
        switch result {
        case .success(let report):
            #expect(report.error?.code == .state)
            return report.run.message
        case .failure(let error):
            #expect(error.code == .state)
            return error.description
        }
    }

    @Test(
        "a file that is on the fox counts, also when the journal could not take it down",
        arguments: losses)
    func afterAFile(_ tables: [String]) throws {
        let (host, fox) = try SyncBench.firstPush()
        let words = told(host, fox, without: tables) { event in
            if case .wrote("audio.wav", _, _) = event { true } else { false }
        }
        #expect(fox.files["audio.wav"] == Scenario.wav(300, 1))
        #expect(words.contains("1 of 2 files were written"), "\(words)")
        #expect(words.contains("look at that disk"))
        #expect(!words.contains("not touched"))
        // Once is enough.
        #expect(words.components(separatedBy: "state database").count == 2, "\(words)")
    }

    @Test(
        "both files are on the fox when the end of the run could not be recorded", arguments: losses
    )
    func afterAll(_ tables: [String]) throws {
        let (host, fox) = try SyncBench.firstPush()
        let words = told(host, fox, without: tables) { event in
            if case .wrote("settings.txt", _, _) = event { true } else { false }
        }
        #expect(words.contains("2 of 2 files were written"), "\(words)")
        #expect(!words.contains("not touched"))
    }

    @Test("only what is no database is to be moved away")
    func cures() throws {
        let folder = try scratchFolder()
        let error = #expect(throws: StateError.self) { try StateStore(path: folder) }
        #expect(error?.description.hasSuffix("(move it away and run again)") == true)
        try Data().write(to: URL(fileURLWithPath: folder + "/file"))
        let below = #expect(throws: StateError.self) {
            try StateStore(path: folder + "/file/fox-sync.db")
        }
        #expect(
            below?.description.hasSuffix("(its folder cannot be made: look at that path)") == true)
    }

    @Test("before the first file nothing is said to be on the fox", arguments: losses)
    func beforeAll(_ tables: [String]) throws {
        let (host, fox) = try SyncBench.firstPush()
        let words = told(host, fox, without: tables) {
            if case .backedUp = $0 { true } else { false }
        }
        #expect(fox.files["audio.wav"] == nil)
        #expect(!words.contains("files were written"), "\(words)")
    }
}
