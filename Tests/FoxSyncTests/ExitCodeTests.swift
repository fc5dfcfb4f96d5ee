// The one table of exit codes.
import SyncEngine
import Testing

@testable import fox_sync

@Suite("Exit codes")
struct ExitCodeTests {
    @Test("the numbers are those that scripts rely on")
    func numbers() {
        #expect(
            ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
        #expect(ExitCode(RunResult.held).rawValue == 3)
        #expect(ExitCode(RunResult.noDraft).rawValue == 4)
        #expect(ExitCode(RunResult.invalid).rawValue == 5)
        #expect(ExitCode(RunResult.verificationFailed).rawValue == 6)
        #expect(ExitCode(RunResult.pushed).rawValue == 0)
        #expect(ExitCode(SyncError.Code.unavailable).rawValue == 4)
    }

    @Test("of several foxes, the worst decides")
    func worst() {
        #expect(ExitCode.most(serious: [.done, .held, .done]) == .held)
        #expect(ExitCode.most(serious: [.held, .failed, .invalid]) == .failed)
        #expect(ExitCode.most(serious: [.failed, .verification]) == .verification)
        #expect(ExitCode.most(serious: []) == .done)
    }

    @Test("every command has help, and its words fit its count")
    func commands() {
        for command in CommandTable.all {
            #expect(command.help.contains("usage: fox-sync \(command.name)"))
            #expect(command.words.isEmpty == (command.count.upperBound == 0), "\(command.name)")
            let letters = (command.options + Option.common).compactMap(\.letter)
            #expect(Set(letters).count == letters.count, "\(command.name)")
            #expect(CommandTable.help.contains(command.name))
        }
    }

    @Test("the longest name wins, and a group alone lists its members")
    func find() {
        #expect(CommandTable.find(["log", "show", "x"])?.0.name == "log show")
        #expect(CommandTable.find(["log", "--json"])?.0.name == "log")
        #expect(CommandTable.find(["draft"]) == nil)
        #expect(CommandTable.unknown(["draft"]).message.contains("draft new"))
    }
}
