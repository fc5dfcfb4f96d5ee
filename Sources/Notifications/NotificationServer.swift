// The desktop's notification server and what it shows for us.
// Source: Desktop Notifications Specification 1.2, 'D-BUS Protocol'.
internal import CSystemd

/// A connection to the notification server.
final class NotificationServer {
    private static let name = "org.freedesktop.Notifications"

    private let bus: SessionBus
    private let capabilities: Set<String>
    /// What is shown: the server's number and the button's word, by subject.
    private var shown: [String: (number: UInt32, word: String?)] = [:]

    /// Connects and asks what the server can do; one that is not running is started by the bus.
    init() throws(BusError) {
        bus = try SessionBus()
        try bus.listen(to: Self.name)
        capabilities = try bus.call(Self.name, "GetCapabilities") { _ in
            0
        } read: { reply in
            var words: Set<String> = []
            guard sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "a")), "s") > 0 else {
                return words
            }
            while let word = readText(reply) { words.insert(word) }
            return words
        }
    }

    /// Whether nothing of ours is on the screen.
    var isIdle: Bool { shown.isEmpty }

    /// What to wait for: a press of a button, or the end of a notification or of the bus.
    var waiting: (descriptor: Int32, events: Int16) { (bus.descriptor, bus.events) }

    /// Shows a notification, instead of the one about the same subject.
    func show(_ notification: Notification) throws(BusError) {
        let action = capabilities.contains("actions") ? notification.action : nil
        let old = shown[notification.subject]?.number ?? 0
        let number = try bus.call(Self.name, "Notify") { message in
            Self.append(notification, action, old, notification.body(for: capabilities), message)
        } read: {
            readNumber($0)
        }
        if let number { shown[notification.subject] = (number, action?.word) }
    }

    /// Takes a notification from the screen, if it is still there.
    func withdraw(_ subject: String) throws(BusError) {
        guard let old = shown.removeValue(forKey: subject) else { return }
        try bus.call(Self.name, "CloseNotification") {
            appendNumber($0, old.number)
        } read: { _ in
        }
    }

    /// Takes what the server has said meanwhile.
    ///
    /// - Parameter onAction: Told the word of a button that was pressed.
    /// - Throws: `BusError` when the bus has ended.
    func listen(_ onAction: (String) -> Void) throws(BusError) {
        while try bus.next({ message, signal in
            guard let number = readNumber(message),
                let (subject, item) = shown.first(where: { $0.value.number == number })
            else { return }
            switch signal {
            case "ActionInvoked": if let word = item.word { onAction(word) }
            case "NotificationClosed": shown[subject] = nil
            default: break
            }
        }) {}
    }

    private static func append(
        _ notification: Notification, _ action: Notification.Action?, _ old: UInt32,
        _ body: String, _ message: OpaquePointer
    ) -> Int32 {
        // application, replaces, icon, summary, body, actions, hints, timeout: susssasa{sv}i
        var timeout: Int32 = -1
        var urgency = notification.urgency.rawValue
        let (array, entry, variant) = (
            CChar(UInt8(ascii: "a")), CChar(UInt8(ascii: "e")), CChar(UInt8(ascii: "v"))
        )
        let results = [
            appendText(message, "fox-sync"), appendNumber(message, old),
            appendText(message, "drive-removable-media"),
            appendText(message, notification.summary), appendText(message, body),
            sd_bus_message_open_container(message, array, "s"),
            action.map { appendText(message, "log") == 0 ? appendText(message, $0.label) : -22 }
                ?? 0,
            sd_bus_message_close_container(message),
            sd_bus_message_open_container(message, array, "{sv}"),
            sd_bus_message_open_container(message, entry, "sv"),
            appendText(message, "urgency"),
            sd_bus_message_open_container(message, variant, "y"),
            sd_bus_message_append_basic(message, CChar(UInt8(ascii: "y")), &urgency),
            sd_bus_message_close_container(message),
            sd_bus_message_close_container(message),
            sd_bus_message_close_container(message),
            sd_bus_message_append_basic(message, CChar(UInt8(ascii: "i")), &timeout),
        ]
        return results.min() ?? 0
    }
}
