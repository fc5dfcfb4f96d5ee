// `config`: what the configuration says, where each of it comes from, and what it could say.
internal import FoxSystem
internal import SyncEngine

extension Command {
    static let configShow = Command(
        "config show", "the configuration as it holds, and where each value comes from",
        details: """
            A file with a mistake in it is an error that names the line; the agent goes on with what it
            read before.
            """, needsState: false
    ) { (context, _) throws(CLIError) in
        ConfigView(path: context.places.config, config: try context.config())
    }

    static let configExample = Command(
        "config example", "a configuration file with every option and its default, to begin with",
        needsState: false
    ) { (_, _) throws(CLIError) in ConfigExample(text: ConfigOption.example) }
}

/// The configuration as people and scripts see it.
struct ConfigView: CommandResult {
    /// One option.
    struct Row: Encodable {
        let section: String
        let key: String
        let value: String
        let standard: String
        let from: String
        let line: Int?

        private enum CodingKeys: String, CodingKey {
            case section, key, value, from, line
            case standard = "default"
        }
    }

    let file: String
    let exists: Bool
    let options: [Row]

    init(path: String, config: Config) {
        file = path
        exists = (try? Folder.status(path)) != nil
        options = ConfigOption.all.map { option in
            let line = config.lines[option.name]
            return Row(
                section: option.section, key: option.key, value: option.format(config),
                standard: option.standard, from: line == nil ? "default" : "file", line: line)
        }
    }

    func text(_ style: Style) -> String {
        let shown = Array(file.utf8).printable
        var table = Table()
        for row in options {
            table.add([
                "\(row.section).\(row.key)",
                row.value.isEmpty ? "(nothing)" : Array(row.value.utf8).printable,
                row.line.map { "\(shown):\($0)" } ?? "default",
            ])
        }
        return table.text(style) + (exists ? "" : "\n(there is no \(shown))")
    }
}

/// The example as text; as JSON, what options there are.
struct ConfigExample: CommandResult {
    private let example: String

    init(text: String) { example = text }

    func text(_ style: Style) -> String { String(example.dropLast()) }

    private struct Row: Encodable {
        let section: String
        let key: String
        let values: String
        let standard: String
        let help: String

        enum CodingKeys: String, CodingKey {
            case section, key, values, help
            case standard = "default"
        }
    }

    private enum Keys: String, CodingKey { case options }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(
            ConfigOption.all.map {
                Row(
                    section: $0.section, key: $0.key, values: $0.values, standard: $0.standard,
                    help: $0.help.split(separator: "\n").joined(separator: " "))
            }, forKey: .options)
    }
}
