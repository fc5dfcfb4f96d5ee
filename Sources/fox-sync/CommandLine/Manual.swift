// What manual pages say of commands and options, made of the tables that `--help` and the parser use.

/// The parts of the manual pages that the program knows by itself, for man(7).
enum Manual {
    /// The sections of fox-sync.conf(5), one for each of the file's.
    static var options: String {
        var lines: [String] = []
        var section = ""
        for option in ConfigOption.all {
            if option.section != section {
                section = option.section
                lines.append(".SH \"[\(escaped(section))]\"")
            }
            let standard = option.standard.isEmpty ? "" : " " + escaped(option.standard)
            lines += [".TP", "\\fB\(escaped(option.key))\\fR =\(standard)"]
            lines += option.help.split(separator: "\n").map { escaped(String($0)) }
            lines.append("Value: \(escaped(option.values)).")
        }
        return lines.joined(separator: "\n")
    }

    /// Sections COMMANDS and EXIT STATUS of fox-sync(1).
    static var commands: String {
        var lines = [".SH COMMANDS", "Every command also takes"]
        lines += listed(Option.common)
        for command in CommandTable.all {
            lines.append(".SS \"fox-sync \(escaped(usage(command)))\"")
            lines.append(
                escaped(
                    "\(command.summary.first?.uppercased() ?? "")\(command.summary.dropFirst())."))
            lines += paragraphs(command.details)
            lines += listed(command.options)
            if !command.exits.isEmpty {
                let codes = command.exits.map(\.rawValue).sorted().map(String.init)
                lines += [
                    ".PP", "Exit status beside 0, 1 and 2: \(codes.joined(separator: ", ")).",
                ]
            }
        }
        lines.append(".SH \"EXIT STATUS\"")
        for code in ExitCode.allCases {
            lines += [".TP", ".B \(code.rawValue)", escaped(code.meaning)]
        }
        return lines.joined(separator: "\n")
    }

    private static func usage(_ command: Command) -> String {
        command.words.isEmpty ? command.name : "\(command.name) \(command.words)"
    }

    private static func listed(_ options: [Option]) -> [String] {
        options.flatMap { option in
            let short = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let value =
                option.value.map { value in
                    let name = "\\fI\(escaped(value))\\fR"
                    return option.isOptional ? "[=\(name)]" : " \(name)"
                } ?? ""
            return [
                ".TP", "\(short)\\fB\\-\\-\(escaped(option.name))\\fR\(value)",
                escaped(option.help),
            ]
        }
    }

    /// Details as paragraphs; lines that stand in columns, or are indented, stay as they are.
    private static func paragraphs(_ details: String) -> [String] {
        if details.isEmpty { return [] }
        let lines = details.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.flatMap { line in line.isEmpty ? [".PP"] : [escaped(String(line))] }
        guard details.contains("  ") else { return [".PP"] + text }
        return [".PP", ".nf"] + text + [".fi"]
    }

    /// Text without meaning for man(7).
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
