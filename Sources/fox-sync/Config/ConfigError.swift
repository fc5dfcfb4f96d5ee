// A configuration file that cannot be used as it is.

/// What is wrong in the configuration file, and where.
struct ConfigError: Error, Equatable, CustomStringConvertible {
    /// The file.
    let path: String
    /// The line, from 1, or nil for the file as a whole.
    let line: Int?
    /// What is wrong.
    let message: String

    var description: String { path + (line.map { ":\($0)" } ?? "") + ": " + message }
}
