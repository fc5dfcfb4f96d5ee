// A command of the program: its help and what it does.

/// One command with its words, options and action.
struct Command: Sendable {
    /// The name as it is typed, as in `draft new`.
    let name: String
    /// The words that follow, as in `NAME…`.
    let words: String
    /// How many words may follow.
    let count: ClosedRange<Int>
    /// One line for the list of commands.
    let summary: String
    /// More, for the command's own help.
    let details: String
    /// Its own options, beside the common ones.
    let options: [Option]
    /// Exit codes that it can end with, beside 0, 1 and 2.
    let exits: [ExitCode]
    /// Does it.
    let run: @Sendable (Context, Invocation) throws(CLIError) -> any CommandResult

    init(
        _ name: String, words: String = "", count: ClosedRange<Int> = 0...0, _ summary: String,
        details: String = "", options: [Option] = [], exits: [ExitCode] = [],
        run: @escaping @Sendable (Context, Invocation) throws(CLIError) -> any CommandResult
    ) {
        self.name = name
        self.words = words
        self.count = count
        self.summary = summary
        self.details = details
        self.options = options
        self.exits = exits
        self.run = run
    }

    /// The command's help.
    var help: String {
        var text = "usage: fox-sync \(name)" + (words.isEmpty ? "" : " \(words)") + " [options]\n"
        text += "\n\(summary.first?.uppercased() ?? "")\(summary.dropFirst()).\n"
        if !details.isEmpty { text += "\n\(details)\n" }
        let all = options + Option.common
        var table = Table(indent: "  ")
        for option in all { table.add([option.usage, option.help]) }
        text += "\noptions:\n" + table.text(Style(isColoured: false, width: 80)) + "\n"
        let codes = ([.done, .failed, .usage] + exits).sorted { $0.rawValue < $1.rawValue }
        text += "\nexit codes:\n"
        for code in codes { text += "  \(code.rawValue)  \(code.meaning)\n" }
        return text
    }
}

/// What a command comes to: one value that is printed as text or as JSON.
protocol CommandResult: Encodable, Sendable {
    /// The text for people, without a final newline; empty when there is nothing to say.
    func text(_ style: Style) -> String
    /// The exit code.
    var exit: ExitCode { get }
}

extension CommandResult {
    var exit: ExitCode { .done }
}
