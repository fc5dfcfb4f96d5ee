// A configuration file that cannot be used as it is.
internal import SyncEngine

/// What is wrong in the configuration file, and where.
struct ConfigError: Error, Equatable, CustomStringConvertible {
    /// The file.
    let path: String
    /// The line, from 1, or nil for the file as a whole.
    let line: Int?
    /// What is wrong; what it repeats of the file is no more than a line of printable text.
    let message: String

    init(path: String, line: Int?, message: String) {
        self.path = path
        self.line = line
        let shown = Array(message.utf8).printable
        self.message = shown.count > 400 ? shown.prefix(400) + "…" : shown
    }

    var description: String {
        Array(path.utf8).printable + (line.map { ":\($0)" } ?? "") + ": " + message
    }
}
