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
    /// Whether its text may be long: on a terminal it goes through a pager.
    let isPaged: Bool
    /// Whether it has nothing to say where what fox-sync keeps cannot be read.
    let needsState: Bool
    /// Does it.
    let run: @Sendable (Context, Invocation) throws(CLIError) -> any CommandResult

    init(
        _ name: String, words: String = "", count: ClosedRange<Int> = 0...0, _ summary: String,
        details: String = "", options: [Option] = [], exits: [ExitCode] = [],
        isPaged: Bool = false, needsState: Bool = true,
        run: @escaping @Sendable (Context, Invocation) throws(CLIError) -> any CommandResult
    ) {
        self.name = name
        self.words = words
        self.count = count
        self.summary = summary
        self.details = details
        self.options = options + (isPaged ? [Option.noPager] : [])
        self.exits = exits
        self.isPaged = isPaged
        self.needsState = needsState
        self.run = run
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
