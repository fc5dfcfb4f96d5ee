// The commands as the manual page has them, made of what `--help` is made of, so that both say the same.

/// The part of fox-sync(1) that the command table knows.
enum Manual {
    /// Sections COMMANDS and EXIT STATUS, for man(7).
    static var text: String {
        var lines = [".SH COMMANDS", "Every command also takes"]
        lines += options(Option.common)
        for command in CommandTable.all {
            lines.append(".SS \"fox-sync \(escaped(usage(command)))\"")
            lines.append(
                escaped(
                    "\(command.summary.first?.uppercased() ?? "")\(command.summary.dropFirst())."))
            lines += paragraphs(command.details)
            lines += options(command.options)
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

    private static func options(_ options: [Option]) -> [String] {
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
