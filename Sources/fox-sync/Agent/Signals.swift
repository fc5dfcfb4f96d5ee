// Signals as values: the first SIGTERM or SIGINT asks to stop, the second ends. SIGHUP asks to stop,
// too, since a window that is closed must not cut a write; without a terminal, an agent reloads.
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
    /// - Parameter hangsUp: Whether SIGHUP is received, too; else it is left as it was.
    /// - Throws: `Errno`. C: `signalfd`
    init(hangsUp: Bool) throws(Errno) {
        signal(SIGPIPE, SIG_IGN)
        let numbers = [SIGTERM, SIGINT] + (hangsUp ? [SIGHUP] : [])
        descriptor = try retrying { fox_signal_descriptor(numbers, numbers.count) }
    }

    /// Whether somebody started the program so that it outlives its terminal, as `nohup` does.
    ///
    /// An ignored signal would come all the same once it is blocked. C: `sigaction`
    static var outlivesTerminal: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
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
