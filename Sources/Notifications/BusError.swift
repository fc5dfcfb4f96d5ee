// A call on the message bus that failed.

/// What libsystemd or the other side said.
struct BusError: Error, Sendable, CustomStringConvertible {
    /// The error's name on the bus, or of the error number.
    let name: String
    /// More, in words.
    let message: String

    var description: String { message.isEmpty ? name : "\(name): \(message)" }
}
