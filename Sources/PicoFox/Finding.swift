// One thing that a check has to say about a draft or a device.

/// A finding of the checks.
package struct Finding: Sendable, Hashable, Codable {
    /// How grave a finding is.
    package enum Severity: String, Sendable, Hashable, Codable, Comparable {
        /// Worth knowing, and often meant so.
        case note
        /// Legal but unwise; a push goes on.
        case warning
        /// The firmware will not do what the files say, or stays off the air unasked; a push stops.
        case error

        /// A note is less than a warning, and a warning less than an error.
        package static func < (left: Severity, right: Severity) -> Bool {
            func rank(_ severity: Severity) -> Int {
                switch severity {
                case .note: 0
                case .warning: 1
                case .error: 2
                }
            }
            return rank(left) < rank(right)
        }
    }

    /// The stable code, a raw value of `CheckCode`.
    package let code: String
    /// How grave it is.
    package let severity: Severity
    /// The file's name.
    package let file: String
    /// The line in that file, from 1, where there is one.
    package let line: Int?
    /// What the fox would do, as a sentence without a full stop.
    package let message: String

    /// - Parameters:
    ///   - code: What was found.
    ///   - severity: How grave it is here; nil for the gravest that the code has.
    ///   - file: The file's name.
    ///   - line: The line, from 1.
    ///   - message: What the fox would do.
    package init(
        _ code: CheckCode, as severity: Severity? = nil, file: String = "settings.txt",
        line: Int? = nil, _ message: String
    ) {
        self.code = code.rawValue
        self.severity = severity ?? code.severities.first ?? .error
        self.file = file
        self.line = line
        self.message = message
    }
}

extension Sequence<Finding> {
    /// Whether a push must not go on.
    package var haveErrors: Bool { contains { $0.severity == .error } }
}
