// Signals as values: the first SIGTERM or SIGINT asks to stop, the second ends; SIGHUP reloads.
internal import CFoxShims
internal import Dispatch
internal import FoxSystem
internal import Glibc

/// The signals that end the program or change its ways, received instead of suffered.
final class Signals: Sendable {
    private let descriptor: Int32

    /// Blocks the signals; to be called before the process has a second thread, which inherits that.
    ///
    /// Only who receives them calls it, and no sooner than they are received: until then, and in all
    /// other commands, Ctrl-C ends the program as people expect.
    ///
    /// - Parameter reloads: Whether SIGHUP is received, too; else it ends the program.
    /// - Throws: `Errno`. C: `signalfd`
    init(reloads: Bool = false) throws(Errno) {
        signal(SIGPIPE, SIG_IGN)
        let numbers = [SIGTERM, SIGINT] + (reloads ? [SIGHUP] : [])
        descriptor = try retrying { fox_signal_descriptor(numbers, numbers.count) }
    }

    /// Calls a handler for each signal; a second one to end ends the process at once.
    ///
    /// - Parameter handler: Told the signal's number.
    /// - Returns: The source, to be kept as long as signals matter.
    func listen(_ handler: @escaping @Sendable (Int32) -> Void) -> ReadSource {
        let descriptor = descriptor
        let stop = SignalCount()
        return ReadSource(
            descriptor: descriptor, queue: DispatchQueue(label: "fox-sync.signals"),
            onReadable: {
                while true {
                    let number = fox_next_signal(descriptor)
                    if number < 0 { return }
                    if number != SIGHUP, stop.isSecond() { _exit(128 + number) }
                    handler(number)
                }
            }, onCancel: {})
    }
}
