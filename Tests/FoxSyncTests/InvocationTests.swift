// Options and words of a call, as glibc sorts them out.
import Testing

@testable import fox_sync

@Suite("Invocation", .serialized)
struct InvocationTests {
    private let options = [
        Option("volume", letter: "v", value: "DIR", repeats: true, ""),
        Option("dry-run", letter: "n", ""), Option("json", ""), Option("draft", value: "NAME", ""),
    ]

    private func parse(_ words: String...) throws(CLIError) -> Invocation {
        try Invocation(words, options: options, command: "sync")
    }

    @Test("long, short, joined and repeated options, with words in between")
    func forms() throws {
        let call = try parse("one", "--volume", "/a", "-n", "two", "--volume=/b", "-v/c")
        #expect(call.words == ["one", "two"])
        #expect(call.values("volume") == ["/a", "/b", "/c"])
        #expect(call.value("volume") == "/c")
        #expect(call.has("dry-run"))
        #expect(!call.has("json"))
    }

    @Test("a second value is refused where only one is taken; a switch may be repeated")
    func tooMany() throws {
        let error = #expect(throws: CLIError.self) { try parse("--draft", "a", "--draft=a") }
        #expect(error?.exit == .usage)
        #expect(error?.message.contains("--draft") == true)
        #expect(try parse("-n", "-n", "--draft", "a").value("draft") == "a")
    }

    @Test("everything after -- is a word")
    func end() throws {
        #expect(try parse("-n", "--", "--volume", "-x").words == ["--volume", "-x"])
    }

    @Test("no arguments at all are fine, also after a call with many")
    func empty() throws {
        _ = try parse("a", "b", "c", "-n")
        #expect(try parse().words.isEmpty)
        #expect(try !parse().has("dry-run"))
    }

    @Test(
        "unknown options and missing values are usage errors that name them",
        arguments: [
            (["--bad"], "--bad"), (["-x"], "-x"), (["--volume"], "--volume"), (["-nx"], "-x"),
            (["-v"], "-v"), (["a", "--dry-run=1"], "--dry-run=1"),
        ])
    func errors(_ words: [String], _ name: String) {
        let error = #expect(throws: CLIError.self) {
            try Invocation(words, options: options, command: "sync")
        }
        #expect(error?.exit == .usage)
        #expect(error?.message.contains("'\(name)'") == true, "\(error?.message ?? "")")
        #expect(error?.next == "fox-sync sync --help")
    }

    @Test(
        "an empty word or value is wrong usage: it would mean whatever there is only one of",
        arguments: [[""], ["one", ""], ["--", ""], ["--volume", ""], ["--volume="], ["-v", ""]])
    func emptyWords(_ words: [String]) {
        let error = #expect(throws: CLIError.self) {
            try Invocation(words, options: options, command: "sync")
        }
        #expect(error?.exit == .usage)
        #expect(error?.message.contains("empty") == true)
    }

    @Test("control characters in an option do not reach the terminal")
    func hostile() {
        let error = #expect(throws: CLIError.self) { try parse("--\u{1b}[31m") }
        #expect(error?.message.contains("\u{1b}") == false)
    }

    @Test("numbers outside their range are refused")
    func numbers() throws {
        let call = try Invocation(
            ["-l", "7"], options: [Option("limit", letter: "l", value: "N", "")], command: "log")
        #expect(try call.number("limit", in: 1...10) == 7)
        #expect(throws: CLIError.self) { try call.number("limit", in: 1...5) }
        #expect(try call.number("other", in: 1...5) == nil)
    }
}
