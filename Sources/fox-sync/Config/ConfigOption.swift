// One option of the configuration file: the parser, the example and `config show` read this.

/// An option with everything that is said of it anywhere.
struct ConfigOption: Sendable {
    /// The section, without brackets.
    let section: String
    /// The key.
    let key: String
    /// What values it takes, in a few words.
    let values: String
    /// What it is for, in lines of at most 96 characters.
    let help: String
    /// Reads a value into a configuration; returns what is wrong with it, or nil.
    let parse: @Sendable (inout Config, String) -> String?
    /// The value that a configuration has, as the file would say it.
    let format: @Sendable (Config) -> String

    /// Section and key in one word, as in `mount.mode`.
    var name: String { "\(section).\(key)" }

    /// The value when the file says nothing.
    var standard: String { format(Config()) }
}

extension ConfigOption {
    /// An option that is yes or no.
    static func flag(
        _ section: String, _ key: String, _ help: String,
        _ path: any WritableKeyPath<Config, Bool> & Sendable
    ) -> ConfigOption {
        ConfigOption(
            section: section, key: key, values: "yes or no", help: help,
            parse: { config, value in
                switch value.lowercased() {
                case "yes", "true", "on", "1": config[keyPath: path] = true
                case "no", "false", "off", "0": config[keyPath: path] = false
                default: return "is yes or no"
                }
                return nil
            }, format: { $0[keyPath: path] ? "yes" : "no" })
    }

    /// An option that is a whole number.
    static func number(
        _ section: String, _ key: String, _ range: ClosedRange<Int>, of unit: String,
        _ help: String,
        _ path: any WritableKeyPath<Config, Int> & Sendable
    ) -> ConfigOption {
        let values = "a number of \(unit), \(range.lowerBound) to \(range.upperBound)"
        return ConfigOption(
            section: section, key: key, values: values, help: help,
            parse: { config, value in
                guard let number = Int(value), range.contains(number) else { return "is \(values)" }
                config[keyPath: path] = number
                return nil
            }, format: { String($0[keyPath: path]) })
    }

    /// An option that is one of some words.
    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ section: String, _ key: String, _ help: String,
        _ path: any WritableKeyPath<Config, Choice> & Sendable
    ) -> ConfigOption {
        let words = Choice.allCases.map(\.rawValue)
        let values = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return ConfigOption(
            section: section, key: key, values: values, help: help,
            parse: { config, value in
                guard let choice = Choice(rawValue: value) else { return "is \(values)" }
                config[keyPath: path] = choice
                return nil
            }, format: { $0[keyPath: path].rawValue })
    }
}
