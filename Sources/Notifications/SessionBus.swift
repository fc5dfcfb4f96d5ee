// The session bus through libsystemd's sd-bus, with the few calls that notifications need.
internal import CSystemd
internal import FoxSystem

/// A connection to the session bus, used by one thread.
final class SessionBus {
    private let bus: OpaquePointer

    /// How long a call waits for its answer, in microseconds.
    ///
    /// Long, since whoever gives up does not know what to replace; nothing waits for this thread.
    static let patience: UInt64 = 120_000_000

    /// Connects. C: `sd_bus_open_user`
    ///
    /// - Throws: `BusError`, also when there is no session bus.
    init() throws(BusError) {
        var made: OpaquePointer?
        let code = sd_bus_open_user(&made)
        guard code >= 0, let made else { throw Self.error(code) }
        bus = made
        sd_bus_set_method_call_timeout(bus, Self.patience)
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// The descriptor to wait for.
    var descriptor: Int32 { sd_bus_get_fd(bus) }
    /// The events to wait for on it, as of poll(2).
    var events: Int16 { Int16(clamping: sd_bus_get_events(bus)) }

    /// Calls a method and reads its answer.
    ///
    /// - Parameters:
    ///   - service: Whose method it is; path and interface follow from it.
    ///   - method: The method.
    ///   - write: Appends what it takes.
    ///   - read: Reads what it gives.
    /// - Returns: What `read` made of it.
    /// - Throws: `BusError`. C: `sd_bus_call`
    func call<Result>(
        _ service: String, _ method: String, write: (OpaquePointer) -> Int32,
        read: (OpaquePointer) -> Result
    ) throws(BusError) -> Result {
        var message: OpaquePointer?
        let path = "/" + service.split(separator: ".").joined(separator: "/")
        let made = sd_bus_message_new_method_call(bus, &message, service, path, service, method)
        guard made >= 0, let message else { throw Self.error(made) }
        defer { sd_bus_message_unref(message) }
        let written = write(message)
        if written < 0 { throw Self.error(written) }
        var error = sd_bus_error()
        defer { sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        let code = sd_bus_call(bus, message, Self.patience, &error, &reply)
        guard code >= 0, let reply else {
            throw BusError(
                name: error.name.map { String(cString: $0) } ?? Errno(rawValue: -code).name,
                message: error.message.map { String(cString: $0) } ?? "")
        }
        defer { sd_bus_message_unref(reply) }
        return read(reply)
    }

    /// Asks for the signals of a service.
    ///
    /// - Parameter service: The service.
    /// - Throws: `BusError`.
    func listen(to service: String) throws(BusError) {
        try call("org.freedesktop.DBus", "AddMatch") { message in
            appendText(
                message,
                "type='signal',sender='\(service)',interface='\(service)'")
        } read: { _ in
        }
    }

    /// Takes the next message that is there, without waiting.
    ///
    /// - Parameter read: Given a signal; its name is the second argument.
    /// - Returns: Whether there may be more.
    /// - Throws: `BusError` when the connection has ended. C: `sd_bus_process`
    func next(_ read: (OpaquePointer, String) -> Void) throws(BusError) -> Bool {
        var message: OpaquePointer?
        let code = sd_bus_process(bus, &message)
        if code < 0 { throw Self.error(code) }
        if let message {
            defer { sd_bus_message_unref(message) }
            if let member = sd_bus_message_get_member(message) {
                read(message, String(cString: member))
            }
        }
        return code > 0
    }

    private static func error(_ code: Int32) -> BusError {
        BusError(name: Errno(rawValue: -code).name, message: "")
    }
}

/// Appends a string. C: `sd_bus_message_append_basic`
///
/// - Returns: A negative error number, or not.
func appendText(_ message: OpaquePointer, _ text: String) -> Int32 {
    text.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
}

/// Appends a number of four bytes.
///
/// - Returns: A negative error number, or not.
func appendNumber(_ message: OpaquePointer, _ number: UInt32) -> Int32 {
    var number = number
    return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number)
}

/// Reads a number of four bytes, nil when there is none.
func readNumber(_ message: OpaquePointer) -> UInt32? {
    var number: UInt32 = 0
    return sd_bus_message_read_basic(message, CChar(UInt8(ascii: "u")), &number) > 0 ? number : nil
}

/// Reads a string, nil when there is none.
func readText(_ message: OpaquePointer) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0, let text else {
        return nil
    }
    return String(cString: text)
}
