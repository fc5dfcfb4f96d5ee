// Telling systemd how the agent is doing; a no-op outside of a Type=notify service.
internal import CSystemd
internal import FoxSystem
internal import Glibc

/// The service manager's view of the agent.
enum Readiness {
    /// Says that the monitors are registered and the first scan is done.
    static func ready(_ status: String) { tell("READY=1\nSTATUS=\(status)") }

    /// Says what the agent is doing.
    static func status(_ status: String) { tell("STATUS=\(status)") }

    /// Says that the configuration is read again; `ready` says that this is over.
    ///
    /// By the time, systemd knows that it is an answer to its request (sd_notify(3)).
    static func reloading() {
        tell("RELOADING=1\nMONOTONIC_USEC=\(Uptime.microseconds)\nSTATUS=reading the configuration")
    }

    /// Says that the agent is on its way out.
    static func stopping() { tell("STOPPING=1\nSTATUS=finishing the file in hand") }

    private static func tell(_ message: String) { _ = sd_notify(0, message) }
}
