// The configuration: what it holds, and how it is read from an INI file.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import SyncEngine

/// What the configuration file says, or its defaults; `ConfigOption.all` says what it can say.
struct Config: Equatable, Sendable {
    /// Which volumes are looked into at all.
    var rules = CandidateRules()
    /// What fox-sync does about devices that nobody has mounted.
    var mounting = Mounting()
    /// How long a draft must not have been edited before it is pushed, in seconds.
    var settle = 2
    /// How many backups of a device are kept.
    var backupsKept = BackupStore.kept
    /// How many runs of a device stay in the log; nil for all.
    var historyKept: Int?
    /// Which results are shown on the desktop.
    var notify = NotifyLevel.changes
    /// What the agent runs after each result; empty for nothing.
    var onResult = ""
    /// How long that may take, in seconds.
    var onResultLimit = 30
    /// How much the agent says.
    var logLevel = LogLevel.info
    /// In which line of the file each option was set, by the option's name.
    var lines: [String: Int] = [:]

    /// The most bytes of a configuration file.
    static let byteLimit = 1 << 20

    /// Every option with its section.
    static var keys: [String] { ConfigOption.all.map(\.name) }

    /// The defaults.
    init() {}

    /// Whether both say the same, in whatever lines.
    static func == (left: Config, right: Config) -> Bool {
        ConfigOption.all.allSatisfy { $0.format(left) == $0.format(right) }
    }

    /// Reads a configuration file; one that does not exist says nothing.
    ///
    /// - Parameter path: The file.
    /// - Throws: `ConfigError` naming file and line; an unknown key is an error.
    init(path: String) throws(ConfigError) {
        var (bytes, stranger): ([UInt8], String?) = ([], nil)
        do throws(Errno) {
            // Not blocking: somebody may have put a FIFO there.
            let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            if try file.status().kind != .regular { throw .invalid }
            stranger = try Self.otherWriters(file.rawValue)
            bytes = try file.readAll(limit: Self.byteLimit)
        } catch {
            let message: String? =
                switch error {
                case .notFound, .notDirectory: nil
                case .invalid: "it is no file"
                case .tooLarge: "it is larger than a MiB"
                case .accessDenied, .notPermitted: HostProblem(path, error).description
                default: error.description
                }
            if let message { throw ConfigError(path: path, line: nil, message: message) }
        }
        try self.init(text: String(decoding: bytes, as: UTF8.self), path: path)
        if let stranger, !onResult.isEmpty {
            throw ConfigError(
                path: path, line: lines["results.on-result"],
                message: "on-result is not taken from this file, since \(stranger)")
        }
    }

    /// Reads the text of a configuration file.
    ///
    /// - Parameters:
    ///   - text: INI: `[section]`, `key = value`, comments from `#` or `;` at a line's start.
    ///   - path: The file's name, for messages.
    /// - Throws: `ConfigError`.
    init(text: String, path: String) throws(ConfigError) {
        var section = ""
        // By bytes: as characters, CR LF is one and no line feed.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            func fail(_ message: String) -> ConfigError {
                ConfigError(path: path, line: index + 1, message: message)
            }
            let line = String(Substring(bytes)).trimmed
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("[") {
                guard line.hasSuffix("]") else { throw fail("a section ends in ']'") }
                section = line.dropFirst().dropLast().trimmed
                if let problem = Self.problem(ofSection: section) { throw fail(problem) }
                continue
            }
            guard let equals = line.firstIndex(of: "=") else {
                throw fail("neither a section nor 'key = value'")
            }
            let name = section + "." + line[..<equals].trimmed
            let value = line[line.index(after: equals)...].trimmed
            guard let option = ConfigOption.all.first(where: { $0.name == name }) else {
                throw fail(Self.problem(ofName: name, section))
            }
            if let before = self.lines[name] {
                throw fail("\(name) is set a second time; the first is in line \(before)")
            }
            if let problem = option.parse(&self, value) {
                throw fail("\(name) \(problem), not '\(value)'")
            }
            self.lines[name] = index + 1
        }
    }

    private static func problem(ofSection section: String) -> String? {
        let known = ConfigOption.all.map(\.section)
        if known.contains(section) { return nil }
        let meant = Nearest.word(to: section, among: known).map { "; did you mean [\($0)]?" }
        return "there is no section [\(section)]" + (meant ?? "")
    }

    private static func problem(ofName name: String, _ section: String) -> String {
        let key = String(name.dropFirst(section.utf8.count + 1))
        let known = ConfigOption.all
        // The right key under another section, or under none.
        let elsewhere = known.first { $0.key == key }
        let near =
            Nearest.word(to: key, among: known.filter { $0.section == section }.map(\.key))
            .flatMap { key in known.first { $0.section == section && $0.key == key } }
            ?? Nearest.word(to: key, among: known.map(\.key))
            .flatMap { key in known.first { $0.key == key } }
        let meant = (elsewhere ?? near).map { "; did you mean '\($0.key)' under [\($0.section)]?" }
        return section.isEmpty
            ? "'\(key)' stands under no section" + (meant ?? "")
            : "there is no '\(key)' under [\(section)]" + (meant ?? "")
    }

    /// Who else can change an open file, as the reason of a sentence; nil when nobody but its owner
    /// can, and that is root or this user.
    private static func otherWriters(_ descriptor: Int32) throws(Errno) -> String? {
        var status = stat()
        _ = try retrying { fstat(descriptor, &status) }
        if status.st_uid != 0 && status.st_uid != geteuid() { return "it belongs to somebody else" }
        if status.st_mode & S_IWOTH != 0 { return "everybody can write it (chmod o-w)" }
        // A group of the user's own is what many systems give to each user's files.
        if status.st_mode & S_IWGRP != 0 && status.st_gid != 0 && status.st_gid != getegid() {
            return "its group can write it (chmod g-w)"
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without blanks, tabs and carriage returns at both ends.
    fileprivate var trimmed: String {
        let blanks: Set<Character> = [" ", "\t", "\r", "\r\n"]
        return String(
            drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
    }

    private func drop(_ isBlank: (Character) -> Bool) -> SubSequence { drop(while: isBlank) }
}
