// What the agent handles once: a mount, or a device that it mounts by itself.
internal import MountWatch

/// One stay of a medium, mounted by somebody or not.
enum AgentSession: Hashable, Sendable {
    /// A mount that somebody made.
    case mount(VolumeSession)
    /// A device that nobody has mounted; its sequence number tells two stays apart.
    case device(number: UInt64, sequence: String?)

    /// The session of an unmounted device.
    init(_ device: BlockDevice) {
        self = .device(number: device.number, sequence: device.diskSequence)
    }
}
