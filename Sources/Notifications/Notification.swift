// What is shown on the desktop: plain text, whatever the server makes of it.

/// One notification.
package struct Notification: Sendable, Equatable {
    /// How much it matters; the raw values are those of the specification (Desktop Notifications
    /// Specification 1.2, 'Urgency Levels').
    package enum Urgency: UInt8, Sendable {
        /// For the record.
        case low = 0
        /// The usual.
        case normal = 1
        /// Something went wrong: the server shows it until somebody has seen it.
        case critical = 2
    }

    /// What it is about: a new notification about the same replaces the one before.
    package let subject: String
    /// One line.
    package let summary: String
    /// More, in lines of plain text.
    package let body: String
    /// How much it matters.
    package let urgency: Urgency
    /// What its button does, where the server has buttons: its text, and a word for the reader.
    package let action: Action?

    /// A button.
    package struct Action: Sendable, Equatable {
        /// What is on it.
        package let label: String
        /// What whoever made the notification is told when it is pressed.
        package let word: String

        /// Describes a button.
        package init(label: String, word: String) {
            self.label = label
            self.word = word
        }
    }

    /// Describes a notification.
    package init(
        subject: String, summary: String, body: String, urgency: Urgency = .normal,
        action: Action? = nil
    ) {
        self.subject = subject
        self.summary = summary
        self.body = body
        self.urgency = urgency
        self.action = action
    }

    /// The body for a server with these capabilities.
    func body(for capabilities: Set<String>) -> String {
        guard capabilities.contains("body-markup") else { return body }
        return body.map { letter in
            switch letter {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(letter)
            }
        }.joined()
    }
}
