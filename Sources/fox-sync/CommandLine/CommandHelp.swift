// The help of the program, of a group of commands, and of one command; as text or as JSON.

/// The help of one command.
struct CommandHelp: CommandResult {
    /// An option, as scripts see it.
    private struct Item: Encodable {
        let name: String
        let letter: String?
        let value: String?
        let help: String
    }

    /// An exit code, as scripts see it.
    private struct Code: Encodable {
        let code: Int32
        let meaning: String
    }

    private let command: Command

    init(_ command: Command) { self.command = command }

    private var options: [Option] { command.options + Option.common }

    private var codes: [ExitCode] {
        ([.done, .failed, .usage] + command.exits).sorted { $0.rawValue < $1.rawValue }
    }

    func text(_ style: Style) -> String {
        var text =
            "usage: fox-sync \(command.name)"
            + (command.words.isEmpty ? "" : " \(command.words)") + " [options]\n"
        let summary = "\(command.summary.first?.uppercased() ?? "")\(command.summary.dropFirst())."
        text += "\n\(TextWrap.filled(summary))\n"
        if !command.details.isEmpty { text += "\n\(TextWrap.filled(command.details))\n" }
        let table = options.map { ($0.usage, $0.help) }
        text += "\noptions:\n" + HelpTable.text(table) + "\n"
        text += "\nexit codes:\n"
        for code in codes { text += "  \(code.rawValue)  \(code.meaning)\n" }
        let others = CommandTable.group(command.name)
        if !others.isEmpty {
            text += "\nsee also:\n" + HelpTable.text(others.map { ($0.usage, $0.summary) }) + "\n"
        }
        return String(text.dropLast())
    }

    private enum Keys: String, CodingKey { case command, words, summary, details, options, exits }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(command.name, forKey: .command)
        try container.encode(command.words, forKey: .words)
        try container.encode(command.summary, forKey: .summary)
        try container.encode(command.details, forKey: .details)
        try container.encode(
            options.map {
                Item(
                    name: $0.name, letter: $0.letter.map(String.init), value: $0.value,
                    help: $0.help)
            }, forKey: .options)
        try container.encode(
            codes.map { Code(code: $0.rawValue, meaning: $0.meaning) }, forKey: .exits)
    }
}

/// The help of a group, such as `draft`.
struct GroupHelp: CommandResult {
    private let name: String
    private let commands: [Command]

    /// Takes a call that names a group and asks for help; nil for any other.
    init?(_ arguments: [String]) {
        guard let name = arguments.first,
            arguments.dropFirst().contains(where: { ["--help", "-h", "help"].contains($0) })
        else { return nil }
        self.init(name: name)
    }

    private init?(name: String) {
        self.name = name
        commands = CommandTable.group(name)
        if commands.isEmpty { return nil }
    }

    func text(_ style: Style) -> String {
        "usage: fox-sync \(name) COMMAND [options]\n\ncommands:\n"
            + HelpTable.text(commands.map { ($0.usage, $0.summary) })
            + "\n\n'fox-sync \(name) COMMAND --help' tells more."
    }

    private enum Keys: String, CodingKey { case group, commands }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .group)
        try container.encode(commands.map(CommandHelp.init), forKey: .commands)
    }
}

/// The help of the program.
struct ProgramHelp: CommandResult {
    func text(_ style: Style) -> String {
        """
        fox-sync pushes a prepared draft onto a PicoFox the moment it is plugged in.

        usage: fox-sync COMMAND [options]

        \(HelpTable.text(CommandTable.all.map { ($0.usage, $0.summary) }))

        Every command takes --json and --help. 'fox-sync --version' tells the version.
        """
    }

    private enum Keys: String, CodingKey { case commands }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(CommandTable.all.map(CommandHelp.init), forKey: .commands)
    }
}

/// Two columns, the second one broken where it is too wide.
private enum HelpTable {
    static func text(_ rows: [(String, String)]) -> String {
        // A longer first column has a line of its own.
        let most = 30
        let width = rows.map(\.0.count).filter { $0 <= most }.max() ?? 0
        return rows.map { first, second in
            let lines = TextWrap.lines(second, width: TextWrap.width - width - 4)
            let gap = String(repeating: " ", count: width + 4)
            let head =
                first.count > width
                ? "  \(first)\n" + gap
                : "  \(first)" + String(repeating: " ", count: width - first.count + 2)
            return head + lines.joined(separator: "\n" + gap)
        }.joined(separator: "\n")
    }
}

extension Command {
    /// How it is typed, without options.
    fileprivate var usage: String { words.isEmpty ? name : "\(name) \(words)" }

    /// The command's help as text.
    var help: String { CommandHelp(self).text(.plain) }
}

extension CommandTable {
    /// The program's help as text.
    static var help: String { ProgramHelp().text(.plain) }
}
