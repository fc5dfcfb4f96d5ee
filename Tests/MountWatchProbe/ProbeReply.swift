// What the probe says, one JSON object a line on its standard output.
import MountWatch

/// A hint, or the answer to a command.
enum ProbeReply: Codable, Sendable {
    /// The watcher said 'look again'.
    case hint(WatchHint)
    /// The state as of now.
    case scan(VolumeScan)
    /// A command ended with this exit status.
    case ran(Int32)
    /// The number of open descriptors.
    case descriptors(Int)
    /// The number of timers that are set to go off.
    case armedTimers(Int)
    /// The watcher's stream has ended.
    case stopped
    /// The command is done.
    case done
    /// The command failed.
    case failed(String)
}
