// SIGTERM and SIGINT as values: the first asks to stop after the file in hand, the second ends.
internal import CFoxShims
internal import Dispatch
internal import FoxSystem
internal import Glibc

/// The signals that end the program, received instead of suffered.
final class Signals: Sendable {
    private let descriptor: Int32

    /// Blocks the signals; to be called before the process has a second thread.
    ///
    /// - Throws: `Errno`. C: `signalfd`
    init() throws(Errno) {
        signal(SIGPIPE, SIG_IGN)
        descriptor = try retrying { fox_signal_descriptor([SIGTERM, SIGINT], 2) }
    }

    /// Calls a handler for each signal; a second signal ends the process at once.
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
                    if stop.isSecond() { _exit(128 + number) }
                    handler(number)
                }
            }, onCancel: {})
    }
}
