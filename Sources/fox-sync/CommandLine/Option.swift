// One option of a command, as getopt_long and the help know it.

/// An option, with or without a value.
struct Option: Sendable, Equatable {
    /// The long name without dashes.
    let name: String
    /// The short letter, where there is one.
    let letter: Character?
    /// What stands for the value in the help, or nil for a switch.
    let value: String?
    /// Whether the value may be left out; then it can only follow a `=`.
    let isOptional: Bool
    /// Whether it may be given more than once, each time with another value.
    let repeats: Bool
    /// What it does.
    let help: String

    /// Whether the word behind it is its value.
    var wantsNextWord: Bool { value != nil && !isOptional }

    init(
        _ name: String, letter: Character? = nil, value: String? = nil, isOptional: Bool = false,
        repeats: Bool = false, _ help: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.isOptional = isOptional
        self.repeats = repeats
        self.help = help
    }

    /// How it is typed, as in `-n, --limit N` or `--trim[=DB]`.
    var usage: String {
        let short = letter.map { "-\($0), " } ?? "    "
        let argument = value.map { isOptional ? "[=\($0)]" : " \($0)" } ?? ""
        return short + "--" + name + argument
    }

    /// What a command takes whose text may be long.
    static let noPager = Option("no-pager", "do not page the output on a terminal")

    /// Options that every command takes.
    static let common = [
        Option("json", "JSON on standard output; errors as objects on standard error"),
        Option("help", letter: "h", "this help"),
    ]
}
