// The configuration: what it can say, its defaults, and how it is read from an INI file.
internal import FoxSystem
internal import Glibc
internal import MountWatch
internal import SyncEngine

/// What the configuration file says, or its defaults.
struct Config: Equatable, Sendable {
    /// Which volumes are looked into at all.
    var rules = CandidateRules()

    /// What fox-sync does about devices that nobody has mounted.
    var mounting = Mounting()
    /// How long a draft must not have been edited before it is pushed, in seconds.
    var settle = 2
    /// How many backups of a device are kept.
    var backupsKept = BackupStore.kept

    /// Every key with its section, for the message about an unknown one.
    static let keys = [
        "volumes.file-systems", "volumes.require-usb", "volumes.stand-ins", "backups.keep",
        "mount.mode", "mount.repair", "mount.power-off", "drafts.settle",
    ]

    /// The defaults.
    init() {}

    /// Reads a configuration file; one that does not exist says nothing.
    ///
    /// - Parameter path: The file.
    /// - Throws: `ConfigError` naming file and line; an unknown key is an error.
    init(path: String) throws(ConfigError) {
        var bytes: [UInt8] = []
        do throws(Errno) {
            bytes = try FileDescriptor.open(path, flags: O_RDONLY).readAll(limit: 1 << 20)
        } catch {
            guard error == .notFound || error == .notDirectory else {
                throw ConfigError(path: path, line: nil, message: error.description)
            }
        }
        try self.init(text: String(decoding: bytes, as: UTF8.self), path: path)
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
            let raw = String(Substring(bytes))
            func fail(_ message: String) -> ConfigError {
                ConfigError(path: path, line: index + 1, message: message)
            }
            let line = raw.trimmed
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("[") {
                guard line.hasSuffix("]") else { throw fail("a section ends in ']'") }
                section = String(line.dropFirst().dropLast())
                continue
            }
            guard let equals = line.firstIndex(of: "=") else {
                throw fail("neither a section nor 'key = value'")
            }
            let key = section + "." + line[..<equals].trimmed
            let value = line[line.index(after: equals)...].trimmed
            if let message = set(key, value) { throw fail(message) }
        }
    }

    /// Sets one key.
    ///
    /// - Returns: What is wrong with it, or nil.
    private mutating func set(_ key: String, _ value: String) -> String? {
        switch key {
        case "volumes.file-systems":
            let names = value.split { $0 == " " || $0 == "," }.map(String.init)
            if names.isEmpty { return "file-systems names at least one, e.g. vfat" }
            rules.fileSystems = Set(names)
        case "volumes.require-usb":
            guard let flag = Self.flag(value) else { return Self.noFlag(key, value) }
            rules.requireRemovableOrUSB = flag
        case "volumes.stand-ins":
            if value == "no" {
                rules.allowNoBlockDevice = false
                rules.standInFolder = nil
            } else if value.hasPrefix("/") {
                rules.allowNoBlockDevice = true
                rules.standInFolder = value
            } else {
                return "stand-ins is 'no' or an absolute folder, not '\(value)'"
            }
        case "mount.mode":
            guard let mode = Mounting.Mode(rawValue: value) else {
                return "\(key) is never, auto or always, not '\(value)'"
            }
            mounting.mode = mode
        case "mount.repair":
            guard let flag = Self.flag(value) else { return Self.noFlag(key, value) }
            mounting.repairs = flag
        case "mount.power-off":
            guard let flag = Self.flag(value) else { return Self.noFlag(key, value) }
            mounting.powersOff = flag
        case "drafts.settle":
            guard let number = Int(value), (0...3600).contains(number) else {
                return "\(key) is a number of seconds up to 3600, not '\(value)'"
            }
            settle = number
        case "backups.keep":
            guard let number = Int(value), number >= 2 else {
                return "\(key) is a number from 2, not '\(value)'"
            }
            backupsKept = number
        default:
            return "there is no setting '\(key)'; there are \(Self.keys.joined(separator: ", "))"
        }
        return nil
    }

    private static func flag(_ value: String) -> Bool? {
        switch value.lowercased() {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: nil
        }
    }

    private static func noFlag(_ key: String, _ value: String) -> String {
        "\(key) is yes or no, not '\(value)'"
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
